/** How a point of a benchmark curve is simulated. The page and the build use the same single seed. */
import type { SimulatedPoint } from './benchmark';

export const SIMULATION = { seed: 1, half_width: 0.02 } as const;

/** Four significant digits are enough for any of these curves. */
export const fourDigits = (value: number) => Number(value.toPrecision(4));

/** Names the numbers that the engine returns for a point, in its order. */
export function simulatedPoint(clients: number, numbers: Float64Array): SimulatedPoint {
  const [throughput = 0, half_width = 0, , , , , inside = 0, waiting = 0] = numbers;
  return {
    clients,
    throughput: fourDigits(throughput),
    half_width: Number(half_width.toFixed(4)),
    inside: Number(inside.toPrecision(3)),
    waiting: Number(waiting.toPrecision(3)),
  };
}
