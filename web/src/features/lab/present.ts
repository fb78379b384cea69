/** The settings of a run, for those who compare with them or write them out. */
import type { Outcome, OverrideValue } from '../../model/run/types';
import type { PresentSettings } from './paste';

function fromWords(words: string): OverrideValue {
  if (words === 'ON') return true;
  if (words === 'OFF') return false;
  if (words === 'not set') return null;
  const number = Number(words);
  return words !== '' && Number.isFinite(number) ? number : words;
}

export function presentOf(outcome: Pick<Outcome, 'settings' | 'scenario'>): PresentSettings {
  const server = new Map(
    outcome.settings
      .filter(({ section }) => section === 'server')
      .map(({ name, value }) => [name, value]),
  );
  return {
    scheduler: outcome.scenario.server.scheduler,
    version: server.get('version') ?? outcome.scenario.server.version ?? 'any',
    value: (field) => fromWords(server.get(field) ?? 'not set'),
  };
}
