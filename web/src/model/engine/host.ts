/**
 * Runs the engine for one page: in a worker, or in slices on the main thread where there is none.
 * A long run is cut into slices, so that a newer run can take its place between two of them.
 */
import { playableEnd } from '../run/end';
import { failureOf } from '../run/failure';
import type { Frame } from '../run/frame';
import { unreachable, type Answer, type EngineRequest } from './protocol';
import type { Instruments, Outcome } from '../run/types';

/** The run of the wasm package. */
export interface EngineRun {
  advance(max_steps: number): boolean;
  progress_ns(): number;
  outcome(): string;
  /** The figures alone, in the order that the wasm package documents. */
  summary(): Float64Array;
  frame(time_ns: number): object;
  frame_at_step(step: number): object;
  instruments(time_ns: number): string;
  free(): void;
}
/** What a run records: log, lives and figures, or the figures alone. */
export type Detail = 'full' | 'figures';
export type MakeRun = (
  scenario: string,
  overrides: string,
  detail?: Detail,
) => EngineRun | Promise<EngineRun>;

export interface HostTools {
  /** Loads the wasm module that a run needs, once; rejects if that fails. */
  readonly load: () => Promise<MakeRun>;
  readonly post: (answer: Answer) => void;
  /** Yields to other work of the thread. */
  readonly rest: () => Promise<void>;
  readonly now: () => number;
  readonly slice_ms: number;
}

const STEPS_PER_CALL = 2_000;
/** Lives and events per message: with more of them at once the page would stop responding. */
const PART = 4_000;

export class EngineHost {
  #tools: HostTools;
  /** The run that answers, and the generation that it was opened with. */
  #run: EngineRun | undefined;
  #opened = 0;
  /** Generation of the newest run requested. */
  #generation = 0;

  constructor(tools: HostTools) {
    this.#tools = tools;
  }

  async handle(ask: EngineRequest): Promise<void> {
    try {
      switch (ask.type) {
        case 'open':
          await this.#open(ask);
          break;
        case 'frame': {
          const run = this.#current(ask.generation);
          if (!run) break;
          const frame =
            ask.at.by === 'time' ? run.frame(ask.at.time_ns) : run.frame_at_step(ask.at.step);
          this.#tools.post({
            type: 'frame',
            generation: ask.generation,
            frame: frame as Frame,
          });
          break;
        }
        case 'instruments': {
          const run = this.#current(ask.generation);
          if (!run) break;
          const instruments = JSON.parse(run.instruments(ask.time_ns)) as Instruments;
          this.#tools.post({ type: 'instruments', generation: ask.generation, instruments });
          break;
        }
        default:
          unreachable(ask);
      }
    } catch (thrown) {
      const failure = failureOf(thrown);
      this.#tools.post({ type: 'failed', generation: ask.generation, during: ask.type, failure });
    }
  }

  #current(generation: number): EngineRun | undefined {
    return generation === this.#opened ? this.#run : undefined;
  }

  async #open(ask: Extract<EngineRequest, { type: 'open' }>): Promise<void> {
    const { load, post, rest, now, slice_ms } = this.#tools;
    this.#generation = ask.generation;
    const make = await load();
    if (ask.generation !== this.#generation) return;
    const run = await make(ask.scenario, ask.overrides);
    let slice_began = now();
    while (ask.generation === this.#generation && !run.advance(STEPS_PER_CALL)) {
      if (now() - slice_began < slice_ms) continue;
      post({ type: 'progress', generation: ask.generation, time_ns: run.progress_ns() });
      await rest();
      slice_began = now();
    }
    if (ask.generation !== this.#generation) {
      run.free();
      return;
    }
    this.#run?.free();
    this.#run = run;
    this.#opened = ask.generation;
    const { generation, time_ns } = ask;
    const whole = JSON.parse(run.outcome()) as Outcome;
    const { lives, events } = whole;
    let at = 0;
    for (; at + PART < Math.max(lives.length, events.length); at += PART) {
      const to = at + PART;
      post({ type: 'part', generation, lives: lives.slice(at, to), events: events.slice(at, to) });
    }
    const outcome = { ...whole, lives: lives.slice(at), events: events.slice(at) };
    const frameAt = (at_ns: number) => run.frame(at_ns) as Frame;
    const frame =
      time_ns === undefined ? undefined : frameAt(Math.min(time_ns, playableEnd(whole)));
    post({ type: 'opened', generation, outcome, first: frameAt(0), frame });
  }
}
