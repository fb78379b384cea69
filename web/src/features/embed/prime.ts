/** A frame's run as it was recorded, and the engine once something else is asked for. */
import type { ClientListener } from '../../model/engine/client';
import type { Source } from '../../figure/model/figure.svelte';
import type { EnginePort } from '../../figure/player/player.svelte';
import { sameOverrides } from '../../model/run/cue';
import { Tape, type Recording } from '../../model/engine/recording';
import type { RunData } from './data';

export async function prime(
  run: RunData,
  time_ns: number,
  recording: Recording | undefined,
): Promise<Source> {
  if (!recording) {
    const { compute } = await import('./engine');
    return compute(run, time_ns);
  }
  const tape = new Tape(recording);
  const { scenario_json, overrides } = run;
  const first = tape.frame({ by: 'time', time_ns: 0 });
  const frame = tape.frame({ by: 'time', time_ns });
  return {
    poster: { scenario_json, overrides, outcome: tape.outcome, first, frame },
    make: (listener) => new TapeFirst(tape, run, listener),
  };
}

class TapeFirst implements EnginePort {
  readonly #tape: Tape;
  readonly #run: RunData;
  readonly #listener: ClientListener;
  #taped = false;
  #engine: Promise<EnginePort> | undefined;

  constructor(tape: Tape, run: RunData, listener: ClientListener) {
    this.#tape = tape;
    this.#run = run;
    this.#listener = listener;
  }

  async open(...asked: Parameters<EnginePort['open']>): Promise<void> {
    const [scenario, overrides] = asked;
    this.#taped =
      scenario === this.#run.scenario_json && sameOverrides(overrides, this.#run.overrides);
    if (this.#taped) {
      const first = this.#tape.frame({ by: 'time', time_ns: 0 });
      this.#listener.opened(this.#tape.outcome, first);
      return;
    }
    try {
      const engine = await (this.#engine ??= this.#load());
      await engine.open(...asked);
    } catch (thrown) {
      this.#engine = undefined; // a failed download may be tried again
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      this.#listener.failed({ kind: 'engine', message });
    }
  }

  frame(at: Parameters<EnginePort['frame']>[0]): void {
    if (this.#taped) this.#listener.frame(this.#tape.frame(at));
    else this.#then((engine) => engine.frame(at));
  }

  instruments(time_ns: number): void {
    if (!this.#taped) this.#then((engine) => engine.instruments(time_ns));
  }

  reset(): void {
    this.#then((engine) => engine.reset());
  }

  close(): void {
    this.#then((engine) => engine.close());
  }

  #then(work: (engine: EnginePort) => void): void {
    void this.#engine?.then(work, () => undefined);
  }

  /** What it answers after the recording was asked for again is not wanted. */
  async #load(): Promise<EnginePort> {
    const { makeEngine } = await import('./engine');
    const hear = this.#listener;
    return makeEngine({
      opened: (...run) => {
        if (!this.#taped) hear.opened(...run);
      },
      frame: (frame) => {
        if (!this.#taped) hear.frame(frame);
      },
      instruments: (instruments) => {
        if (!this.#taped) hear.instruments(instruments);
      },
      progress: (at_ns) => {
        if (!this.#taped) hear.progress(at_ns);
      },
      failed: (failure) => {
        if (!this.#taped) hear.failed(failure);
      },
    });
  }
}
