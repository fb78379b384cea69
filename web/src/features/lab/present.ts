/** The settings of a run, for comparing and for exporting. */
import type { Outcome } from '../../model/run/types';
import { fromWords } from '../../model/run/values';
import type { PresentSettings } from './paste';

export function presentOf(outcome: Pick<Outcome, 'settings' | 'scenario'>): PresentSettings {
  const server = new Map(
    outcome.settings
      .filter(({ section }) => section === 'server')
      .map(({ name, value }) => [name, value]),
  );
  return {
    scheduler: outcome.scenario.server.scheduler,
    version: server.get('version') ?? outcome.scenario.server.version ?? 'any',
    value: (field) => {
      const words = server.get(field) ?? 'not set';
      return words === 'not set' ? null : fromWords(words);
    },
  };
}
