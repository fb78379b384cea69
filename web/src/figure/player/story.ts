/**
 * Story time: the pace at which a run can be watched. A run has events a few microseconds apart and sleeps of seconds; at
 * any one speed half of it is invisible and the other half dull. Here each step that changes the picture gets its own time,
 * and stretches without change are cut short.
 * The rule: a step that changes the picture lasts 250 ms, 800 ms if the narrator mentions it, 400 ms if it says the same
 * about another request in the same instant; steps of one kind in one instant take 2 s together, 4 s if mentioned. A
 * repeated log entry of one group and reason is no step; the same kind in a row for one group gets shorter after three
 * times. A stretch without change adds to the step before it, more if it is longer, at most 900 ms. If the whole would take
 * more than 90 s, all parts are scaled down. A run that recorded only the beginning of its log is played evenly.
 */
import { repeatsOf } from '../../model/run/repeats';
import { tagOf } from '../../model/run/event-names';
import type { Event, Outcome } from '../../model/run/types';
import { comfortableSpeed } from './clock';
import { countUntil } from '../../model/run/ordered';
import { isAfter, type Position } from './steps';

const SEEN_MS = 250;
const TOLD_MS = 800;
const TOLD_AGAIN_MS = 400;
const ALIKE_MS = { seen: 2_000, told: 4_000 };
/** How many times something is shown at full length. */
const KNOWN = 3;
const LONGEST_GAP_MS = 900;
const LONGEST_STORY_MS = 90_000;
/** A gap of this share of the run lasts half as long as the longest. */
const MIDDLING_GAP = 0.02;
const NS_PER_MS = 1e6;

/** Events that a reader wants to hear about; all others are routine. */
const NOTABLE: ReadonlySet<Event['kind']> = new Set<Event['kind']>([
  'variable_set',
  'pool_blocked_message',
  'thread_refused',
  'group_stalled',
  'group_unattended',
  'statement_stalled',
  'limit_suspended',
  'latch_stalled',
  'deadlock',
  'lock_timed_out',
  'lock_wait',
  'promoted',
  'request_failed',
  'thread_created',
  'request_finished',
  'request_given_up',
  'request_withdrawn',
  'answered_nobody',
  'client_left',
  'connection_refused',
  'statement_timed_out',
]);
export const isNotable = ({ kind }: Pick<Event, 'kind'>): boolean => NOTABLE.has(kind);

/** Events that change nothing in the picture but a timer's hand. */
const UNSEEN: ReadonlySet<Event['kind']> = new Set<Event['kind']>(['timer_tick', 'wait_held']);
export const isSeen = ({ kind }: Pick<Event, 'kind'>): boolean => !UNSEEN.has(kind);

const news = new WeakMap<readonly Event[], readonly Event[]>();
/** Events that change the picture, without the log's repeats. */
export function newsOf(events: readonly Event[]): readonly Event[] {
  const repeats = repeatsOf(events);
  const found = news.get(events) ?? events.filter((event) => isSeen(event) && !repeats.has(event));
  news.set(events, found);
  return found;
}

type Run = Partial<Pick<Outcome, 'not_kept'>> & Pick<Outcome, 'events'>;

/** A step that changes the picture. */
interface Beat {
  readonly at_ns: number;
  /** Undefined: a time, because two runs are shown together. */
  readonly step: number | undefined;
  hold_ms: number;
  /** The kind of its main event. */
  readonly kind: Event['kind'];
  /** True if the narrator mentions it. */
  readonly told: boolean;
}

const alike = (a: Beat | undefined, b: Beat): boolean => a?.at_ns === b.at_ns && a.kind === b.kind;

function beatsOf(events: readonly Event[], end_ns: number): Beat[] {
  const repeats = repeatsOf(events);
  const isNew = (event: Event) => isSeen(event) && !repeats.has(event);
  const beats: Beat[] = [];
  /** What was mentioned last, and how many times in a row: repeats get shorter. */
  let last = '';
  let times = 0;
  let from = 0;
  while (from < events.length) {
    const first = events[from];
    let to = from + 1;
    while (to < events.length && events[to]?.step === first?.step) to += 1;
    const own = events.slice(from, to);
    from = to;
    if (!first || first.at_ns > end_ns || !own.some(isNew)) continue;
    const { at_ns, step } = first;
    const notable = own.findLast((event) => isNotable(event) && isNew(event));
    if (notable) {
      const said = `${notable.kind}${tagOf(notable)} ${'group' in notable ? notable.group : ''}`;
      times = said === last ? times + 1 : 1;
      last = said;
    }
    const faster = Math.max(1, times - KNOWN);
    const beat = {
      at_ns,
      step,
      kind: (notable ?? first).kind,
      told: notable !== undefined,
      hold_ms: (notable ? TOLD_MS : SEEN_MS) / faster,
    };
    if (notable && alike(beats.at(-1), beat)) beat.hold_ms = Math.min(beat.hold_ms, TOLD_AGAIN_MS);
    beats.push(beat);
  }
  for (let begin = 0; begin < beats.length;) {
    let end = begin + 1;
    while (beats[end] && alike(beats[end - 1], beats[end] as Beat)) end += 1;
    const own = beats.slice(begin, end);
    const most_ms = own[0]?.told ? ALIKE_MS.told : ALIKE_MS.seen;
    for (const beat of own) beat.hold_ms = Math.min(beat.hold_ms, most_ms / own.length);
    begin = end;
  }
  return beats;
}

