/** A point of a curve as a run: its scenario from the model, its picture from the engine. */
import { EngineClient } from '../../model/engine/client';
import { pointScenario } from '../../model/engine/curve-sweep';
import type { Frame } from '../../model/run/frame';
import type { Case, Modelled } from '../../model/benchmarks/benchmark';
import type { Outcome } from '../../model/run/types';
import { pack } from '../../model/link/pack';
import { failureWords } from '../../model/run/failure';
import { parseObject } from '../../model/run/json';
import type { FigureProps } from '../model/given';
import { knobsOf } from '../../model/servers/knobs-of';

function runOnce(scenario: string): Promise<{ outcome: Outcome; first: Frame }> {
  return new Promise((resolve, reject) => {
    const client = new EngineClient({
      opened: (outcome, first) => {
        client.close();
        resolve({ outcome, first });
      },
      frame: () => undefined,
      instruments: () => undefined,
      progress: () => undefined,
      failed: (failure) => {
        client.close();
        reject(new Error(failureWords(failure)));
      },
    });
    void client.open(scenario, {});
  });
}

export async function openPoint(one: Case, system: Modelled, clients: number) {
  const scenario_json = await pointScenario(one, system, clients);
  const { outcome, first } = await runOnce(scenario_json);
  const scenario = parseObject(scenario_json);
  const figure: FigureProps = {
    poster: { scenario_json, overrides: {}, outcome, first, frame: first },
    knobs: knobsOf(outcome),
    // In mid-run: at the start all clients are where the scenario put them.
    cue: { time_ns: Math.round(0.6 * outcome.end_ns) },
    sections: ['scene', 'transport', 'knobs', 'log', 'details'],
  };
  return { figure, lab: scenario && (await pack(scenario)) };
}
