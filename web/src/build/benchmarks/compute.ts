/** The model's curves, computed while the site is built: analytic lines at once, simulated points one by one and cached. */
import { CurvePoint, curve_analytic } from '#wasm/poolscope_wasm.js';
import {
  COUNTS,
  type Case,
  type Modelled,
  type Point,
  type Regime,
  type SimulatedPoint,
} from '../../model/benchmarks/benchmark';
import { fourDigits, SIMULATION, simulatedPoint } from '../../model/benchmarks/curve-options';
import { startEngine } from '../runs/engine';
import { kept } from '../runs/kept';

export function analyticAt(
  one: Case,
  system: Modelled,
  clients: readonly number[],
  regime: Regime = 'pile_up',
): readonly Point[] {
  startEngine();
  const found = curve_analytic(
    JSON.stringify(one),
    system,
    Float64Array.from(clients),
    regime,
  );
  return clients.map((count, index): Point => [count, fourDigits(found[index] ?? 0)]);
}

const STEPS_PER_CALL = 200_000;

export function simulatedAt(
  one: Case,
  system: Modelled,
  counts: readonly number[] = COUNTS,
  seed?: number,
): readonly SimulatedPoint[] {
  const options = seed === undefined ? SIMULATION : { ...SIMULATION, seed };
  const points = (): readonly SimulatedPoint[] => {
    startEngine();
    return counts.map((clients) => {
      const asked = [JSON.stringify(one), system, clients, JSON.stringify(options)] as const;
      const run = new CurvePoint(...asked);
      try {
        while (!run.advance(STEPS_PER_CALL));
        return simulatedPoint(clients, run.numbers());
      } finally {
        run.free();
      }
    });
  };
  const question = [one, system, counts, options];
  return JSON.parse(
    kept('poolscope-curves', question, () => JSON.stringify(points())),
  ) as readonly SimulatedPoint[];
}
