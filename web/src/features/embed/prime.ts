/** A frame's recorded run, and the engine once something else is needed. */
import type { Source } from '../../figure/model/figure.svelte';
import type { EnginePort, MakeEngine } from '../../figure/player/player.svelte';
import { RecordedFirst } from '../../model/engine/recorded-first';
import { Tape, type Recording } from '../../model/engine/recording';
import { sameOverrides } from '../../model/run/cue';
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
  const recordedOf = (scenario: string, other: typeof overrides) =>
    scenario === scenario_json && sameOverrides(other, overrides) ? { tape } : undefined;
  return {
    poster: { scenario_json, overrides, outcome: tape.outcome, first, frame },
    make: (listener) => new RecordedFirst(listener, fetchedLater, recordedOf),
  };
}

/** An engine whose code is loaded with the first run requested. */
const fetchedLater: MakeEngine = (listener) => {
  let engine: Promise<EnginePort> | undefined;
  const then = (work: (engine: EnginePort) => void) => void engine?.then(work, () => undefined);
  return {
    open: async (...asked) => {
      try {
        engine ??= import('./engine').then(({ makeEngine }) => makeEngine(listener));
        await (await engine).open(...asked);
      } catch (thrown) {
        engine = undefined; // a failed download may be tried again
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        listener.failed({ kind: 'engine', message });
      }
    },
    frame: (at) => then((one) => one.frame(at)),
    instruments: (time_ns) => then((one) => one.instruments(time_ns)),
    reset: () => then((one) => one.reset()),
    close: () => then((one) => one.close()),
  };
};
