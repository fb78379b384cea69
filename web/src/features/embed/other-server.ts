/** The same clients on another server: fetched only where an address asks for it. */
import { isScheduler } from '../../model/servers/families';
import { newest, variablesOf } from '../../model/servers/servers';
import { carriedOver, translate, type Translation } from '../../model/servers/translate';
import type { Outcome, Overrides, SchedulerName } from '../../model/run/types';
import { knobsOf } from '../../model/servers/knobs-of';

export function namesOf(server: string): readonly string[] {
  return isScheduler(server) ? variablesOf(server, newest(server)).map(({ name }) => name) : [];
}

export function onServer(
  scenario_json: string,
  overrides: Overrides,
  from: SchedulerName,
  to: SchedulerName,
): Translation & { readonly overrides: Overrides } {
  return { ...translate(scenario_json, to), overrides: carriedOver(overrides, from, to) };
}

export const knobsThere = (outcome: Outcome) => knobsOf(outcome);
