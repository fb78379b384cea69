/** Runs the same clients on another server; loaded only if an address asks for it. */
import { carriedOver, namesOn, translate, type Translation } from '../../model/servers/translate';
import type { Outcome, Overrides, SchedulerName } from '../../model/run/types';
import { knobsOf } from '../../model/servers/knobs-of';

export { namesOn };

export function onServer(
  scenario_json: string,
  overrides: Overrides,
  from: SchedulerName,
  to: SchedulerName,
): Translation & { readonly overrides: Overrides } {
  return { ...translate(scenario_json, to), overrides: carriedOver(overrides, from, to) };
}

export const knobsThere = (outcome: Outcome) => knobsOf(outcome);