/** Two runs have no steps in common: what happens in either at one time is one step. */
function together(runs: readonly (readonly Beat[])[]): Beat[] {
  const [only] = runs;
  if (runs.length === 1 && only) return [...only];
  const by_time = new Map<number, Beat>();
  for (const beat of runs.flat()) {
    const known = by_time.get(beat.at_ns);
    if (known) known.hold_ms = Math.max(known.hold_ms, beat.hold_ms);
    else by_time.set(beat.at_ns, { ...beat, step: undefined });
  }
  return [...by_time.values()].sort((a, b) => a.at_ns - b.at_ns);
}

export class Story {
  /** The start of each beat; the first is the run's start, before anything has happened. */
  readonly #beats: readonly (Pick<Beat, 'at_ns' | 'step'> & { readonly begin_ms: number })[];
  readonly end_ns: number;
  /** How long the whole story takes. */
  readonly total_ms: number;

  constructor(runs: readonly Run[], end_ns: number) {
    this.end_ns = end_ns;
    const start = { at_ns: 0, step: runs.length > 1 ? undefined : 0 };
    if (runs.some(({ not_kept }) => not_kept)) {
      this.#beats = [{ ...start, step: undefined, begin_ms: 0 }];
      this.total_ms = end_ns / NS_PER_MS / comfortableSpeed(end_ns);
      return;
    }
    const beats = together(runs.map(({ events }) => beatsOf(events, end_ns)));
    const all = [{ ...start, hold_ms: SEEN_MS }, ...beats];
    const lasts = all.map(({ at_ns, hold_ms }, index) => {
      const gap_ns = (all[index + 1]?.at_ns ?? end_ns) - at_ns;
      const more = gap_ns > 0 ? gap_ns / (gap_ns + end_ns * MIDDLING_GAP) : 0;
      return hold_ms + (LONGEST_GAP_MS - hold_ms) * more;
    });
    const whole = lasts.reduce((sum, ms) => sum + ms, 0);
    const scale = Math.min(1, LONGEST_STORY_MS / whole);
    let begin_ms = 0;
    this.#beats = all.map(({ at_ns, step }, index) => {
      const beat = { at_ns, step, begin_ms };
      begin_ms += (lasts[index] ?? 0) * scale;
      return beat;
    });
    this.total_ms = begin_ms;
  }

  /** True if no part of it is slower than another. */
  get even(): boolean {
    return this.#beats.length === 1;
  }

  #stretch(index: number) {
    const beat = this.#beats[index] ?? { at_ns: 0, step: undefined, begin_ms: 0 };
    const next = this.#beats[index + 1];
    const to_ns = next?.at_ns ?? this.end_ns;
    return { beat, gap_ns: to_ns - beat.at_ns, lasts_ms: this.#end(index) - beat.begin_ms };
  }
  #end(index: number): number {
    return this.#beats[index + 1]?.begin_ms ?? this.total_ms;
  }

  /** The run's position at a time of its story: a step within an instant, else a time. */
  at(ms: number): Position {
    if (ms >= this.total_ms) return { time_ns: this.end_ns, step: undefined };
    const { beat, gap_ns, lasts_ms } = this.#stretch(this.#index(ms));
    const passed = Math.round((gap_ns * (ms - beat.begin_ms)) / (lasts_ms || 1));
    // What happens at the end of the gap belongs to the next beat.
    const on_ns = Math.min(passed, gap_ns - 1);
    return on_ns > 0
      ? { time_ns: beat.at_ns + on_ns, step: undefined }
      : { time_ns: beat.at_ns, step: beat.step };
  }

  /** The step that is shown at that time, for readers who see only still pictures. */
  stillAt(ms: number): Position {
    if (ms >= this.total_ms || this.even) return this.at(ms);
    const { at_ns, step } = this.#stretch(this.#index(ms)).beat;
    return { time_ns: at_ns, step };
  }
  #index(ms: number): number {
    return Math.max(0, countUntil(this.#beats, ({ begin_ms }) => begin_ms > ms) - 1);
  }

  /** The story's time at a position. A time without a step means after everything in its instant. */
  ms(position: Position): number {
    const index = Math.max(0, countUntil(this.#beats, (beat) => isAfter(beat, position)) - 1);
    const { beat, gap_ns, lasts_ms } = this.#stretch(index);
    const share = gap_ns > 0 ? (position.time_ns - beat.at_ns) / gap_ns : 0;
    return beat.begin_ms + Math.min(1, Math.max(0, share)) * lasts_ms;
  }

  /** The story's time before anything in this instant happens. */
  msBefore(time_ns: number): number {
    const first = this.#beats[countUntil(this.#beats, ({ at_ns }) => at_ns >= time_ns)];
    return first?.at_ns === time_ns ? first.begin_ms : this.ms({ time_ns, step: undefined });
  }
}
