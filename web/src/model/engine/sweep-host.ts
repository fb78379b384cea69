/** Runs one point of a sweep at a time, in slices, so that it can be stopped between two of them. */
import { failureOf } from '../run/failure';
import { unreachable } from './protocol';
import type { SweepAnswer, SweepAsk } from './sweep-protocol';

/** A run that ends in a handful of numbers. */
export interface FiguresRun {
  advance(max_steps: number): boolean;
  summary(): Float64Array;
  free(): void;
}
/** Makes a run without log and lives, or a point of a benchmark curve. */
export type MakeFiguresRun = (ask: PointAsk) => FiguresRun | Promise<FiguresRun>;
export type PointAsk = Exclude<SweepAsk, { type: 'stop' }>;

export interface SweepHostTools {
  readonly load: () => Promise<MakeFiguresRun>;
  readonly post: (answer: SweepAnswer) => void;
  /** Yields so that the thread receives other messages. */
  readonly rest: () => Promise<void>;
  readonly now: () => number;
  readonly slice_ms: number;
}

const STEPS_PER_CALL = 5_000;

export class SweepHost {
  #tools: SweepHostTools;
  #running: number | undefined;

  constructor(tools: SweepHostTools) {
    this.#tools = tools;
  }

  async handle(ask: SweepAsk): Promise<void> {
    switch (ask.type) {
      case 'stop':
        if (this.#running === ask.id) this.#running = undefined;
        break;
      case 'run':
      case 'curve':
        this.#running = ask.id;
        this.#tools.post(await this.#answer(ask));
        break;
      default:
        unreachable(ask);
    }
  }

  async #answer(ask: PointAsk): Promise<SweepAnswer> {
    try {
      const numbers = await this.#run(ask);
      return numbers ? { type: 'done', id: ask.id, numbers } : { type: 'stopped', id: ask.id };
    } catch (thrown) {
      const failure = failureOf(thrown);
      return failure.kind === 'input'
        ? { type: 'refused', id: ask.id, errors: failure.errors }
        : { type: 'broken', id: ask.id, message: failure.message };
    }
  }

  async #run(ask: PointAsk): Promise<Float64Array | undefined> {
    const { load, rest, now, slice_ms } = this.#tools;
    const make = await load();
    const run = await make(ask);
    try {
      let slice_began = now();
      while (!run.advance(STEPS_PER_CALL)) {
        if (now() - slice_began < slice_ms) continue;
        await rest();
        if (this.#running !== ask.id) return undefined;
        slice_began = now();
      }
      return run.summary();
    } finally {
      run.free();
    }
  }
}
