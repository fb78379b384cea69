/** The text that the engine runs: the scenario without what an edit has made untrue. */
import { m } from '#paraglide/messages.js';
import {
  getAt,
  isList,
  isObject,
  same,
  setAt,
  type Json,
  type JsonObject,
} from '../../model/run/json';

interface Given {
  readonly scenario: JsonObject;
  readonly origin: {
    /** Set for a scenario of this site. */
    readonly name?: string | undefined;
    readonly scenario: JsonObject;
    readonly text: string;
  };
}

export function runnable({ scenario, origin }: Given): string {
  if (same(scenario, origin.scenario)) return origin.text;
  // Published times apply only to the settings with which they were measured.
  let made = setAt(scenario, '/published', undefined);
  // An edited case of this site belongs to the reader, so it loses our name and sources.
  if (origin.name !== undefined) {
    made = setAt(made, '/source', undefined);
    const { title } = made;
    if (typeof title === 'string' && title === origin.scenario['title'])
      made = setAt(made, '/title', m.lab_changed_title({ title }));
  }
  const knobs = getAt(made, '/knobs');
  if (isList(knobs))
    made = setAt(
      made,
      '/knobs',
      knobs.filter((knob) => leads(made, knob)),
    );
  return JSON.stringify(made);
}

/** Whether the places that a knob sets by path exist. */
function leads(scenario: JsonObject, knob: Json): boolean {
  const paths = isObject(knob) ? knob['paths'] : undefined;
  if (!isList(paths)) return true;
  return paths.every((path) => typeof path === 'string' && getAt(scenario, path) !== undefined);
}
