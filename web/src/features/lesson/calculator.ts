/**
 * The calculator of the lesson on sizes: the reader's numbers, their limits, and the runs for them, one for each value of
 * thread_pool_size and each of a few seeds.
 */
import { m } from '#paraglide/messages.js';
import type { SweepPoint } from '../../model/engine/sweep';
import type { Summary } from '../../model/run/summary';
import { LIST } from '../../model/joined';

interface Field {
  readonly label: () => string;
  /** In words; a plain number has none. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly whole?: true;
}

const field = (
  label: () => string,
  unit: string,
  [min, max]: readonly [number, number],
  first: number,
): Field => ({ label, unit, min, max, first });

export const FIELDS = {
  cores: { ...field(m.calc_cores, '', [1, 256], 4), whole: true },
  rate: field(m.calc_rate, '', [1, 50_000], 1000),
  compute: field(m.calc_compute, 'ms', [0.01, 10_000], 1),
  wait: field(m.calc_wait, 'ms', [0, 10_000], 0),
  share: field(m.calc_share, '%', [0, 50], 0.5),
  long: field(m.calc_long, 'ms', [0.01, 10_000], 100),
  connections: { ...field(m.calc_connections, '', [1, 4096], 192), whole: true },
} as const satisfies Readonly<Record<string, Field>>;
export type FieldName = keyof typeof FIELDS;
export const NAMES = Object.keys(FIELDS) as readonly FieldName[];

export type Texts = Readonly<Record<FieldName, string>>;
export type Numbers = Readonly<Record<FieldName, number>>;
export interface CalculatorLink {
  readonly texts: Texts;
  readonly size: number | undefined;
  readonly sentences: readonly string[];
}

const first = Object.fromEntries(NAMES.map((name) => [name, String(FIELDS[name].first)])) as Texts;
const LONGEST = 24;
const LINKED: readonly string[] = ['v', 'size', ...NAMES];

/** Reads the state from an address. Unknown values are reported and otherwise ignored. */
export function readLink(search: URLSearchParams): CalculatorLink {
  const unknown = [...new Set(search.keys())].filter((name) => !LINKED.includes(name));
  const texts = Object.fromEntries(
    NAMES.map((name) => [name, (search.get(name) ?? first[name]).slice(0, LONGEST)]),
  ) as Texts;
  const size = Number(search.get('size') ?? NaN);
  return {
    texts,
    size: Number.isSafeInteger(size) && size > 0 ? size : undefined,
    sentences: unknown.map((name) =>
      m.calc_link_unknown({ name: name.slice(0, LONGEST), allowed: LINKED.join(LIST) }),
    ),
  };
}

export function printLink(texts: Texts, size: number | undefined): string {
  const search = new URLSearchParams({ v: '1' });
  for (const name of NAMES) if (texts[name] !== first[name]) search.set(name, texts[name]);
  if (size !== undefined) search.set('size', String(size));
  return `?${search.toString()}`;
}

export type Reading =
  | { readonly kind: 'numbers'; readonly numbers: Numbers }
  | { readonly kind: 'refused'; readonly wrong: Readonly<Partial<Record<FieldName, string>>> };

/** The number of cores that the statements keep busy. */
export function load({ rate, compute, share, long }: Numbers): number {
  return (rate * (compute * (1 - share / 100) + (long * share) / 100)) / 1000;
}

/** Keeping more than this share of the cores busy for long means queues that only grow. */
const MOST_BUSY = 0.98;

export function readNumbers(texts: Texts): Reading {
  const wrong: Partial<Record<FieldName, string>> = {};
  const numbers = Object.fromEntries(
    NAMES.map((name) => {
      const { label, unit, min, max, ...rest } = FIELDS[name];
      const text = texts[name].trim();
      const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
      const fits =
        number >= min && number <= max && (!('whole' in rest) || Number.isInteger(number));
      if (!fits)
        wrong[name] = m.calc_refused({
          field: label(),
          value: text.slice(0, LONGEST),
          allowed: `${'whole' in rest ? `${m.calc_whole()} ` : ''}${min}–${max}${unit && ` ${unit}`}`,
        });
      return [name, number];
    }),
  ) as Numbers;
  if (Object.keys(wrong).length > 0) return { kind: 'refused', wrong };
  const busy = load(numbers);
  if (busy > MOST_BUSY * numbers.cores) {
    const most = Math.floor((numbers.rate * MOST_BUSY * numbers.cores) / busy);
    const said = { value: String(numbers.rate), busy: busy.toFixed(1), cores: numbers.cores };
    return { kind: 'refused', wrong: { rate: m.calc_overload({ ...said, most }) } };
  }
  return { kind: 'numbers', numbers };
}

const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];

