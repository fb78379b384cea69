/** Looks up sentences in a table, by keys made from data. */
import { m } from '#paraglide/messages.js';
import { hasOneLine } from '../run/families';
import { NONE } from '../run/frame';
import { isRecord } from '../run/pointer';
import type { Life, SchedulerName } from '../run/types';
import { duration } from './format';
import { shownRequest } from '../run/request-name';

type Params = Readonly<Record<string, string | number>>;

/** Names for the numbers in an event. */
export interface Names {
  readonly lives: readonly Pick<Life, 'name'>[];
  readonly locks: readonly string[];
  /** For a scheduler with one queue, sentences leave out the words high and low. */
  readonly scenario?: { readonly server: { readonly scheduler: SchedulerName } };
}

export const ofOneLine = ({ scenario }: Names) =>
  scenario !== undefined && hasOneLine(scenario.server.scheduler);

type Sentence = (params: Params) => string;
/** Fills the sentence of this key with these fields. */
export type Say = (key: string, fields: Readonly<Record<string, unknown>>, names: Names) => string;

/** Fields that only select the sentence, or the entry's place in the log. */
const NOT_PARAMS = new Set(['kind', 'reason', 'trigger', 'via', 'place', 'at_ns', 'step']);

export function tagOf(fields: Readonly<Record<string, unknown>>): string {
  const tag = fields['reason'] ?? fields['trigger'] ?? fields['via'];
  return typeof tag === 'string' ? `_${tag}` : '';
}

export function requestName(request: number, names: Names): string {
  if (request === NONE) return m.say_hand();
  return shownRequest(names.lives[request]?.name ?? '') || String(request);
}

export function sayer(said: Readonly<Record<string, unknown>>): Say {
  function sentence(key: string): Sentence | undefined {
    const found = said[key];
    return typeof found === 'function' ? (found as Sentence) : undefined;
  }
  function param(name: string, value: unknown, names: Names): string | number | undefined {
    if (name.endsWith('_ns') && typeof value === 'number') return duration(value);
    if ((name === 'request' || name === 'holder') && typeof value === 'number') {
      return requestName(value, names);
    }
    if (name === 'lock' && typeof value === 'number') return names.locks[value] ?? value;
    if (name === 'lane' && ofOneLine(names)) return m.scene_lane_only();
    if (isRecord(value)) return say(`${name}${tagOf(value)}`, value, names);
    // The engine's words (lane, wait, level) have their own entries in the catalogue.
    if (typeof value === 'string') return sentence(`${name}_${value}`)?.({}) ?? value;
    return typeof value === 'number' ? value : undefined;
  }

  function say(key: string, fields: Readonly<Record<string, unknown>>, names: Names): string {
    const params: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(fields)) {
      if (NOT_PARAMS.has(name)) continue;
      const shown = param(name, value, names);
      if (shown !== undefined) params[name.replace(/_ns$/, '')] = shown;
    }
    return sentence(key)?.(params).trim() ?? key;
  }
  return say;
}
