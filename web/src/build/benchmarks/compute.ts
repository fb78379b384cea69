/**
 * The model's curves, computed while the site is built: by arithmetic at once, by simulation point by
 * point. Simulated points are kept.
 */
import * as wasm from '#wasm/poolscope_wasm.js';
import {
  COUNTS,
  type Case,
  type Modelled,
  type Point,
  type Regime,
  type SimulatedPoint,
} from '../../model/benchmarks/benchmark';
import { short, SIMULATION, simulatedPoint } from '../../model/benchmarks/curve-options';
import { startEngine } from '../runs/engine';
import { kept } from '../runs/kept';

export function analyticAt(
  one: Case,
  system: Modelled,
  clients: readonly number[],
  regime: Regime = 'pile_up',
): readonly Point[] {
  startEngine();
  const found = wasm.curve_analytic(
    JSON.stringify(one),
    system,
    Float64Array.from(clients),
    regime,
  );
  return clients.map((count, index): Point => [count, short(found[index] ?? 0)]);
}

const STEPS_PER_CALL = 200_000;

export function simulatedAt(one: Case, system: Modelled): readonly SimulatedPoint[] {
  return kept('poolscope-curves', [one, system, COUNTS, SIMULATION], () => {
    startEngine();
    return COUNTS.map((clients) => {
      const asked = [JSON.stringify(one), system, clients, JSON.stringify(SIMULATION)] as const;
      const run = new wasm.CurvePoint(...asked);
      try {
        while (!run.advance(STEPS_PER_CALL));
        return simulatedPoint(clients, run.numbers());
      } finally {
        run.free();
      }
    });
  });
}
