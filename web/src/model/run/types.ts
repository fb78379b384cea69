/** The run's data as the engine gives it out. The page draws from nothing else. */
import type { Event, Life, Metrics, SchedulerName, WaitReason } from '../generated/types';

export type * from '../generated/types';
export type { Frame } from './frame';

/** One setting of a run, given in the scenario or a default. */
export interface Setting {
  readonly section: string;
  readonly name: string;
  readonly value: string;
  readonly given: boolean;
}

/** Means over equal stretches of the run: one list a column, one mean a stretch. */
export interface Series {
  readonly bucket_ns: number;
  readonly columns: readonly string[];
  readonly values: readonly (readonly number[])[];
}

export type Stopped = 'until' | 'budget_steps' | 'budget_memory';

export interface Source {
  readonly author: string;
  readonly title: string;
  readonly date: string;
  readonly url?: string | null;
}

export interface Published {
  readonly label: string;
  readonly note?: string | null;
  readonly source: Source;
  readonly settings: string;
  /** Sorted, the fastest first. */
  readonly latencies_ms: readonly number[];
}

export interface ScenarioKnob {
  readonly name?: string | null;
  readonly paths?: readonly string[];
  readonly label?: string | null;
  readonly unit?: string | null;
  readonly help?: string | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly stops?: readonly number[];
}

/** The part of a scenario that the page itself reads; the rest is passed through. */
export interface ScenarioView {
  readonly title: string;
  readonly question: string;
  readonly about: string;
  readonly source?: Source | null;
  readonly server: {
    readonly scheduler: SchedulerName;
    readonly version?: string | null;
  } & Readonly<Record<string, unknown>>;
  readonly machine?: {
    readonly latch?: unknown;
    readonly run_queue?: unknown;
  } | null;
  readonly stalls?: readonly { readonly at_us: number; readonly for_us: number }[] | null;
  readonly knobs?: readonly ScenarioKnob[];
  readonly published?: readonly Published[];
}

/** A scenario in a list. */
export interface ScenarioLink {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly scheduler: SchedulerName;
}

export interface Outcome {
  readonly engine: string;
  readonly end_ns: number;
  readonly steps: number;
  readonly stopped: Stopped;
  readonly lives: readonly Life[];
  readonly events: readonly Event[];
  readonly locks: readonly string[];
  readonly reasons: readonly WaitReason[];
  readonly metrics: Omit<Metrics, 'series'> & { readonly series: Series };
  /** The file as it was run, with overrides set in it. */
  readonly scenario: ScenarioView;
  readonly settings: readonly Setting[];
  /** What the scenario's `record` left out; figures and frames are of the whole run all the same. */
  readonly not_kept?: { readonly lives: number; readonly events: number } | null;
}

export type OverrideValue = number | string | boolean | null;
/** By the name of a server variable, the label of a knob, or a JSON pointer. */
export type Overrides = Readonly<Record<string, OverrideValue>>;

export interface InstrumentTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
export interface Instruments {
  readonly status: readonly (readonly [string, string | number])[];
  readonly tables: readonly InstrumentTable[];
}
