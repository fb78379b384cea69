/** The notable moments of a run, found in its events. */
import type { Event, Outcome } from '../../model/run/types';
import { longestWaitOf } from './moment';

export type BookmarkKind =
  | 'variable_set'
  | 'refused'
  | 'stalled'
  | 'unattended'
  | 'blocked_message'
  | 'promoted'
  | 'lock_wait'
  | 'lock_timed_out'
  | 'longest_wait'
  | 'last_answer'
  | 'fork';

export interface Bookmark {
  readonly kind: BookmarkKind;
  readonly at_ns: number;
  /** Right after this step; undefined: at the time. */
  readonly step: number | undefined;
  readonly request: number | undefined;
  readonly group: number | undefined;
}

const MOST = 6;

/** The first event of each kind is a bookmark; the most telling kinds come first. */
const FIRSTS: readonly (readonly [Event['kind'], BookmarkKind])[] = [
  ['variable_set', 'variable_set'],
  ['pool_blocked_message', 'blocked_message'],
  ['thread_refused', 'refused'],
  ['group_stalled', 'stalled'],
  ['lock_timed_out', 'lock_timed_out'],
  ['promoted', 'promoted'],
  ['group_unattended', 'unattended'],
  ['lock_wait', 'lock_wait'],
];

const field = (event: Event, name: 'request' | 'group'): number | undefined => {
  const value: unknown = (event as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : undefined;
};

function mark(kind: BookmarkKind, event: Event): Bookmark {
  const { step, at_ns } = event;
  return { kind, at_ns, step, request: field(event, 'request'), group: field(event, 'group') };
}

export function bookmarksOf(
  outcome: Pick<Outcome, 'events' | 'lives' | 'end_ns' | 'not_kept'>,
  fork_ns?: number,
): Bookmark[] {
  const { events, lives } = outcome;
  const found: Bookmark[] = [];
  if (fork_ns !== undefined)
    found.push({
      kind: 'fork',
      at_ns: fork_ns,
      step: undefined,
      request: undefined,
      group: undefined,
    });
  // If a run recorded only its beginning, its last and its longest are unknown.
  const whole = !outcome.not_kept;
  const wait = longestWaitOf(outcome);
  if (whole && wait)
    found.push({
      kind: 'longest_wait',
      at_ns: Math.round((wait.start_ns + wait.end_ns) / 2),
      step: undefined,
      request: wait.request,
      group: undefined,
    });
  const last = events.findLast(({ kind }) => kind === 'request_finished');
  if (whole && last && lives.length > 1) found.push(mark('last_answer', last));
  const firsts = new Map<Event['kind'], Event>();
  for (const event of events) if (!firsts.has(event.kind)) firsts.set(event.kind, event);
  for (const [kind, name] of FIRSTS) {
    const event = firsts.get(kind);
    if (event) found.push(mark(name, event));
  }
  return found.slice(0, MOST).sort((a, b) => a.at_ns - b.at_ns || order(a) - order(b));
}

const order = ({ step }: Bookmark) => step ?? Infinity;

/** The bookmark before or after a time; bookmarks within the same instant are ordered by step. */
export function nextBookmark(
  marks: readonly Bookmark[],
  at: { readonly time_ns: number; readonly step: number | undefined },
  by: 1 | -1,
): Bookmark | undefined {
  const beyond = ({ at_ns, step }: Bookmark): boolean => {
    if (at_ns !== at.time_ns) return by > 0 ? at_ns > at.time_ns : at_ns < at.time_ns;
    if (step === undefined || at.step === undefined) return false;
    return by > 0 ? step > at.step : step < at.step;
  };
  const found = marks.filter(beyond);
  return by > 0 ? found[0] : found.at(-1);
}
