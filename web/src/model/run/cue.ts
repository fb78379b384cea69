/** What a lesson's step, a bookmark or a link asks a figure to show. */
import type { Life, Overrides } from './types';

/** A part of the picture that a sentence can name. */
export type ScenePart =
  | 'clients'
  | 'sockets'
  | 'listener'
  | 'queue'
  | 'high_queue'
  | 'low_queue'
  | 'workers'
  | 'timer'
  | 'cores'
  | 'run_queue'
  | 'latch'
  | 'counters'
  | `group:${number}`
  | `thread:${number}`
  | `request:${number}`;

export interface Cue {
  /** Defaults to the moment that shows what the run is about. */
  readonly time_ns?: number;
  readonly overrides?: Overrides;
  /** The request to explain: its number or its name. */
  readonly request?: number | string;
  readonly light?: readonly ScenePart[];
}

export const WHOLE_PARTS = [
  'clients',
  'sockets',
  'listener',
  'queue',
  'high_queue',
  'low_queue',
  'workers',
  'timer',
  'cores',
  'run_queue',
  'latch',
  'counters',
] as const satisfies readonly ScenePart[];
/** Parts that are followed by a number, because there are several. */
export const NUMBERED_PARTS = ['group', 'thread', 'request'] as const;

export function isPart(text: string): text is ScenePart {
  if ((WHOLE_PARTS as readonly string[]).includes(text)) return true;
  const [kind = '', number = '', ...more] = text.split(':');
  return (
    more.length === 0 &&
    (NUMBERED_PARTS as readonly string[]).includes(kind) &&
    /^\d{1,9}$/.test(number)
  );
}

/** The number of the request that a cue or a link means; undefined if the run has no such request. */
export function requestOf(
  asked: number | string | undefined,
  lives: readonly Pick<Life, 'request' | 'name'>[],
): number | undefined {
  if (asked === undefined) return undefined;
  const number = typeof asked === 'number' ? asked : /^\d{1,9}$/.test(asked) ? Number(asked) : -1;
  // A name takes precedence over a number: a request may be called 7.
  const found = lives.find((life) => life.name === asked) ?? lives[number];
  return found?.request;
}

export function sameOverrides(a: Overrides, b: Overrides): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
