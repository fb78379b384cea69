/**
 * Sweeps: many short runs, for the points of a curve, a heat map or a set of seeds. A few workers serve all sweeps of the
 * page; the newest goes first, because the reader has just asked for it.
 */
import { engineOverrides } from '../run/stalls';
import type { Overrides } from '../run/types';
import { summaryFrom, type Summary } from '../run/summary';
import type { InputError } from '../run/failure';
import { unreachable } from './protocol';
import { sweepHere, sweepWorker, type SweepLink } from './sweep-link';
import type { SweepAnswer, SweepAsk } from './sweep-protocol';

export interface SweepPoint {
  readonly scenario: string;
  readonly overrides: Overrides;
}

/** A point that is refused or fails is a result like any other: the sweep continues. */
export type PointResult<R = Summary> =
  | { readonly kind: 'done'; readonly index: number; readonly summary: R }
  | { readonly kind: 'refused'; readonly index: number; readonly errors: readonly InputError[] }
  | { readonly kind: 'broken'; readonly index: number; readonly message: string };

/** Why there is no result, in words. */
export const problemIn = (result: PointResult<unknown> | undefined): string | undefined =>
  result?.kind === 'refused'
    ? (result.errors[0]?.message ?? '')
    : result?.kind === 'broken'
      ? result.message
      : undefined;

export interface SweepOptions<R = Summary> {
  readonly onpoint: (result: PointResult<R>, progress: SweepProgress) => void;
  readonly signal?: AbortSignal;
}
export interface SweepProgress {
  readonly done: number;
  readonly total: number;
}
export type SweepEnd = 'done' | 'aborted';

export interface SweepTools {
  /** Throws if there are no workers. */
  readonly worker: () => SweepLink;
  readonly here: () => Promise<SweepLink>;
  readonly seats: number;
  /** Idle workers are ended after this time. */
  readonly linger_ms: number;
}

/** How to ask for a point, and what its numbers mean. */
export interface SweepKind<P, R> {
  readonly ask: (point: P, id: number) => SweepAsk;
  readonly read: (numbers: Float64Array) => R;
}

const FIGURES: SweepKind<SweepPoint, Summary> = {
  ask: ({ scenario, overrides }, id) => ({
    type: 'run',
    id,
    scenario,
    overrides: engineOverrides(overrides),
  }),
  read: summaryFrom,
};

interface Job<P, R> {
  readonly points: readonly P[];
  readonly onpoint: SweepOptions<R>['onpoint'];
  readonly end: (how: SweepEnd) => void;
  next: number;
  done: number;
}
interface Task<P, R> {
  readonly id: number;
  readonly index: number;
  /** None if nobody waits for the result any more. */
  job: Job<P, R> | undefined;
}
interface Seat<P, R> {
  readonly link: SweepLink;
  readonly is_worker: boolean;
  answered: boolean;
  task: Task<P, R> | undefined;
}

/** A pool of workers for points of any kind. */
export class PointPool<P, R> {
  readonly #tools: SweepTools;
  readonly #kind: SweepKind<P, R>;
  /** Newest last. */
  #jobs: Job<P, R>[] = [];
  #seats: Seat<P, R>[] = [];
  #last_id = 0;
  #workers_refused = false;
  #arriving = false;
  #leave: ReturnType<typeof setTimeout> | undefined;

  constructor(tools: SweepTools, kind: SweepKind<P, R>) {
    this.#tools = tools;
    this.#kind = kind;
  }

  sweep(points: readonly P[], { onpoint, signal }: SweepOptions<R>): Promise<SweepEnd> {
    return new Promise((resolve) => {
      if (signal?.aborted || points.length === 0) {
        resolve(signal?.aborted ? 'aborted' : 'done');
        return;
      }
      const job: Job<P, R> = { points, onpoint, end: resolve, next: 0, done: 0 };
      signal?.addEventListener('abort', () => this.#abort(job), { once: true });
      this.#jobs.push(job);
      this.#work();
    });
  }

  #abort(job: Job<P, R>): void {
    if (!this.#jobs.includes(job)) return;
    this.#jobs = this.#jobs.filter((one) => one !== job);
    for (const { link, task } of this.#seats) {
      if (task?.job !== job) continue;
      task.job = undefined;
      link.post({ type: 'stop', id: task.id });
    }
    job.end('aborted');
    this.#work();
  }

  /** Gives every free seat a point, and adds seats while there are points left. */
  #work(): void {
    clearTimeout(this.#leave);
    for (const seat of this.#seats) {
      if (!seat.task) this.#give(seat);
    }
    const waiting = this.#jobs.some((job) => job.next < job.points.length);
    if (waiting && this.#seats.length < this.#most()) this.#sit();
    else if (this.#jobs.length === 0) {
      this.#leave = setTimeout(() => this.#letGo(), this.#tools.linger_ms);
    }
  }

  #most(): number {
    return this.#workers_refused ? 1 : this.#tools.seats;
  }

  #sit(): void {
    if (this.#workers_refused) {
      if (this.#arriving) return;
      this.#arriving = true;
      void this.#tools.here().then(
        (link) => {
          this.#arriving = false;
          this.#seat(link, false);
        },
        (thrown: unknown) => {
          this.#arriving = false;
          this.#fail(thrown instanceof Error ? thrown.message : String(thrown));
        },
      );
      return;
    }
    let link: SweepLink;
    try {
      link = this.#tools.worker();
    } catch {
      this.#workers_refused = true;
      this.#work();
      return;
    }
    this.#seat(link, true);
  }

