/** The contents of a widget's frame: its picture's props, and the data of its script. */
import { m } from '#paraglide/messages.js';
import { measureName } from '../../figure/curves/measure-name';
import { rangeOfPair, seriesOf } from '../../figure/curves/series';
import { groupsOf, placesOf, tableSeries } from '../../figure/curves/table-view';
import { errorSentences } from '../../figure/curves/words';
import type { Chart, ChartData, FrameData, RunData } from '../../features/embed/data';
import type { Recordings } from '../../features/embed/live';
import type { Poster } from '../../figure/player/player.svelte';
import { COUNTS, MEASURED_TO, type Benchmark } from '../../model/benchmarks/benchmark';
import type { Overrides } from '../../model/run/types';
import { shownName } from '../../model/words/names';
import { benchmarkNamed } from '../benchmarks';
import { isOfQueues } from '../figures';
import { posterOf } from '../runs/engine';
import { recordingOf } from '../runs/recording';
import { knobsOf, type ScenarioFile } from '../runs/scenarios';
import type { AnyWidget, BenchmarkWidget, PairWidget } from './widgets';

export interface Filled {
  readonly data: FrameData;
  readonly posters: readonly Poster[];
}

function runOf(file: ScenarioFile, overrides: Overrides, label: string, poster: Poster): RunData {
  return {
    scenario_json: JSON.stringify(JSON.parse(file.json)),
    overrides,
    knobs: knobsOf(poster.outcome),
    label,
  };
}

/** The knobs first: a refusal lists those. */
function namesOf(runs: readonly { run: RunData; poster: Poster }[]) {
  const knobs = new Set(runs.flatMap(({ run }) => run.knobs.map((knob) => knob.name)));
  const settings = runs.flatMap(({ poster }) => poster.outcome.settings.map(({ name }) => name));
  return { names: [...new Set([...knobs, ...settings])], knobs: knobs.size };
}

/** The contents of `run.json`, next to the page. */
export const recordingsOf = (runs: readonly RunData[]): Recordings =>
  runs.map(({ scenario_json, overrides }) => recordingOf(scenario_json, overrides) ?? null);

interface Sourced {
  readonly author: string;
  readonly title: string;
  readonly date: string;
}

/** The author and the year. */
const short = ({ author, date }: Sourced) => ({
  author: shownName(author),
  year: /\d{4}/.exec(date)?.[0] ?? shownName(date),
});
const whole = ({ author, title, date }: Sourced) => ({
  author: shownName(author),
  title: shownName(title),
  date: shownName(date),
});

/** In full and in short. */
const sourceOf = ({ scenario: { source } }: ScenarioFile) =>
  source
    ? { source: m.embed_source(whole(source)), by: m.embed_source_short(short(source)) }
    : { source: m.embed_source_own(), by: m.embed_source_own() };

const measuredBy = (source: Benchmark['source']) => ({
  source: m.embed_source_measured(whole(source)),
  by: m.embed_source_measured_short(short(source)),
});

function charts(widget: BenchmarkWidget): Pick<ChartData, 'charts' | 'caption' | 'source' | 'by'> {
  const { chart } = widget;
  if (chart.kind === 'curve') {
    const pair = chart.pair();
    const { source } = benchmarkNamed(pair.benchmark);
    const one: Chart = {
      title: widget.title,
      series: seriesOf(pair, { usl: false }),
      places: COUNTS,
      range: rangeOfPair(pair),
      x_title: m.bench_clients(),
      y_title: pair.unit,
      beyond: { from: MEASURED_TO, words: m.bench_beyond() },
    };
    return {
      charts: [one],
      caption: errorSentences(pair)[0] ?? '',
      ...measuredBy(source),
    };
  }
  const { benchmark } = chart;
  const groups = groupsOf(benchmark);
  const one_machine = new Set(groups.map((group) => group.machine)).size === 1;
  return {
    charts: groups.map((group) => ({
      title: one_machine ? group.workload : group.key,
      series: tableSeries(benchmark, group.curves, benchmark.y.name),
      places: placesOf(benchmark),
      x_title: benchmark.x.label,
      y_title: measureName(benchmark, benchmark.y.name),
    })),
    caption: benchmark.notes[0] ?? '',
    ...measuredBy(benchmark.source),
  };
}

/** Both at one moment. */
function pairOf({ left, right, cue }: PairWidget): readonly [Poster, Poster] {
  const first = posterOf(left.file.json, { ...cue, overrides: left.overrides });
  const { time_ns } = first.frame;
  return [first, posterOf(right.file.json, { ...cue, time_ns, overrides: right.overrides })];
}

/** Only its pictures, as in {@link fill}. */
export function postersOf(widget: AnyWidget): readonly Poster[] {
  switch (widget.kind) {
    case 'scenario':
      return [posterOf(widget.file.json)];
    case 'pair':
      return pairOf(widget);
    case 'benchmark':
      return [];
  }
}

/** `root`: the path from the frame's address to the site's root. */
export function fill(widget: AnyWidget, root: string): Filled {
  const { name, title } = widget;
  const common = { name, title, home: root, full: root + widget.page.slice(1) };
  switch (widget.kind) {
    case 'scenario': {
      const poster = posterOf(widget.file.json);
      const run = runOf(widget.file, {}, '', poster);
      return {
        data: {
          kind: 'scenario',
          ...common,
          numbers: isOfQueues(name),
          ...namesOf([{ run, poster }]),
          ...sourceOf(widget.file),
          runs: [run],
          recorded: recordingsOf([run]).some((one) => one !== null),
          time_ns: poster.frame.time_ns,
        },
        posters: [poster],
      };
    }
    case 'pair': {
      const { left, right } = widget;
      const [first, second] = pairOf(widget);
      const runs = [
        runOf(left.file, left.overrides, left.label, first),
        runOf(right.file, right.overrides, right.label, second),
      ] as const;
      const both = [
        { run: runs[0], poster: first },
        { run: runs[1], poster: second },
      ];
      return {
        data: {
          kind: 'pair',
          ...common,
          numbers: isOfQueues(name),
          ...namesOf(both),
          ...sourceOf(left.file),
          runs,
          recorded: recordingsOf(runs).some((one) => one !== null),
          time_ns: first.frame.time_ns,
        },
        posters: [first, second],
      };
    }
    case 'benchmark':
      return {
        data: { kind: 'benchmark', ...common, names: [], knobs: 0, ...charts(widget) },
        posters: [],
      };
  }
}
