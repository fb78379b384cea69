/** The state of a sweep: its inputs, its run and its results; without a DOM. */
import { m } from '#paraglide/messages.js';
import { scenarioOf, measuresOf } from '../../figure/run/curves';
import { problemIn, Sweeper, type PointResult } from '../../model/engine/sweep';
import { curveShape } from '../../model/measures/curve-shape';
import { type SweepMeasure, UNIT, untilFor } from '../../model/measures/sweep-measure';
import type { OverrideValue, Overrides } from '../../model/run/types';
import { isRandom, isEndless } from '../../model/run/workload';
import { advice, advisedCores } from '../../model/words/advice';
import { settingWords } from '../../model/words/knob';
import { measureAxis, measureName, measureValue, shapeSentence } from '../../model/words/sweep';
import { heatScale, heatSvg } from '../../ui/charts/heat';
import { lineSvg } from '../../ui/charts/line-chart';
import { fileName } from '../../ui/export/exports';
import type { LabChange } from './state.svelte';
import {
  candidatesOf,
  cellsOf,
  firstValues,
  pointsOf,
  sweepKnobs,
  type SweepAxis,
  type SweepKnob,
  type SweepSpec,
} from './sweep-plan';
import { heatCells, linePoints } from './sweep-words';
import type { PanelProps } from './types';
import { printValues, readValues } from './values';
import { LIST, COLON, bracketed } from '../../model/joined';

/** A larger sweep is a job for the command line. */
export const MOST_POINTS = 1_500;

/** Widely spread values get a logarithmic axis, unless the reader chooses otherwise. */
function isSpread(values: readonly OverrideValue[]): boolean {
  const [first] = values;
  const last = values.at(-1);
  return typeof first === 'number' && typeof last === 'number' && first > 0 && last / first >= 16;
}

export const knobTitle = ({ label, unit }: SweepKnob) => (unit ? label + bracketed(unit) : label);

export class Sweep {
  readonly #given: () => PanelProps;
  readonly #sweeper: Sweeper;
  /** The inputs: two settings, the values as typed, the measure. */
  across_key = $state('');
  down_key = $state('');
  #typed = $state.raw<Readonly<Record<string, string>>>({});
  chosen_measure = $state('');
  seeds = $state(1);
  /** The cores of the reader's server; defaults to the scenario's. */
  cores = $state<number | undefined>();
  logs = $state({ x: false, y: false });
  /** True if the reader chose the axes. */
  touched = $state(false);
  running = $state(false);
  done = $state(0);
  said = $state('');
  #ran = $state.raw<{ spec: SweepSpec; now: string } | undefined>();
  results = $state.raw<readonly (PointResult | undefined)[]>([]);