  #seat(link: SweepLink, is_worker: boolean): void {
    const seat: Seat<P, R> = { link, is_worker, answered: false, task: undefined };
    link.onanswer = (answer) => this.#take(seat, answer);
    link.onbroken = (message) => this.#broken(seat, message);
    this.#seats.push(seat);
    this.#work();
  }

  #give(seat: Seat<P, R>): void {
    const job = this.#jobs.findLast(({ next, points }) => next < points.length);
    const point = job?.points[job.next];
    if (!job || !point) return;
    seat.task = { id: ++this.#last_id, index: job.next, job };
    job.next += 1;
    seat.link.post(this.#kind.ask(point, seat.task.id));
  }

  #take(seat: Seat<P, R>, answer: SweepAnswer): void {
    const { task } = seat;
    if (task?.id !== answer.id) return;
    seat.answered = true;
    seat.task = undefined;
    if (task.job) this.#tell(task.job, resultOf(task.index, answer, this.#kind.read));
    this.#work();
  }

  #tell(job: Job<P, R>, result: PointResult<R> | undefined): void {
    if (!result || !this.#jobs.includes(job)) return;
    job.done += 1;
    job.onpoint(result, { done: job.done, total: job.points.length });
    // The listener may have aborted it.
    if (job.done < job.points.length || !this.#jobs.includes(job)) return;
    this.#jobs = this.#jobs.filter((one) => one !== job);
    job.end('done');
  }

  /** A worker that never answered may be blocked by a policy: its point goes to the main thread. */
  #broken(seat: Seat<P, R>, message: string): void {
    seat.link.close();
    this.#seats = this.#seats.filter((one) => one !== seat);
    const { task } = seat;
    if (seat.is_worker && !seat.answered) {
      this.#workers_refused = true;
      if (task?.job) this.#again(task.job, task.index);
    } else if (task?.job) {
      this.#tell(task.job, { kind: 'broken', index: task.index, message });
    }
    this.#work();
  }

  /** Adds a job for this one point; its result still goes to the old job. */
  #again(job: Job<P, R>, index: number): void {
    const point = job.points[index];
    if (!point) return;
    this.#jobs.push({
      points: [point],
      onpoint: (result) => this.#tell(job, { ...result, index }),
      end: () => undefined,
      next: 0,
      done: 0,
    });
  }

  #fail(message: string): void {
    for (const job of [...this.#jobs]) {
      for (let index = job.next; index < job.points.length; index += 1) {
        job.next = index + 1;
        this.#tell(job, { kind: 'broken', index, message });
      }
    }
  }

  #letGo(): void {
    for (const { link } of this.#seats) link.close();
    this.#seats = [];
  }
}

/** A pool of workers for runs of a scenario. */
export class SweepPool extends PointPool<SweepPoint, Summary> {
  constructor(tools: SweepTools) {
    super(tools, FIGURES);
  }
}

function resultOf<R>(
  index: number,
  answer: SweepAnswer,
  read: (numbers: Float64Array) => R,
): PointResult<R> | undefined {
  switch (answer.type) {
    case 'done':
      return { kind: 'done', index, summary: read(answer.numbers) };
    case 'refused':
      return { kind: 'refused', index, errors: answer.errors };
    case 'broken':
      return { kind: 'broken', index, message: answer.message };
    case 'stopped':
      return undefined;
    default:
      return unreachable(answer);
  }
}

const MOST_SEATS = 4;
let pool: SweepPool | undefined;

/** A few workers, leaving one core for the page. */
export const browserTools = (): SweepTools => ({
  worker: sweepWorker,
  here: sweepHere,
  seats: Math.min(MOST_SEATS, Math.max(1, navigator.hardwareConcurrency - 1)),
  linger_ms: 30_000,
});

/** Runs the points and reports each result as soon as it is known. Aborting stops within a slice. */
export function sweep(points: readonly SweepPoint[], options: SweepOptions): Promise<SweepEnd> {
  pool ??= new SweepPool(browserTools());
  return pool.sweep(points, options);
}

/** The sweeps of one caller: a new one replaces the one before. */
export class Sweeper {
  #stop: AbortController | undefined;
  readonly #sweep: typeof sweep;

  constructor(runs: typeof sweep = sweep) {
    this.#sweep = runs;
  }

  run(points: readonly SweepPoint[], onpoint: SweepOptions['onpoint']): Promise<SweepEnd> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    return this.#sweep(points, {
      signal: stop.signal,
      // Results that arrive after a cancel are ignored.
      onpoint: (result, progress) => {
        if (!stop.signal.aborted) onpoint(result, progress);
      },
    });
  }

  cancel(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }
}
