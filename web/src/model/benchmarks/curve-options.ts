/** How a point of a benchmark curve is simulated, on the page as in the build: one seed for all of them. */
import type { SimulatedPoint } from './benchmark';

export const SIMULATION = { seed: 1, half_width: 0.02 } as const;

/** Four digits are more than any of these curves is worth. */
export const short = (value: number) => Number(value.toPrecision(4));

/** The engine's numbers of a point, in its order. */
export function simulatedPoint(clients: number, numbers: Float64Array): SimulatedPoint {
  const [throughput = 0, half_width = 0, , , , , inside = 0, waiting = 0] = numbers;
  return {
    clients,
    throughput: short(throughput),
    half_width: Number(half_width.toFixed(4)),
    inside: Number(inside.toPrecision(3)),
    waiting: Number(waiting.toPrecision(3)),
  };
}
