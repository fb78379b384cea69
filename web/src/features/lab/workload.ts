/** The parts of a workload that can be added, with their initial values. */
import { isObject, type Json, type JsonObject } from '../../model/run/json';

export const ARRIVALS = ['batch', 'spread', 'open', 'closed', 'bursts'] as const;
export type ArrivalsKind = (typeof ARRIVALS)[number];

export const SPANS = [
  'constant',
  'exponential',
  'lognormal',
  'bimodal',
  'erlang',
  'uniform',
] as const;
export type SpanKind = (typeof SPANS)[number];

export const STEPS = [
  'cpu_us',
  'wait_us',
  'net_us',
  'async_us',
  'unreported_us',
  'lock',
  'unlock',
  'row_lock',
  'latch',
  'result_kb',
  'begin',
  'commit',
] as const;
export type StepKind = (typeof STEPS)[number];

export const WAITS = [
  'sleep',
  'diskio',
  'row_lock',
  'global_lock',
  'meta_data_lock',
  'table_lock',
  'user_lock',
  'binlog',
  'group_commit',
  'sync',
  'net',
  'unknown',
] as const;

/** A field of the workload: its name, its type, its label, and its default if it is optional. */
export type Field = readonly [
  field: string,
  kind: 'number' | 'time' | 'text',
  words: () => string,
  unset?: () => string,
];

export const PORTS = ['main', 'extra', 'admin'] as const;

function oneOf<T extends string>(names: readonly T[], value: Json | undefined): T | undefined {
  return isObject(value) ? names.find((name) => (value[name] ?? null) !== null) : undefined;
}

export function arrivalsKind(value: Json | undefined): ArrivalsKind {
  return oneOf(ARRIVALS, value) ?? 'batch';
}

export function stepKind(value: Json | undefined): StepKind {
  return oneOf(STEPS, value) ?? 'cpu_us';
}

export function spanKind(value: Json | undefined): SpanKind {
  return oneOf(SPANS, value) ?? 'constant';
}

/** A typical length, so that another distribution can start from it. */
export function typicalUs(span: Json | undefined): number {
  if (typeof span === 'number' && span > 0) return span;
  const shape = spanKind(span);
  const own = isObject(span) ? span[shape] : undefined;
  const field = (name: string) => {
    const value = isObject(own) ? own[name] : undefined;
    return typeof value === 'number' ? value : 0;
  };
  const us = {
    constant: 0,
    exponential: field('mean_us'),
    lognormal: field('median_us'),
    bimodal: field('short_us'),
    erlang: field('mean_us'),
    uniform: Math.round((field('min_us') + field('max_us')) / 2),
  }[shape];
  return us > 0 ? us : 1000;
}

const MADE: Readonly<Record<SpanKind, (us: number) => Json>> = {
  constant: (us) => us,
  exponential: (us) => ({ exponential: { mean_us: us } }),
  lognormal: (us) => ({ lognormal: { median_us: us, sigma: 1 } }),
  bimodal: (us) => ({ bimodal: { p_long: 0.1, short_us: us, long_us: us * 10 } }),
  erlang: (us) => ({ erlang: { k: 4, mean_us: us } }),
  uniform: (us) => ({ uniform: { min_us: Math.round(us / 2), max_us: Math.round(us * 1.5) } }),
};
/** A span of another distribution, about as long as the one before. */
export const spanOf = (kind: SpanKind, before: Json | undefined): Json =>
  MADE[kind](typicalUs(before));

const ARRIVING: Readonly<Record<ArrivalsKind, Json>> = {
  batch: { batch: { at_us: 0 } },
  spread: { spread: { at_us: 0, gap_us: 1000 } },
  open: { open: { between: { exponential: { mean_us: 10_000 } } } },
  closed: { closed: { think: { exponential: { mean_us: 100_000 } } } },
  bursts: { bursts: { every: 1_000_000 } },
};
export const arrivalsOf = (kind: ArrivalsKind): Json => ARRIVING[kind];

/** A step of another kind; keeps the time if both kinds have one. */
export function stepOf(kind: StepKind, before: Json | undefined): Json {
  switch (kind) {
    case 'cpu_us':
    case 'wait_us':
    case 'net_us':
    case 'async_us':
    case 'unreported_us': {
      const old = isObject(before) ? before[stepKind(before)] : undefined;
      const span = typeof old === 'number' || isObject(old) ? old : 10_000;
      return { [kind]: span };
    }
    case 'lock':
    case 'unlock': {
      const old = isObject(before) ? (before['lock'] ?? before['unlock']) : undefined;
      return { [kind]: typeof old === 'string' ? old : 'a' };
    }
    case 'row_lock':
      return { row_lock: { rows: 10_000, hot_rows: 10, hot_share: 0.5 } };
    case 'result_kb':
      return { result_kb: 64 };
    case 'latch':
    case 'begin':
    case 'commit':
      return { [kind]: true };
  }
}

export const newStatement = (): JsonObject => ({ steps: [{ cpu_us: 1000 }] });

export const newCrowd = (): JsonObject => ({
  count: 10,
  arrivals: arrivalsOf('closed'),
  statements: [{ name: 'query', steps: [{ cpu_us: 1000 }, { wait_us: 5000, kind: 'diskio' }] }],
});

export const newRequest = (connection: number): JsonObject => ({
  connection,
  at_us: 0,
  steps: [{ wait_us: 2_000_000 }],
});

export const newLoop = (connection: number): JsonObject => ({
  connection,
  at_us: 0,
  think_us: 100_000,
  statements: [{ steps: [{ cpu_us: 1000 }] }],
});
