/** The data of a timeline: the places of each client's requests over time, and the published times next to them. */
import { max } from 'd3-array';
import { byLatency, latencyOf, ownName, partners } from '../../model/measures/ranks';
import { livesCut } from '../../model/run/record';
import type { Life, Outcome, Place, Published } from '../../model/run/types';
import { shownRequest } from '../../model/run/request-name';
import { placeName } from '../../model/words/why';
import type { Tone } from './shapes';

export { byLatency, latencyOf, partners };

export interface Stretch {
  readonly tone: Tone;
  readonly words: string;
  readonly start_ns: number;
  readonly end_ns: number;
}

export interface Mark {
  /** The index of the published run. */
  readonly run: number;
  readonly at_ns: number;
  readonly latency_ns: number;
}

export interface RequestRow {
  readonly request: number;
  readonly name: string;
  readonly latency_ns: number | undefined;
  readonly end_ns: number | undefined;
  readonly stretches: readonly Stretch[];
}

/** A client's requests, one after the other. */
export interface Row {
  /** The number of the first of them. */
  readonly key: number;
  readonly name: string;
  /** Its body's number, where the name has no room. */
  readonly short: string;
  readonly lives: readonly Life[];
  readonly stretches: readonly Stretch[];
  readonly marks: readonly Mark[];
}

export interface TimelineData {
  readonly outcome: Outcome;
  /** Empty if some lives were not recorded: the rows would be a hair at the left edge. */
  readonly rows: readonly Row[];
  /** The time of the last mark. */
  readonly last_ns: number;
}

const NS_PER_MS = 1e6;

const PLACE_TONES: Readonly<Record<Place['place'], Tone>> = {
  application: 'idle',
  socket: 'socket',
  low_queue: 'low',
  queue: 'low',
  high_queue: 'high',
  thread_wait: 'soon',
  login: 'run',
  run_queue: 'ready',
  latch: 'latch',
  running: 'run',
  waiting: 'sleep',
  innodb: 'sleep',
  lock: 'lock',
  suspended: 'away',
};
export const toneOf = ({ place }: Place): Tone => PLACE_TONES[place];

const ON_A_THREAD: ReadonlySet<Tone> = new Set(['run', 'sleep', 'lock', 'away', 'latch', 'ready']);

/** How long a request had been without a thread by some time. */
function waitedBy({ segments }: Life, until_ns: number): number {
  let sum = 0;
  for (const segment of segments) {
    if (segment.start_ns >= until_ns) break;
    if (segment.place === 'innodb' || !ON_A_THREAD.has(toneOf(segment)))
      sum += Math.min(segment.end_ns, until_ns) - segment.start_ns;
  }
  return sum;
}

/** The request that a reader should look at first: it spent the longest without a thread. */
export function mostDelayed(lives: readonly Life[], until_ns = Infinity): Life | undefined {
  let best: Life | undefined;
  let most = 0;
  for (const life of lives) {
    if (life.arrive_ns > until_ns) continue;
    const waited = waitedBy(life, until_ns);
    if (!best || waited >= most) [best, most] = [life, waited];
  }
  return best;
}

function marksFor(life: Life, published_ms: readonly (number | undefined)[]): Mark[] {
  return published_ms.flatMap((ms, index) => {
    if (ms === undefined) return [];
    const latency_ns = ms * NS_PER_MS;
    return [{ run: index, latency_ns, at_ns: life.arrive_ns + latency_ns }];
  });
}

/** Adjacent segments in one place become one bar, whatever their reasons. */
export function stretchesOf(life: Life, outcome: Outcome): Stretch[] {
  const stretches: Stretch[] = [];
  for (const segment of life.segments) {
    if (segment.end_ns <= segment.start_ns) continue;
    const words = placeName(segment, outcome);
    const last = stretches.at(-1);
    if (last?.words === words)
      stretches[stretches.length - 1] = { ...last, end_ns: segment.end_ns };
    else
      stretches.push({
        tone: toneOf(segment),
        words,
        start_ns: segment.start_ns,
        end_ns: segment.end_ns,
      });
  }
  return stretches;
}

/** With more rows than this, a sample from the fastest to the slowest is shown. */
const MOST_ROWS = 160;

/** Evenly over the ranks, including the first and the last. */
export function sample(ranks: number, most: number): number[] {
  if (ranks <= most) return Array.from({ length: ranks }, (_, rank) => rank);
  const step = (ranks - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step));
}

