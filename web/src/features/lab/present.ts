/** The settings of a run, for comparing and for exporting. */
import { getAt, type JsonObject } from '../../model/run/json';
import type { Outcome } from '../../model/run/types';
import { fromWords } from '../../model/run/values';
import type { PresentSettings } from './paste';
import type { ServerOf } from './server';
import type { SettingSpec } from './specs';

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

/** Those of a scenario that has no outcome yet. */
export function presentIn(
  scenario: JsonObject,
  specs: readonly SettingSpec[],
  { scheduler, version }: ServerOf,
): PresentSettings {
  return {
    scheduler,
    version,
    value: (field) => {
      const at = `/server/${field}`;
      const given = getAt(scenario, at);
      if (typeof given === 'number' || typeof given === 'string' || typeof given === 'boolean')
        return given;
      return specs.find((spec) => spec.at === at)?.kind.default ?? null;
    },
  };
}
