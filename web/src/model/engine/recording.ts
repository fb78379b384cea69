/**
 * A run as the engine left it: its outcome, and its picture after each step. Between two steps only the progress of threads
 * changes, and it does so evenly (`engine/src/sim/frames.rs`).
 */
import type { Moment } from './protocol';
import { ARRAYS } from '../generated/frame';
import { countUntil } from '../run/ordered';
import type { Frame, Outcome } from '../run/types';

/** Changed entries of a column. Times are stored relative to the step, since most things happen in it. */
export interface Edit {
  readonly at: readonly number[];
  readonly to: readonly number[];
}

/** The picture after a step, as the difference from the one before. */
export interface RecordedStep {
  readonly time_ns: number;
  /** Changed numbers, and columns stored whole. */
  readonly changed: Readonly<Record<string, number | readonly number[]>>;
  readonly edits: Readonly<Record<string, Edit>>;
  /** Progress of the threads right after this step, and right before the next. */
  readonly done?: readonly [readonly number[], readonly number[]];
}
export interface Recording {
  /** As a page passes it to the engine. */
  readonly scenario_json: string;
  readonly outcome: Outcome;
  /** Starts with step 0, the start of the run. */
  readonly steps: readonly RecordedStep[];
  readonly until_ns: number;
}

const KINDS: Readonly<Partial<Record<string, (typeof ARRAYS)[keyof typeof ARRAYS]>>> = ARRAYS;

/** A column in the engine's array type. */
const columnOf = (name: string, values: readonly number[]) =>
  (KINDS[name] ?? Uint32Array).from(values);

/** Whether the column is stored relative to the step's time. */
export const isTime = (name: string) => name.endsWith('_ns');

/**
 * Since when each connection has been in its state, which recordings do not say: since the step that changed it. At a latch it
 * may have left and come back within a step.
 */
function sinceOf(
  now: Frame,
  { connection_state, connection_request, connection_since_ns }: Partial<Frame>,
) {
  return Float64Array.from(now.connection_state, (state, client) =>
    connection_state?.[client] === state &&
    connection_request?.[client] === now.connection_request[client]
      ? (connection_since_ns?.[client] ?? 0)
      : now.time_ns,
  );
}

/** Answers like the engine, from a recording. */
export class Tape {
  readonly outcome: Outcome;
  readonly #steps: readonly RecordedStep[];
  readonly #frames: readonly Frame[];
  readonly #until_ns: number;

  constructor({ outcome, steps, until_ns }: Recording) {
    this.outcome = outcome;
    this.#steps = steps;
    this.#until_ns = until_ns;
    let before = {} as Frame;
    this.#frames = steps.map(({ time_ns, changed, edits, done }) => {
      const now: Record<string, unknown> = { ...before, time_ns };
      for (const [name, value] of Object.entries(changed))
        now[name] = typeof value === 'number' ? value : columnOf(name, value);
      for (const [name, { at, to }] of Object.entries(edits)) {
        const column = columnOf(name, Array.from(now[name] as Uint32Array));
        for (const [index, place] of at.entries())
          column[place] = (to[index] ?? 0) + (isTime(name) ? time_ns : 0);
        now[name] = column;
      }
      const connection_since_ns = sinceOf(now as unknown as Frame, before);
      before = { ...(now as unknown as Frame), connection_since_ns };
      const [from] = done ?? [];
      const thread_progress = from ? Float32Array.from(from) : before.thread_id.map(() => 0);
      before = { ...before, thread_progress: Float32Array.from(thread_progress) };
      return before;
    });
  }

  frame(at: Moment): Frame {
    if (at.by === 'step') return this.#at(Math.min(at.step, this.#frames.length - 1));
    const time_ns = Math.min(at.time_ns, this.#until_ns);
    const index = this.#last(time_ns);
    const frame = this.#at(index);
    const [from, to] = this.#steps[index]?.done ?? [];
    const next_ns = this.#steps[index + 1]?.time_ns ?? this.#until_ns + 1;
    const length = next_ns - 1 - frame.time_ns;
    if (!from || !to || length <= 0) return { ...frame, time_ns };
    const share = (time_ns - frame.time_ns) / length;
    const thread_progress = Float32Array.from(
      from,
      (done, thread) => done + ((to[thread] ?? done) - done) * share,
    );
    return { ...frame, time_ns, thread_progress };
  }

  #at(index: number): Frame {
    const frame = this.#frames[index];
    if (!frame) throw new Error('a recording without a start');
    return frame;
  }

  /** The last step up to a time. */
  #last(time_ns: number): number {
    return Math.max(0, countUntil(this.#steps, (one) => one.time_ns > time_ns) - 1);
  }
}
