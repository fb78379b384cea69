/**
 * A run as the engine left it: what it came to, and its picture after each step. Between two steps nothing
 * changes but the share of their work that threads have done, and that evenly (`engine/src/sim/frames.rs`).
 */
import type { Moment } from './protocol';
import { ARRAYS } from '../generated/frame';
import { countUntil } from '../run/ordered';
import type { Frame, Outcome } from '../run/types';

/** Some places of a column; what is a time is told from the step on, since most things happen in it. */
export interface Edit {
  readonly at: readonly number[];
  readonly to: readonly number[];
}

/** The picture after a step: what is not as after the one before. */
export interface RecordedStep {
  readonly time_ns: number;
  /** Numbers, and whole columns. */
  readonly changed: Readonly<Record<string, number | readonly number[]>>;
  readonly edits: Readonly<Record<string, Edit>>;
  /** What threads have done of their work right after the step, and right before the next. */
  readonly done?: readonly [readonly number[], readonly number[]];
}
export interface Recording {
  readonly outcome: Outcome;
  /** From the start, which is step 0. */
  readonly steps: readonly RecordedStep[];
  readonly until_ns: number;
}

const KINDS: Readonly<Partial<Record<string, (typeof ARRAYS)[keyof typeof ARRAYS]>>> = ARRAYS;

/** Columns as the engine gives them. */
const columnOf = (name: string, values: readonly number[]) =>
  (KINDS[name] ?? Uint32Array).from(values);

/** What is told from its step on. */
export const isTime = (name: string) => name.endsWith('_ns');

/** Answers as the engine does, from a recording. */
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
      before = now as unknown as Frame;
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