/** The values to try: a few per doubling, always including the cores and one and a half times the cores. */
export function sizesOf({ cores }: Numbers): readonly number[] {
  const most = Math.min(512, Math.max(64, 8 * cores));
  const all = new Set([...STEPS.filter((size) => size <= most), cores, Math.ceil(1.5 * cores)]);
  return [...all].sort((a, b) => a - b);
}

export const SEEDS = [1, 2, 3] as const;
const STATEMENTS = { usual: 20_000, most: 60_000 };
/** The least number of long statements, if there are any, so that the 99th percentile doesn't depend on luck. */
const LONG_ONES = 100;

/** The simulated time in microseconds: enough statements, and several times the length of the longest. */
export function until({ rate, share, compute, wait, long }: Numbers): number {
  const longest_ms = share > 0 ? Math.max(compute + wait, long) : compute + wait;
  const wanted =
    share > 0 ? Math.max(STATEMENTS.usual, (100 * LONG_ONES) / share) : STATEMENTS.usual;
  const seconds = Math.max(Math.min(wanted, STATEMENTS.most) / rate, (20 * longest_ms) / 1000);
  return Math.round(1e6 * Math.min(seconds, Math.max(STATEMENTS.most / rate, 1)));
}

/** The reader's numbers as a scenario under the rules of MariaDB 10.11. */
export function scenarioOf(numbers: Numbers): string {
  const { cores, rate, compute, wait, share, long, connections } = numbers;
  const us = (ms: number) => Math.max(1, Math.round(1000 * ms));
  const longOnes = share > 0 ? Math.max(1, Math.round(connections / 2)) : 0;
  const crowd = (name: string, count: number, from: number, per_s: number, steps: object[]) => ({
    name,
    count,
    first_connection: from,
    arrivals: { open: { between: { exponential: { mean_us: Number((1e6 / per_s).toFixed(3)) } } } },
    statements: [{ name, steps }],
  });
  const short = [{ cpu_us: us(compute) }, ...(wait > 0 ? [{ wait_us: us(wait) }] : [])];
  const shorts = Math.max(1, connections - longOnes);
  const until_us = until(numbers);
  return JSON.stringify({
    title: 'Your numbers',
    question: 'How large?',
    about: 'Statements arrive at random, most of them short and some of them long.',
    server: { scheduler: 'mariadb', version: '10.11', thread_pool_size: cores },
    machine: { cores },
    until_us,
    warm_up_us: Math.round(until_us / 10),
    record: { lives: 1, events: 1 },
    clients: [
      crowd('statement', shorts, 0, rate * (1 - share / 100), short),
      ...(longOnes > 0
        ? [crowd('long one', longOnes, shorts, (rate * share) / 100, [{ cpu_us: us(long) }])]
        : []),
    ],
  });
}

/** Every size with the first seed, then with the others: the curve is complete early and gets steadier. */
export function pointsOf(numbers: Numbers): readonly (SweepPoint & { readonly size: number })[] {
  const scenario = scenarioOf(numbers);
  return SEEDS.flatMap((seed) =>
    sizesOf(numbers).map((size) => ({
      size,
      scenario,
      overrides: { thread_pool_size: size, seed },
    })),
  );
}

export const SHOWN = ['p99', 'p95', 'mean'] as const;
export type ShownMeasure = (typeof SHOWN)[number];

export interface SizeResult {
  readonly size: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export interface Known {
  readonly size: number;
  readonly summary: Summary;
}

/** The results of the seeds for each size. */
export function sizeResults(known: readonly Known[], shown: ShownMeasure): readonly SizeResult[] {
  return [...new Set(known.map(({ size }) => size))]
    .flatMap((size): SizeResult[] => {
      const sorted = known
        .filter((one) => one.size === size && one.summary.finished > 0)
        .map(({ summary }) => summary[`${shown}_ns`])
        .sort((a, b) => a - b);
      const middle = sorted[Math.floor((sorted.length - 1) / 2)];
      const [low, high] = [sorted[0], sorted.at(-1)];
      return low === undefined || middle === undefined || high === undefined
        ? []
        : [{ size, low, middle, high }];
    })
    .sort((a, b) => a.size - b.size);
}
