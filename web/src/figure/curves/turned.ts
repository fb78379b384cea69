/** The parts of a fitted machine that a reader may change, and their form in an address. */
import type { Regime } from '../../model/benchmarks/benchmark';
import { LIST, TO } from '../../model/joined';

export interface Turned {
  readonly cores: number;
  /** thread_pool_size; the default is the number of cores. */
  readonly groups: number;
  readonly herd: number;
  readonly list: number;
  readonly start: Regime;
}

export const CORES = [1, 2, 4, 6, 8, 12, 16, 18, 24, 32, 48, 64, 96, 128];
export const FACTORS: readonly number[] = [0, 0.25, 0.5, 1, 2, 4];
const MOST_CORES = 128;
const cores = Array.from({ length: MOST_CORES }, (_, index) => String(index + 1));

/** The values that an address may have, and their words. */
export const TURNED_VALUES: Readonly<
  Record<keyof Turned, { readonly values: readonly string[]; readonly words: string }>
> = {
  cores: { values: cores, words: `1${TO}${MOST_CORES}` },
  groups: { values: cores, words: `1${TO}${MOST_CORES}` },
  herd: { values: FACTORS.map(String), words: FACTORS.join(LIST) },
  list: { values: FACTORS.map(String), words: FACTORS.join(LIST) },
  start: { values: ['pile_up', 'cold'] satisfies Regime[], words: ['pile_up', 'cold'].join(LIST) },
};
export const TURNED_NAMES = ['cores', 'groups', 'herd', 'list', 'start'] as const;

/** Reads the allowed values; the empty string means unset. */
export function turnedOf(of: (name: keyof Turned) => string): Partial<Turned> {
  const number = (name: keyof Turned) => {
    const value = of(name);
    return value === '' ? {} : { [name]: Number(value) };
  };
  const start = of('start');
  return {
    ...number('cores'),
    ...number('groups'),
    ...number('herd'),
    ...number('list'),
    ...((start === 'cold' || start === 'pile_up') && { start }),
  };
}
