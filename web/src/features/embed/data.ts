/** What a frame's page carries for its script: the input of the run. The run itself is computed on waking. */
import type { LogSeries } from '../../ui/charts/log-chart';
import type { KnobSpec } from '../../model/run/knob';
import type { Overrides } from '../../model/run/types';
import type { Target } from '../../model/embedding/params';

interface Common extends Target {
  readonly name: string;
  readonly title: string;
  /** The site, from the frame's own address. */
  readonly home: string;
  /** The full version, likewise. */
  readonly full: string;
  readonly source: string;
}

/** One run, and how it opens. */
export interface RunData {
  readonly scenario_json: string;
  readonly overrides: Overrides;
  readonly knobs: readonly KnobSpec[];
  /** What it is called beside another. */
  readonly label: string;
}

export interface ScenarioData extends Common {
  readonly kind: 'scenario';
  readonly runs: readonly [RunData];
  /** Some of its runs are recorded, beside the page. */
  readonly recorded: boolean;
  readonly time_ns: number;
}
export interface PairData extends Common {
  readonly kind: 'pair';
  readonly runs: readonly [RunData, RunData];
  readonly recorded: boolean;
  readonly time_ns: number;
}
export type RunsData = ScenarioData | PairData;

export interface Chart {
  readonly title: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  /** Of the values; none: what the series need. */
  readonly range?: readonly [number, number];
  readonly x_title: string;
  readonly y_title: string;
  readonly beyond?: { readonly from: number; readonly words: string } | undefined;
}
export interface ChartData extends Common {
  readonly kind: 'benchmark';
  readonly charts: readonly Chart[];
  /** How the model's lines are meant, or that there are none. */
  readonly caption: string;
}
export type FrameData = RunsData | ChartData;
