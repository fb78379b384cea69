/**
 * The Universal Scalability Law, for comparison with the model: X(A) = l A / (1 + s (A - 1) + k A (A - 1)), where A is the
 * number of active threads: all clients, or with a pool at most the number of cores. Three parameters per pair, fitted to
 * both curves by least squares of the logarithms (Nelder and Mead).
 */
export interface UslPoint {
  readonly active: number;
  readonly throughput: number;
}
type Numbers = readonly [log_l: number, log_s: number, log_k: number];

export function usl([log_l, log_s, log_k]: Numbers, active: number): number {
  const s = Math.exp(log_s);
  const k = Math.exp(log_k);
  return (Math.exp(log_l) * active) / (1 + s * (active - 1) + k * active * (active - 1));
}

/** Large errors count less than their square, so that a cliff alone doesn't decide. */
function loss(points: readonly UslPoint[], numbers: Numbers): number {
  let sum = 0;
  for (const { active, throughput } of points) {
    const error = Math.log(usl(numbers, active) / throughput) / 0.12;
    sum += Math.sqrt(1 + error * error) - 1;
  }
  return sum;
}

const ROUNDS = 1_500;

function descend(points: readonly UslPoint[], start: Numbers): Numbers {
  const worth = (at: Numbers) => ({ at, loss: loss(points, at) });
  let simplex = [start, ...[0, 1, 2].map((axis) => moved(start, axis))].map(worth);
  for (let round = 0; round < ROUNDS; round += 1) {
    simplex.sort((a, b) => a.loss - b.loss);
    const [best, , second, worst] = simplex;
    if (!best || !second || !worst || worst.loss - best.loss < 1e-12) break;
    const rest = simplex.slice(0, 3);
    const middle = [0, 1, 2].map(
      (axis) => rest.reduce((sum, { at }) => sum + (at[axis] ?? 0), 0) / 3,
    ) as unknown as Numbers;
    const toward = (share: number) =>
      worth(middle.map((one, axis) => one + share * (one - (worst.at[axis] ?? 0))) as never);
    const mirrored = toward(1);
    if (mirrored.loss < best.loss) {
      const further = toward(2);
      simplex[3] = further.loss < mirrored.loss ? further : mirrored;
    } else if (mirrored.loss < second.loss) {
      simplex[3] = mirrored;
    } else {
      const inside = toward(-0.5);
      if (inside.loss < worst.loss) simplex[3] = inside;
      else {
        simplex = simplex.map(({ at }) =>
          worth(at.map((one, axis) => (one + (best.at[axis] ?? 0)) / 2) as never),
        );
      }
    }
  }
  simplex.sort((a, b) => a.loss - b.loss);
  return simplex[0]?.at ?? start;
}

const moved = (at: Numbers, axis: number) =>
  at.map((one, index) => (index === axis ? one + 1 : one)) as unknown as Numbers;

export function fitUsl(points: readonly UslPoint[]): Numbers {
  const first = points[0] ?? { active: 1, throughput: 1 };
  const log_l = Math.log(first.throughput / first.active);
  const starts: Numbers[] = [-1, -3, -6].flatMap((s) =>
    [-5, -8, -12].map((k): Numbers => [log_l + 1, s, k]),
  );
  return starts
    .map((start) => descend(points, start))
    .reduce((a, b) => (loss(points, b) < loss(points, a) ? b : a));
}
