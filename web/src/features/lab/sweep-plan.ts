/** What can be swept, and the points of a sweep: values of one or two knobs, with several seeds each. */
import { knobValues } from '../../model/measures/knob-values';
import { problemIn, type PointResult, type SweepPoint } from '../../model/engine/sweep';
import { atPointer, isRecord, pointerPart } from '../../model/run/pointer';
import {
  leavesWaiting,
  measured,
  measuredAtLeast,
  type SweepMeasure,
} from '../../model/measures/sweep-measure';
import type { Outcome, OverrideValue, Overrides, ScenarioFile } from '../../model/run/types';
import { numberLabel } from './labels';
import { presentOf } from './present';
import { knobName, settingWords } from '../../model/words/knob';
import { interval, type Interval } from '../../model/measures/stats';
import type { Candidate } from '../../model/words/advice';
import { variablesOf } from './variables';
import { LIST } from '../../model/joined';

export interface SweepKnob {
  /** The override's name. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Its words or switch positions; undefined: a number. */
  readonly choices: readonly OverrideValue[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly present: OverrideValue;
  /** The pointers that it sets. */
  readonly paths: readonly string[];
}

const MOST_NUMBERS = 40;
/** Numbers not worth sweeping: identifiers and start times. */
const NOT_SWEPT = /(first_connection|_id|weight)$/;

function numbersUnder(value: unknown, pointer: string): string[] {
  if (typeof value === 'number') return NOT_SWEPT.test(pointer) ? [] : [pointer];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersUnder(inner, `${pointer}/${pointerPart(name)}`),
  );
}

/** Parameters of distributions that are not times, with the engine's limits. */
const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  sigma: [0, 4],
  p_long: [0, 1],
  k: [1, 1000],
};

function unitOf(pointer: string): string {
  return /_(us|ms|s|ns|mb)$/.exec(pointer)?.[1] ?? '';
}

