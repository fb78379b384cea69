/** Pictures of published curves: what an author writes, and the data of the page. */
import { CURVE_SECTIONS } from '../../figure/curves/curve-figure';
import { tableSubject } from '../../figure/curves/subject';
import { measureName } from '../../figure/curves/measure-name';
import { tableSeries } from '../../figure/curves/table-view';
import type { ChartAsk, CurveAsk, Picture } from '../../features/lesson/types';
import { COUNTS, MODELLED, pairKey } from '../../model/benchmarks/benchmark';
import { benchmarkNamed, fits, pairNamed, tables } from '../benchmarks';
import type { Attributes } from './attributes';
import { benchOf, type Library } from './library';
import { oneOf } from './problems';
import { CLAUSE, COLON } from '../../model/joined';

function keyOf(library: Library, id: string, machine: string, workload: string): string {
  const { curves } = benchOf(library, id);
  const key = pairKey({ machine, workload });
  const keys = curves.flatMap((one) =>
    one.machine !== undefined && one.workload !== undefined
      ? [pairKey({ machine: one.machine, workload: one.workload })]
      : [],
  );
  if (!keys.includes(key))
    throw new Error(
      `${id} has no curves of ${machine}, ${workload}; allowed: ${oneOf(new Set(keys))}`,
    );
  const cases = fits.flatMap((fit) => (fit.benchmark === id ? fit.cases : []));
  if (!cases.some((one) => pairKey(one) === key))
    throw new Error(
      `the model was not fitted to ${key} of ${id}; allowed: ${oneOf(cases.map(pairKey)) || 'a chart'}`,
    );
  return key;
}

export function curveOf(library: Library, attributes: Attributes): CurveAsk {
  const bench = attributes.need('benchmark');
  const machine = attributes.need('machine');
  const workload = attributes.need('workload');
  const besides = attributes.list('beside');
  if (besides !== undefined && besides.length !== 2)
    throw new Error('beside="machine workload": another pair on the same axes');
  const [other_machine = machine, other_workload = workload] = besides ?? [];
  const draw = attributes.choice('draw', MODELLED);
  const only = attributes.choice('only', MODELLED);
  if (draw !== undefined && only !== undefined && draw !== only)
    throw new Error(`only="${only}" leaves out what is drawn: ${draw}`);
  const at = attributes.get('at');
  if (at !== undefined && !COUNTS.includes(Number(at)))
    throw new Error(`at="${at}"; allowed: ${oneOf(COUNTS.map(String))}`);
  const sections = attributes.list('sections')?.map((name) => {
    const found = CURVE_SECTIONS.find((section) => section === name);
    if (!found) throw new Error(`no section "${name}"; allowed: ${oneOf(CURVE_SECTIONS)}`);
    return found;
  });
  return {
    kind: 'curve',
    bench,
    pair: keyOf(library, bench, machine, workload),
    beside: besides && keyOf(library, bench, other_machine, other_workload),
    at: at === undefined ? undefined : Number(at),
    draw,
    only,
    light: attributes.choice('light', MODELLED),
    sections,
  };
}

export function chartOf(library: Library, attributes: Attributes): ChartAsk {
  const bench = attributes.need('benchmark');
  const all = benchOf(library, bench).curves;
  const curves = attributes.list('curves') ?? [];
  const measure = attributes.get('measure');
  for (const id of curves) {
    const curve = all.find((one) => one.id === id);
    if (!curve)
      throw new Error(`${bench} has no curve "${id}"; allowed: ${oneOf(all.map((one) => one.id))}`);
    const columns = Object.keys(curve.more ?? {});
    if (measure !== undefined && !columns.includes(measure))
      throw new Error(`${id} has no column "${measure}"; allowed: ${oneOf(columns) || 'none'}`);
  }
  const before = attributes.list('before') ?? [];
  const other = before.find((id) => !curves.includes(id));
  if (other !== undefined)
    throw new Error(`before="${other}"; allowed: ${oneOf(curves)}`);
  return { kind: 'chart', bench, curves, before, measure };
}

type CurvePicture = Extract<Picture, { kind: 'curve' }>;
type ChartPicture = Extract<Picture, { kind: 'chart' }>;

export function curvePicture(ask: CurveAsk): CurvePicture {
  const { beside, at, draw, only, light, sections } = ask;
  const pair = pairNamed(ask.pair);
  const lines = pair.lines.filter(({ system }) => only === undefined || system === only);
  const other = beside === undefined ? undefined : pairNamed(beside);
  return {
    kind: 'curve',
    curve: { pair: { ...pair, lines }, beside: other, at, draw, light, sections },
  };
}

export function chartPicture({ bench, curves, before, measure }: ChartAsk): ChartPicture {
  const benchmark = benchmarkNamed(bench);
  const shown = benchmark.curves.filter(({ id }) => curves.includes(id));
  const column = measure ?? benchmark.y.name;
  const places = shown.flatMap((curve) => curve.points.map(([x]) => x));
  const { author, title, date } = benchmark.source;
  return {
    kind: 'chart',
    chart: {
      title: benchmark.title,
      series: tableSeries(benchmark, shown, column),
      before,
      places: [...new Set(places)].sort((a, b) => a - b),
      x_title: benchmark.x.label,
      y_title: measureName(benchmark, column),
      source: author + COLON + title + CLAUSE + date,
      subject: tables.includes(benchmark) ? tableSubject(benchmark) : undefined,
    },
  };
}
