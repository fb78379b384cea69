/** Measurements next to simulations, in the form that pages use. Made when the site is built. */
import type { ChartFigureProps } from '../../figure/curves/chart-figure';
import type { Source } from '../../model/run/types';

/** One lane: the measured run above its line, the simulated one below. */
export interface Lane {
  readonly label: string;
  /** In how many of the runs it occurred, if not in all. */
  readonly measured_share: string;
  readonly simulated_share: string;
  /** The contents of its SVG, whose height the strip gives. */
  readonly drawn: string;
}

export interface Strip {
  readonly lanes: readonly Lane[];
  /** The height of each lane, in px. */
  readonly height: number;
  readonly ticks: readonly (readonly [at: number, label: string])[];
  /** Samples of the bars for the legend, in 14 x 14. */
  readonly signs: Readonly<Record<'measured' | 'simulated', string>>;
  /** True if times are shown but not compared. */
  readonly computing: boolean;
  /** The same in a sentence. */
  readonly words: string;
}

export interface FindingView {
  readonly what: string;
  readonly measured: string;
  readonly simulated: string;
  readonly holds: boolean;
  readonly can_fail: boolean;
}

/** `cannot_fail`: everything compared is true for any settings. */
export type ComparisonVerdict = 'matched' | 'differs' | 'cannot_fail' | 'not_expressible';

export interface MeasuredView {
  readonly name: string;
  readonly title: string;
  readonly verdict: ComparisonVerdict;
  readonly settings: readonly string[];
  readonly workload: readonly string[];
  readonly strip: Strip | undefined;
  readonly findings: readonly FindingView[];
  /** Why it differs. */
  readonly reasons: readonly string[];
  readonly runs: string;
  /** The lab's address that opens one of the simulated runs. */
  readonly lab: string | undefined;
}

export interface NavLink {
  readonly kind: string;
  readonly title: string;
  readonly scenarios: number;
}
export interface KindLink extends NavLink {
  readonly verdicts: Readonly<Record<ComparisonVerdict, number>>;
}

export interface KindPage {
  readonly kind: string;
  readonly title: string;
  readonly lead: string;
  readonly servers: readonly { readonly server: string; readonly text: string }[];
  readonly source: Source;
  readonly scenarios: readonly MeasuredView[];
  readonly kinds: readonly NavLink[];
}

export interface ReasonView {
  readonly reason: string;
  readonly scenarios: readonly {
    readonly title: string;
    readonly href: string;
    readonly note: string;
  }[];
}

/** The closed loop: both schedulers at one number of clients, measured in the same minute. */
export interface SwitchRow {
  readonly clients: number;
  readonly repetition: number;
  readonly pool: number;
  readonly one_thread: number;
  readonly throughput_ratio: number;
  readonly per_cpu_ratio: number | undefined;
}
export interface SwitchTable {
  readonly workload: string;
  readonly rows: readonly SwitchRow[];
  /** Medians over the pairs with this many clients: from, to. */
  readonly busy: readonly [number, number];
  readonly pairs: number;
  readonly pool: number;
  readonly one_thread: number;
}

export interface Overview {
  readonly scenarios: number;
  readonly verdicts: Readonly<Record<ComparisonVerdict, number>>;
  readonly facts: number;
  readonly facts_held: number;
  /** Facts that are true for any settings; not counted above. */
  readonly facts_firm: number;
  readonly runs: number;
  readonly first: MeasuredView;
  readonly first_kind: string;
  readonly kinds: readonly KindLink[];
  readonly reasons: readonly ReasonView[];
  /** The tolerated lateness, and what the yardstick measured: least, greatest. */
  readonly usual: string;
  readonly held_up: string;
  readonly yardstick: readonly string[];
  readonly samples: number;
  readonly tried: readonly { readonly what: string; readonly range: string }[];
  readonly machines: readonly { readonly server: string; readonly text: string }[];
  readonly source: Source;
  /** The page with clients that give up. */
  readonly clients: {
    readonly title: string;
    readonly lead: string;
    readonly sections: readonly Pick<ClientsSectionView, 'name' | 'title'>[];
  };
  readonly switches: readonly SwitchTable[];
  /** Context switches per statement over numbers of clients. */
  readonly chart: ChartFigureProps | undefined;
}

/** Clients that give up, and connection pools: one experiment with its numbers in the order of its section's figures. */
export interface ClientsExperimentView {
  readonly name: string;
  readonly title: string;
  readonly did: string;
  readonly caveat: string | undefined;
  /** Those that its section does not say. */
  readonly settings: readonly string[];
  /** How many runs and when, if its section does not say. */
  readonly runs: string | undefined;
  /** One if all runs agree, else one of each run. */
  readonly values: readonly (readonly string[])[];
}
export interface ClientsSectionView {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly caveat: string | undefined;
  readonly settings: readonly string[];
  readonly runs: string | undefined;
  readonly figures: readonly string[];
  readonly experiments: readonly ClientsExperimentView[];
}
export interface ClientsPage {
  readonly experiments: number;
  readonly runs: number;
  readonly server: string;
  readonly machine: string;
  readonly source: Source;
  readonly sections: readonly ClientsSectionView[];
}
