/** The engine itself, loaded if the frame's run is not recorded, or if settings are changed. */
import { EngineClient, type ClientListener } from '../../model/engine/client';
import { failureWords } from '../../model/run/failure';
import type { Source } from '../../figure/model/figure.svelte';
import type { MakeEngine } from '../../figure/player/player.svelte';
import { sameOverrides } from '../../model/run/cue';
import type { Frame, Outcome } from '../../model/run/types';
import type { RunData } from './data';

/** Runs the scenario before the figure starts: the figure takes over the HTML that the same run made in the build. */
export function compute({ scenario_json, overrides }: RunData, time_ns: number): Promise<Source> {
  return new Promise((resolve, reject) => {
    let run: readonly [Outcome, Frame, Frame?] | undefined;
    const before: ClientListener = {
      opened: (outcome, first, frame = first) => {
        run = [outcome, first, frame];
        resolve({ poster: { scenario_json, overrides, outcome, first, frame }, make });
      },
      frame: () => undefined,
      instruments: () => undefined,
      progress: () => undefined,
      failed: (failure) => reject(new Error(failureWords(failure))),
    };
    let hears = before;
    const client = new EngineClient({
      opened: (...run) => hears.opened(...run),
      frame: (frame) => hears.frame(frame),
      instruments: (instruments) => hears.instruments(instruments),
      progress: (at_ns) => hears.progress(at_ns),
      failed: (failure) => hears.failed(failure),
    });
    const make: MakeEngine = (listener) => {
      hears = listener;
      return {
        open: async (json, wanted, at_ns) => {
          const there = run;
          run = undefined;
          if (there && json === scenario_json && sameOverrides(wanted, overrides))
            listener.opened(...there);
          else await client.open(json, wanted, at_ns);
        },
        frame: (at) => client.frame(at),
        instruments: (at_ns) => client.instruments(at_ns),
        reset: () => client.reset(),
        close: () => client.close(),
      };
    };
    void client.open(scenario_json, overrides, time_ns);
  });
}

export { makeEngine } from '../../model/engine/client';
