/** The data in a frame's page for its script: the input of the run. The run itself is computed when the frame wakes. */
import type { LogSeries } from '../../ui/charts/log-chart';
import type { KnobSpec } from '../../model/run/knob';
import type { Overrides } from '../../model/run/types';
import type { Target } from '../../model/embedding/params';

interface Common extends Target {
  readonly name: string;
  readonly title: string;
  /** The site, relative to the frame's address. */
  readonly home: string;
  /** The full version, likewise. */
  readonly full: string;
  readonly source: string;
  /** The source in short. */
  readonly by: string;
}

/** One run, and the state in which it opens. */
export interface RunData {
  readonly scenario_json: string;
  readonly overrides: Overrides;
  readonly knobs: readonly KnobSpec[];
  /** Its name, if there are two. */
  readonly label: string;
}

export interface ScenarioData extends Common {
  readonly kind: 'scenario';
  /** It is about a queue, so it says how long its answers took. */
  readonly numbers: boolean;
  readonly runs: readonly [RunData];
  /** True if some of its runs are recorded, next to the page. */
  readonly recorded: boolean;
  readonly time_ns: number;
}
export interface PairData extends Common {
  readonly kind: 'pair';
  readonly numbers: boolean;
  readonly runs: readonly [RunData, RunData];
  readonly recorded: boolean;
  readonly time_ns: number;
}
export type RunsData = ScenarioData | PairData;

export interface Chart {
  readonly title: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  /** The range of the values; default: the range of the series. */
  readonly range?: readonly [number, number];
  readonly x_title: string;
  readonly y_title: string;
  readonly beyond?: { readonly from: number; readonly words: string } | undefined;
}
export interface ChartData extends Common {
  readonly kind: 'benchmark';
  readonly charts: readonly Chart[];
  /** What the model's lines mean, or that there are none. */
  readonly caption: string;
}
export type FrameData = RunsData | ChartData;
