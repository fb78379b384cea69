/** Finds the same request in two runs: the n-th of its connection. Numbers may differ, arrivals do not. */
import type { Life } from './types';

type Known = Pick<Life, 'request' | 'connection'>;

/** For each request of the first run, its counterpart in the second. */
export function counterparts<L extends Known>(
  left: readonly Known[],
  right: readonly L[],
): (L | undefined)[] {
  const nth = new Map<string, L>();
  const keyed = (lives: readonly Known[]) => {
    const counts = new Map<number, number>();
    return lives.map(({ connection }) => {
      const count = counts.get(connection) ?? 0;
      counts.set(connection, count + 1);
      return `${connection} ${count}`;
    });
  };
  keyed(right).forEach((key, index) => {
    const life = right[index];
    if (life) nth.set(key, life);
  });
  return keyed(left).map((key) => nth.get(key));
}