/** The scenario's own knobs first, then the server's variables, then its other numbers. */
export function sweepKnobs(outcome: Outcome, scenario: ScenarioFile): readonly SweepKnob[] {
  const settings = presentOf(outcome);
  // Limits of clients are among the settings only where the scenario sets them: elsewhere they change nothing, or refuse
  // the connections that are there.
  const listed = new Set(outcome.settings.map(({ name }) => name));
  const rows = variablesOf(settings.scheduler, settings.version);
  const offered = rows.filter(({ field }) => listed.has(field));
  const variables = offered.map((row): SweepKnob => {
    const { kind } = row;
    return {
      // By name, which also sets a value that the file omits.
      key: row.name,
      label: row.name,
      unit: row.unit,
      choices:
        kind.type === 'choice' ? kind.values : kind.type === 'switch' ? [false, true] : undefined,
      min: kind.type === 'number' ? kind.min : undefined,
      max: kind.type === 'number' ? kind.max : undefined,
      present: settings.value(row.field),
      paths: [`/server/${row.field}`],
    };
  });
  const lengthOf = (list: string) => {
    const items = atPointer(scenario, list);
    return Array.isArray(items) ? items.length : 0;
  };
  const number = (pointer: string, label = numberLabel(pointer, lengthOf)): SweepKnob => {
    const present = atPointer(scenario, pointer);
    const limits = LIMITS[pointer.replace(/^.*\//, '')];
    return {
      key: pointer,
      label,
      unit: unitOf(pointer),
      choices: undefined,
      min: limits?.[0],
      max: limits?.[1],
      present: typeof present === 'number' ? present : null,
      paths: [pointer],
    };
  };
  const named = (scenario.knobs ?? []).flatMap(({ name, label, paths, min, max, unit }) => {
    const [first] = paths ?? [];
    const variable = variables.find(
      (one) => one.label === name || one.paths.includes(`/server/${name ?? ''}`),
    );
    const base = variable ?? (first === undefined ? undefined : number(first));
    if (!base) return [];
    const own =
      paths && paths.length > 0
        ? {
            key: label ?? base.key,
            label: label === undefined || label === null ? base.label : knobName(label),
            paths,
          }
        : {};
    return [
      { ...base, ...own, unit: unit ?? base.unit, min: min ?? base.min, max: max ?? base.max },
    ];
  });
  const cores = Number(outcome.settings.find(({ name }) => name === 'cores')?.value);
  const machine: SweepKnob = {
    ...number('/machine/cores', 'cores'),
    key: 'cores',
    min: 1,
    present: Number.isFinite(cores) ? cores : null,
  };
  const others = [
    ...numbersUnder(scenario.clients ?? [], '/clients'),
    ...numbersUnder(scenario.loops ?? [], '/loops'),
  ].slice(0, MOST_NUMBERS);
  const seen = new Set<string>();
  const all = [...named, ...variables, machine, ...others.map((pointer) => number(pointer))];
  return all.filter(({ paths }) => {
    const place = paths.join(' ');
    const again = seen.has(place);
    seen.add(place);
    return !again;
  });
}

const FEW = 12;

/** Initial values: all of a short range, or some around the present one. */
export function firstValues({ choices, min, max, present }: SweepKnob): readonly number[] {
  if (choices) return [];
  const now = typeof present === 'number' ? present : undefined;
  // Shares and similar values are fractions.
  const broken = max !== undefined && max <= 4;
  if (min !== undefined && max !== undefined && max - min < FEW * 2 && !broken) {
    return knobValues(
      { stops: [], min, max, normal: undefined, initial: now ?? min },
      now ?? null,
    ).filter((value): value is number => typeof value === 'number');
  }
  const middle = now === undefined || now === 0 ? Math.max(min ?? 1, 8) : now;
  const factors = [1 / 8, 1 / 4, 1 / 2, 3 / 4, 1, 1.5, 2, 3, 4, 8];
  const rounded = (value: number) => (broken ? Number(value.toPrecision(3)) : Math.round(value));
  const values = factors
    .map((factor) => rounded((broken ? (now ?? 1) : middle) * factor))
    .filter((value) => value >= (min ?? 1) && value <= (max ?? Infinity));
  return [...new Set([...(now === 0 ? [0] : []), ...values])];
}

export interface SweepAxis {
  readonly knob: SweepKnob;
  readonly values: readonly OverrideValue[];
}
export interface SweepSpec {
  readonly scenario_json: string;
  readonly overrides: Overrides;
  readonly until_us: number;
  /** True if all requests get time to be answered: one without an answer never gets one. */
  readonly patient: boolean;
  readonly across: SweepAxis;
  readonly down: SweepAxis | undefined;
  readonly seeds: readonly number[];
}

/** All points of one seed come before the next seed. */
export function pointsOf({
  scenario_json,
  overrides,
  until_us,
  across,
  down,
  seeds,
}: SweepSpec): SweepPoint[] {
  const rows: readonly Overrides[] = down
    ? down.values.map((value) => ({ [down.knob.key]: value }))
    : [{}];
  return seeds.flatMap((seed) =>
    rows.flatMap((row) =>
      across.values.map((value) => ({
        scenario: scenario_json,
        overrides: { ...overrides, '/until_us': until_us, seed, ...row, [across.knob.key]: value },
      })),
    ),
  );
}

export type SweepCell =
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'known';
      readonly interval: Interval;
      /** Unanswered requests in all seeds. */
      readonly open: number;
      /** The longest such wait, if it is longer than any answer took. */
      readonly waits_ns: number | undefined;
      readonly cut: boolean;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly message: string };

const rowsOf = ({ down }: SweepSpec) => down?.values.length ?? 1;

/** The results of one setting by seed. */
function resultsAt(
  spec: SweepSpec,
  results: readonly (PointResult | undefined)[],
  row: number,
  column: number,
) {
  return spec.seeds.map(
    (_seed, index) => results[(index * rowsOf(spec) + row) * spec.across.values.length + column],
  );
}

/** One row per value of the second knob, one cell per value of the first. */
export function cellsOf(
  spec: SweepSpec,
  results: readonly (PointResult | undefined)[],
  measure: SweepMeasure,
): readonly (readonly SweepCell[])[] {
  return Array.from({ length: rowsOf(spec) }, (_, row) =>
    spec.across.values.map((_value, column) =>
      cellOf(spec, resultsAt(spec, results, row, column), measure),
    ),
  );
}

function cellOf(
  { patient }: SweepSpec,
  found: readonly (PointResult | undefined)[],
  measure: SweepMeasure,
): SweepCell {
  const values: number[] = [];
  let open = 0;
  let cut = false;
  let none = false;
  let waits_ns: number | undefined;
  for (const result of found) {
    if (!result) continue;
    if (result.kind !== 'done') return { kind: 'refused', message: problemIn(result) ?? '' };
    const value = measured(measure, result.summary);
    none ||= value === undefined;
    if (value !== undefined) values.push(value);
    if (patient) open += result.summary.open;
    cut ||= result.summary.stopped !== 'until';
    if (leavesWaiting(result.summary))
      waits_ns = Math.max(waits_ns ?? 0, result.summary.open_longest_ns);
  }
  const of = interval(values);
  if (of) return { kind: 'known', interval: of, open, waits_ns, cut };
  return none ? { kind: 'none' } : { kind: 'pending' };
}

/** The settings of a finished sweep in the order of their values, for advice. */
export function candidatesOf(
  spec: SweepSpec,
  results: readonly (PointResult | undefined)[],
  measure: SweepMeasure,
): readonly Candidate[] {
  const rows = spec.down?.values ?? [undefined];
  const name = ({ knob }: SweepAxis, value: OverrideValue) =>
    `${knob.label} = ${settingWords(value)}`;
  return rows.flatMap((down, row) =>
    spec.across.values.map((across, column) => {
      const found = resultsAt(spec, results, row, column).map((result) =>
        result?.kind === 'done' ? result.summary : undefined,
      );
      const names = [name(spec.across, across)];
      if (spec.down && down !== undefined) names.push(name(spec.down, down));
      return {
        name: names.join(LIST),
        values: found.map((summary) => (summary && measuredAtLeast(measure, summary)) ?? null),
        hangs: found.some((summary) => summary !== undefined && leavesWaiting(summary)),
      };
    }),
  );
}

export const SWEEP_COLUMNS: readonly SweepMeasure[] = [
  'throughput',
  'mean',
  'p50',
  'p95',
  'p99',
  'max',
  'answered',
  'threads',
];

/** The columns of an exported row about its run. */
const FIGURES = [
  ...(['arrived', 'finished', 'failed', 'open', 'throughput_per_s', 'mean_ns'] as const),
  ...(['p50_ns', 'p95_ns', 'p99_ns', 'max_ns', 'threads_peak', 'stopped'] as const),
  'open_longest_ns',
] as const;

/** One row per run, with all measures. */
export function sweepRows(
  spec: SweepSpec,
  results: readonly (PointResult | undefined)[],
): (string | number | boolean | null)[][] {
  const { across, down, seeds } = spec;
  const columns = across.values.length;
  const lines = results.flatMap((result, index): (string | number | boolean | null)[][] => {
    if (!result) return [];
    const row = Math.floor(index / columns);
    const key = [
      across.values[index % columns] ?? null,
      ...(down ? [down.values[row % rowsOf(spec)] ?? null] : []),
      seeds[Math.floor(row / rowsOf(spec))] ?? null,
    ];
    const figures = FIGURES.map((name) => (result.kind === 'done' ? result.summary[name] : null));
    return [[...key, ...figures, problemIn(result) ?? null]];
  });
  const knobs = [across.knob.label, ...(down ? [down.knob.label] : [])];
  return [[...knobs, 'seed', ...FIGURES, 'problem'], ...lines];
}