  readonly #scenario = $derived.by(() => scenarioOf(this.#given().outcome));
  readonly knobs = $derived.by(() => sweepKnobs(this.#given().outcome, this.#scenario));
  readonly endless = $derived.by(() => isEndless(this.#scenario));
  readonly chance = $derived.by(() => isRandom(this.#scenario));
  readonly measures = $derived.by<readonly SweepMeasure[]>(() =>
    this.endless
      ? [...measuresOf(this.#given().outcome), 'p95', 'p50']
      : ['max', 'mean', 'p99', 'p95', 'p50', 'threads'],
  );
  readonly across = $derived.by(
    () => this.knobs.find(({ key }) => key === this.across_key) ?? this.knobs[0],
  );
  readonly down = $derived.by(() =>
    this.knobs.find(({ key }) => key === this.down_key && key !== this.across?.key),
  );
  readonly measure = $derived.by(
    () => this.measures.find((one) => one === this.chosen_measure) ?? this.measures[0] ?? 'max',
  );
  readonly total = $derived.by(
    () =>
      (this.across ? this.#valuesOf(this.across).length : 0) *
      (this.down ? this.#valuesOf(this.down).length : 1) *
      (this.chance ? this.seeds : 1),
  );
  readonly scenario_cores = $derived.by(
    () => this.knobs.find(({ key }) => key === 'cores')?.present,
  );
  readonly sweeps_cores = $derived.by(() => [this.across?.key, this.down?.key].includes('cores'));
  readonly #overrides = $derived.by<Overrides>(() => {
    const { overrides } = this.#given();
    return this.cores === undefined || this.cores === this.scenario_cores || this.sweeps_cores
      ? overrides
      : { ...overrides, cores: this.cores };
  });
  readonly #now = $derived.by(
    () => `${this.#given().scenario_json} ${JSON.stringify(this.#overrides)}`,
  );
  readonly stale = $derived.by(() => this.#ran !== undefined && this.#ran.now !== this.#now);
  readonly refusals = $derived.by(() =>
    this.results
      .flatMap((result) => problemIn(result) ?? [])
      .filter((problem, at, all) => all.indexOf(problem) === at),
  );

  readonly #cells = $derived.by(() =>
    this.spec ? cellsOf(this.spec, this.results, this.measure) : [],
  );
  readonly points = $derived.by(() =>
    this.spec ? linePoints(this.spec, this.#cells, this.measure) : [],
  );
  readonly heat = $derived.by(() =>
    this.spec ? heatCells(this.spec, this.#cells, this.measure) : [],
  );
  readonly ends = $derived.by((): [string, string] => {
    const { least, most } = heatScale(this.heat, false);
    return [this.#words(least), this.#words(most)];
  });
  /** The shape of the line in a sentence; undefined while it grows. */
  readonly summary = $derived.by(() => {
    if (this.running) return '';
    const known = this.points.flatMap(({ label, y }) =>
      y === undefined ? [] : [{ x: label, y, text: this.#words(y) }],
    );
    return measureName(this.measure) + COLON + shapeSentence(curveShape(known));
  });
  /** The best value, and whether that is more than chance. */
  readonly advised = $derived.by(() => {
    const { spec, results, measure, running } = this;
    const whole = results.length > 0 && results.every(Boolean);
    if (!spec || running || UNIT[measure] === 'count' || !whole) return [];
    const column = this.presentIn(spec.across);
    const row = spec.down ? this.presentIn(spec.down) : 0;
    const question = {
      measure: measureName(measure),
      most: UNIT[measure] === 'per_s',
      chance: this.chance,
      present: column < 0 || row < 0 ? undefined : row * spec.across.values.length + column,
    };
    const said = advice(candidatesOf(spec, results, measure), question, this.#words);
    if (said.length === 0 || [spec.across, spec.down].some((axis) => axis?.knob.key === 'cores'))
      return said;
    const used = spec.overrides['cores'] ?? this.scenario_cores;
    return [advisedCores(typeof used === 'number' ? used : undefined), ...said];
  });

  constructor(given: () => PanelProps, sweeper = new Sweeper()) {
    this.#given = given;
    this.#sweeper = sweeper;
  }

  /** The sweep that the results belong to. */
  get spec(): SweepSpec | undefined {
    return this.#ran?.spec;
  }

  readonly #words = (value: number) => measureValue(this.measure, value);

  textOf(knob: SweepKnob): string {
    return this.#typed[knob.key] ?? printValues(firstValues(knob));
  }
  type(knob: SweepKnob | undefined, text: string): void {
    if (knob) this.#typed = { ...this.#typed, [knob.key]: text };
  }
  #valuesOf(knob: SweepKnob): readonly OverrideValue[] {
    return knob.choices ?? readValues(this.textOf(knob)).values;
  }

  async run(): Promise<void> {
    const { across, down, total } = this;
    if (!across || total === 0 || total > MOST_POINTS) return;
    const { scenario_json, outcome } = this.#given();
    const axis = (knob: SweepKnob): SweepAxis => ({ knob, values: this.#valuesOf(knob) });
    const seed = Number(outcome.settings.find(({ name }) => name === 'seed')?.value ?? 1);
    const spec: SweepSpec = {
      scenario_json,
      overrides: this.#overrides,
      until_us: untilFor('max', this.#scenario),
      patient: !this.endless,
      across: axis(across),
      down: down ? axis(down) : undefined,
      seeds: Array.from({ length: this.chance ? this.seeds : 1 }, (_, index) => seed + index),
    };
    const points = pointsOf(spec);
    if (!this.touched) this.logs.x = isSpread(spec.across.values);
    this.#ran = { spec, now: this.#now };
    const found: (PointResult | undefined)[] = points.map(() => undefined);
    this.results = found;
    this.running = true;
    this.done = 0;
    this.said = '';
    // Points arrive faster than the screen changes.
    let frame: number | undefined;
    const show = () => {
      frame = undefined;
      this.results = [...found];
    };
    const end = await this.#sweeper.run(points, (result, progress) => {
      found[result.index] = result;
      this.done = progress.done;
      frame ??= requestAnimationFrame(show);
    });
    if (this.spec !== spec) return;
    show();
    this.running = false;
    this.said =
      end === 'done'
        ? m.lab_sweep_finished({ count: points.length })
        : m.lab_sweep_cancelled({ done: this.done, total: points.length });
  }

  cancel(): void {
    this.#sweeper.cancel();
  }

  /** The index of the scenario's present value on an axis. */
  presentIn({ knob, values }: SweepAxis): number {
    const present = this.knobs.find(({ key }) => key === knob.key)?.present;
    return values.indexOf(present ?? null);
  }

  /** A point's values as a change of the scenario. */
  take(column: number, row = 0): LabChange | undefined {
    const { spec } = this;
    if (!spec) return undefined;
    const taken = [
      { ...spec.across, index: column },
      ...(spec.down ? [{ ...spec.down, index: row }] : []),
    ].map(({ knob, values, index }) => ({ knob, value: values[index] ?? null }));
    const of_server = spec.overrides['cores'];
    const words = taken
      .map(({ knob, value }) => `${knob.label} = ${settingWords(value)}`)
      .join(LIST);
    this.said = m.lab_sweep_applied({ values: words });
    return {
      edits: [
        ...taken.flatMap(({ knob, value }) => knob.paths.map((at) => ({ at, value }))),
        ...(of_server === undefined ? [] : [{ at: '/machine/cores', value: of_server }]),
      ],
      label: m.lab_sweep_history({ values: words }),
    };
  }

  curve(spec: SweepSpec) {
    return {
      points: this.points,
      x_title: knobTitle(spec.across.knob),
      y_title: measureName(this.measure),
      y_words: (value: number) => measureAxis(this.measure, value),
      logs: this.logs,
      present: this.presentIn(spec.across),
    };
  }

  grid({ across, down }: SweepSpec) {
    return {
      columns: across.values.map((value) => settingWords(value)),
      rows: (down?.values ?? []).map((value) => settingWords(value)),
      column_title: knobTitle(across.knob),
      row_title: down ? knobTitle(down.knob) : '',
      cells: this.heat,
      log: this.logs.y,
      ends: this.ends,
    };
  }

  /** As a complete picture for a file. */
  picture(colours: Parameters<typeof lineSvg>[2]): string {
    const { spec } = this;
    const title = this.#given().outcome.scenario.title + COLON + measureName(this.measure);
    if (!spec) return '';
    return spec.down
      ? heatSvg({ title, ...this.grid(spec) }, colours)
      : lineSvg(title, this.curve(spec), colours);
  }

  fileName(ending: string): string {
    const { spec } = this;
    const knobs = [spec?.across.knob.label, spec?.down?.knob.label].filter(Boolean).join(' ');
    const { title } = this.#given().outcome.scenario;
    const what = `sweep ${knobs} ${ending === 'csv' ? '' : this.measure}`;
    return fileName(title, spec?.overrides ?? {}, what, ending);
  }
}
