/** The points of the model that a benchmark's measure needs, so that only they are simulated. */
import type { BenchSubject, MeasuredCurve, ModelCurve } from './bench-measure';
import { MODELLED, type Modelled } from '../benchmarks/benchmark';
import { parseMeasure, type Measure } from './measure-parse';

export interface ModelPoint {
  readonly curve: string;
  readonly machine: string;
  readonly workload: string;
  readonly system: Modelled;
  readonly clients: number;
}

function pointsOf({ id, machine, workload, system, points }: MeasuredCurve): ModelPoint[] {
  const modelled = MODELLED.find((one) => one === system);
  if (!modelled || machine === undefined || workload === undefined) return [];
  return points.map(([clients]) => ({
    curve: id,
    machine,
    workload,
    system: modelled,
    clients,
  }));
}

function asked(measure: Measure, all: readonly ModelPoint[]): readonly ModelPoint[] {
  if (measure.kind === 'sum') return [...asked(measure.left, all), ...asked(measure.right, all)];
  if (measure.kind === 'literal') return [];
  const [curve, x = ''] = measure.args;
  switch (measure.name) {
    case 'simulated':
    case 'error':
      return all.filter((point) => point.curve === curve && String(point.clients) === x.trim());
    case 'median_error':
    case 'within':
      return all;
    default:
      return [];
  }
}

/** Empty if the published points are enough. */
export function modelPointsIn(of: string, { curves }: BenchSubject): readonly ModelPoint[] {
  return [...new Set(asked(parseMeasure(of), curves.flatMap(pointsOf)))];
}

/** The model of a subject, made from simulated points. */
export function modelFrom(
  points: readonly ModelPoint[],
  throughputs: readonly number[],
): readonly ModelCurve[] {
  return [...new Set(points.map(({ curve }) => curve))].map((id) => ({
    id,
    simulated: points.flatMap(({ curve, clients }, index) => {
      const value = throughputs[index];
      return curve === id && value !== undefined ? [[clients, value] as const] : [];
    }),
  }));
}
