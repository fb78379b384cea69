/** Points of a benchmark curve, simulated in workers, and the analytic line, computed on the page itself. */
import type { Case, Modelled, Point, Regime, SimulatedPoint } from '../benchmarks/benchmark';
import { fourDigits, SIMULATION, simulatedPoint } from '../benchmarks/curve-options';
import { browserTools, PointPool, type SweepEnd, type SweepOptions } from './sweep';
import { loadCurves, type Curves } from './wasm';

export interface CurveAsk {
  readonly case: Case;
  readonly system: Modelled;
  readonly clients: number;
  readonly start: Regime;
}

let pool: PointPool<CurveAsk, Float64Array> | undefined;

export function sweepCurve(
  points: readonly CurveAsk[],
  { onpoint, signal }: SweepOptions<SimulatedPoint>,
): Promise<SweepEnd> {
  pool ??= new PointPool<CurveAsk, Float64Array>(browserTools(), {
    ask: (point, id) => ({
      type: 'curve',
      id,
      case_json: JSON.stringify(point.case),
      system: point.system,
      clients: point.clients,
      options: JSON.stringify({ ...SIMULATION, start: point.start }),
    }),
    read: (numbers) => numbers,
  });
  return pool.sweep(points, {
    ...(signal && { signal }),
    onpoint: (result, progress) => {
      const clients = points[result.index]?.clients ?? 0;
      onpoint(
        result.kind === 'done'
          ? { ...result, summary: simulatedPoint(clients, result.summary) }
          : result,
        progress,
      );
    },
  });
}

export type Analytic = (
  one: Case,
  system: Modelled,
  clients: readonly number[],
  regime: Regime,
) => readonly Point[];

/** Takes microseconds per point, so no worker is needed. */
export async function loadAnalytic(): Promise<Analytic> {
  const curves: Curves = await loadCurves();
  return (one, system, clients, regime) => {
    const found = curves.analytic(JSON.stringify(one), system, Float64Array.from(clients), regime);
    return clients.map((count, index): Point => [count, fourDigits(found[index] ?? 0)]);
  };
}

/** A point as a scenario that readers can open. */
export async function pointScenario(one: Case, system: Modelled, clients: number): Promise<string> {
  const curves = await loadCurves();
  return curves.scenario(JSON.stringify(one), system, clients, SIMULATION.seed);
}
