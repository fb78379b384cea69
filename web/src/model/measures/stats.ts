/** Mean and 95 % confidence interval of a measure over several seeds. */

/** Student's distribution for a whole number of degrees of freedom is a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function twoSided(theta: number, freedom: number): number {
  const cos = Math.cos(theta);
  const odd = freedom % 2 === 1;
  let term = odd ? cos : 1;
  let sum = 0;
  for (let step = odd ? 1 : 0; step < freedom - 1; step += 2) {
    sum += term;
    term *= ((step + 1) / (step + 2)) * cos * cos;
  }
  return odd ? (2 / Math.PI) * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
}

/** The value that |t| stays below with this probability. */
export function studentT(freedom: number, probability = 0.95): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (twoSided(middle, freedom) < probability) low = middle;
    else high = middle;
  }
  return Math.sqrt(freedom) * Math.tan((low + high) / 2);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

export interface Interval {
  readonly count: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** Half the width of the mean's confidence interval, 95 % by default; undefined for a single value. */
  readonly half: number | undefined;
}

export function interval(values: readonly number[], probability = 0.95): Interval | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (count === 1 || least === most) {
    return { count, mean: least, least, most, half: count === 1 ? undefined : 0 };
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = studentT(count - 1, probability) * Math.sqrt(squares / (count - 1) / count);
  return { count, mean, least, most, half };
}
