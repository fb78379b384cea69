/** The text that the engine runs: the scenario without what an edit has made untrue of it. */
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
    /** Of a scenario of this site. */
    readonly name?: string | undefined;
    readonly scenario: JsonObject;
    readonly text: string;
  };
}

export function runnable({ scenario, origin }: Given): string {
  if (same(scenario, origin.scenario)) return origin.text;
  // Published times hold for the settings that they were measured with.
  let made = setAt(scenario, '/published', undefined);
  // Who changes a case of this site has one of his own: it goes under no name and no source of ours.
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

/** A knob by paths needs the places that it sets. */
function leads(scenario: JsonObject, knob: Json): boolean {
  const paths = isObject(knob) ? knob['paths'] : undefined;
  if (!isList(paths)) return true;
  return paths.every((path) => typeof path === 'string' && getAt(scenario, path) !== undefined);
}
