/** Published benchmark tables (content/benchmarks), the model's cases, and the results computed for them. */
export const SYSTEMS = ['one-thread-per-connection', 'thread-pool', 'proxy'] as const;
export type System = (typeof SYSTEMS)[number];
/** The systems that the model covers, in the order in which texts mention them. */
export const MODELLED = ['one-thread-per-connection', 'thread-pool'] as const;
export type Modelled = (typeof MODELLED)[number];

/** A position on the x axis and the value measured there. */
export type Point = readonly [x: number, y: number];

export interface BenchmarkCurve {
  readonly id: string;
  readonly label: string;
  readonly machine: string;
  readonly workload: string;
  readonly system: System;
  readonly server: string;
  readonly points: readonly Point[];
  /** Further measurements at the same x values, such as `p95_ms`. */
  readonly more: Readonly<Record<string, readonly Point[]>>;
}

export interface Unexplained {
  readonly curve: string;
  readonly clients: number;
  readonly why: string;
}

/** A result that was published only as a picture: its description, and the x values for a model of it. */
export interface Unpublished {
  readonly why: string;
  readonly said: readonly string[];
  readonly extrapolation?:
    | {
        readonly benchmark: string;
        readonly machine: string;
        readonly workload: string;
        readonly cores: number;
        readonly label: string;
        readonly why: string;
        /** The system for which the article's observation contradicts the model. */
        readonly contradicts?: Modelled | undefined;
      }
    | undefined;
}

export interface Benchmark {
  readonly id: string;
  readonly title: string;
  readonly source: {
    readonly author: string;
    readonly title: string;
    readonly date: string;
    readonly url: string;
  };
  readonly licence: string;
  /** False if the values were read off a chart by eye. */
  readonly exact: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly x: { readonly name: string; readonly label: string };
  readonly y: { readonly name: string; readonly unit: string; readonly label: string };
  readonly curves: readonly BenchmarkCurve[];
  readonly notes: readonly string[];
  readonly not_explained: readonly Unexplained[];
  readonly unpublished?: Unpublished | undefined;
}

export const PARAMETERS = [
  'z_us',
  'zw_us',
  'c_us',
  'kc_us',
  'kt_us',
  'cap',
  'dp_us',
  'd0_us',
  'd1_us',
  'h_us',
  'w_us',
  'wc',
  'ws',
] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** One machine and workload, as parameters of the model. */
export interface Case {
  readonly machine: string;
  readonly workload: string;
  readonly cores: number;
  readonly statements: number;
  readonly open_transactions: boolean;
  readonly windows?: boolean | undefined;
  /** Groups of the pool; defaults to the number of cores. */
  readonly groups?: number;
  readonly parameters: Readonly<Record<Parameter, number>>;
}

export interface Fit {
  readonly benchmark: string;
  readonly command: string;
  readonly seed: number;
  readonly cases: readonly Case[];
  readonly held_out?:
    | { readonly clients: readonly number[]; readonly cases: readonly Case[] }
    | undefined;
}

/** Whether the simulation starts from the pile-up that a stall leaves, or with an empty latch. */
export type Regime = 'pile_up' | 'cold';

export interface SimulatedPoint {
  readonly clients: number;
  readonly throughput: number;
  /** Half the width of the confidence interval, as a share of the value. */
  readonly half_width: number;
  /** Mean number of statements being executed, and of those that wait at the latch. */
  readonly inside: number;
  readonly waiting: number;
}

/** One system of a pair: measured, computed and simulated points. */
export interface PairLine {
  readonly system: Modelled;
  readonly measured: readonly Point[];
  readonly analytic: readonly Point[];
  readonly simulated: readonly SimulatedPoint[];
  /** The Universal Scalability Law, fitted to the same points. */
  readonly usl: readonly Point[];
  /** Predictions of the fit that was made without these points. */
  readonly held_out: readonly Point[];
  readonly not_explained: readonly { readonly clients: number; readonly why: string }[];
}

/** Shares: 0.02 is 2 %. */
export interface Errors {
  readonly points: number;
  readonly median: number;
  readonly p90: number;
  readonly within_1_5: number;
}

/** One machine and workload under two schedulers. */
export interface Pair {
  readonly benchmark: string;
  readonly source: Benchmark['source'];
  readonly machine: string;
  readonly workload: string;
  readonly case: Case;
  readonly unit: string;
  readonly lines: readonly PairLine[];
  readonly errors: Errors;
  readonly held_out: Errors | undefined;
  readonly usl: Errors;
}

/** The client counts of the published set, and two more that nobody measured. */
export const COUNTS: readonly number[] = Array.from({ length: 11 }, (_, n) => 16 << n);
export const MEASURED_TO = 4096;

export const pairKey = ({ machine, workload }: { machine: string; workload: string }) =>
  `${machine}.${workload}`;

/** How far a computed value is from the measured one: 0.05 is 5 % too high. */
export const errorOf = (computed: number, measured: number) => computed / measured - 1;

/** Four points per doubling, so that the computed line bends where the curve does. */
export const FINE: readonly number[] = Array.from({ length: 41 }, (_, n) =>
  Math.round(16 * 2 ** (n / 4)),
);