/** Sorted by latency, for a run that is over. */
export function requestRows(outcome: Outcome): RequestRow[] {
  const lives = byLatency(outcome.lives);
  return sample(lives.length, MOST_ROWS).flatMap((rank): RequestRow[] => {
    const life = lives[rank];
    if (!life) return [];
    return [
      {
        request: life.request,
        name: ownName(life),
        latency_ns: latencyOf(life),
        end_ns: life.end_ns ?? undefined,
        stretches: stretchesOf(life, outcome),
      },
    ];
  });
}

/** "fast" of "fast 3": the common name of a client's requests. */
const common = (name: string) => name.replace(/ \d+$/, '');

/** Stretches are computed when a row is drawn. */
class ClientRow implements Row {
  readonly key: number;
  readonly name: string;
  readonly short: string;
  readonly lives: readonly Life[];
  readonly marks: readonly Mark[];
  readonly #outcome: Outcome;
  #stretches: readonly Stretch[] | undefined;
  constructor(
    lives: readonly [Life, ...Life[]],
    alone: boolean,
    marks: readonly Mark[],
    outcome: Outcome,
  ) {
    const [first] = lives;
    const kind = common(first.name);
    this.key = first.request;
    this.lives = lives;
    this.marks = marks;
    this.#outcome = outcome;
    this.short = String(first.connection);
    this.name = alone
      ? ownName(first)
      : /^\d*$/.test(kind)
        ? String(first.connection)
        : `${shownRequest(kind)} ${first.connection}`;
  }
  get stretches(): readonly Stretch[] {
    this.#stretches ??= this.lives.flatMap((life) => stretchesOf(life, this.#outcome));
    return this.#stretches;
  }
}

/** In the order of arrival, whatever the outcome. */
export function timelineOf(outcome: Outcome, published: readonly Published[] = []): TimelineData {
  if (livesCut(outcome)) return { outcome, rows: [], last_ns: 0 };
  const lives = published.length > 0 ? byLatency(outcome.lives) : [];
  const partner = published.map((run) => partners(run, lives));
  const held = new Map(
    lives.map((life, rank) => [
      life.request,
      marksFor(
        life,
        partner.map((of) => of[rank]),
      ),
    ]),
  );
  const clients = new Map<number, [Life, ...Life[]]>();
  for (const life of outcome.lives) {
    const known = clients.get(life.connection);
    if (known) known.push(life);
    else clients.set(life.connection, [life]);
  }
  const alone = clients.size === outcome.lives.length;
  const rows = [...clients.values()]
    .sort(([a], [b]) => a.request - b.request)
    .map((own) => {
      const marks = own.flatMap(({ request }) => held.get(request) ?? []);
      return new ClientRow(own, alone, marks, outcome);
    });
  const last_ns = Math.max(0, ...rows.flatMap((row) => row.marks.map(({ at_ns }) => at_ns)));
  return { outcome, rows, last_ns };
}

export const rowOf = (rows: readonly Row[], request: number | undefined): Row | undefined =>
  request === undefined
    ? undefined
    : rows.find(({ lives }) => lives.some((life) => life.request === request));

/** The request of a row at a moment: the last to have arrived, else its first. */
export function requestAt({ key, lives }: Row, time_ns: number): number {
  return lives.findLast(({ arrive_ns }) => arrive_ns <= time_ns)?.request ?? key;
}

/**
 * A selection if there is no room for all rows: the chosen request's row, its neighbour, and those that have waited longest
 * so far, in the original order.
 */
export function tellingRows(
  rows: readonly Row[],
  most: number,
  request: number | undefined,
  known_ns: number,
): readonly Row[] {
  if (rows.length <= most) return rows;
  const subject = rowOf(rows, request) ?? rows[0];
  const at = subject ? rows.indexOf(subject) : 0;
  const chosen = new Set([subject, rows[at + 1] ?? rows[at - 1]].slice(0, most));
  const waited = new Map(
    rows.map((row) => [row, max(row.lives, (life) => waitedBy(life, known_ns)) ?? 0]),
  );
  const others = rows.toSorted((a, b) => (waited.get(b) ?? 0) - (waited.get(a) ?? 0));
  for (const row of others) if (chosen.size < most) chosen.add(row);
  return rows.filter((row) => chosen.has(row));
}
