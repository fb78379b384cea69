/** Measures of a published benchmark: the facts that lessons may use, and arithmetic over them. */
import { count, factOf, Language, none, ns, percent, wrong, type Facts } from './measure-language';
import type { Value } from '../run/written';
import { median } from './stats';

type Point = readonly [x: number, y: number];

/** The part of a file of content/benchmarks that measures read. */
export interface MeasuredCurve {
  readonly id: string;
  readonly machine?: string | undefined;
  readonly workload?: string | undefined;
  readonly system?: string | undefined;
  readonly points: readonly Point[];
  readonly more?: Readonly<Record<string, readonly Point[]>> | undefined;
}
/** What the model computed for a curve. */
export interface ModelCurve {
  readonly id: string;
  readonly simulated: readonly Point[];
}
export interface BenchSubject {
  readonly curves: readonly MeasuredCurve[];
  /** Called only when needed, since it takes a while. */
  readonly model?: (() => readonly ModelCurve[]) | undefined;
}

function named<T extends { readonly id: string }>(curves: readonly T[], id: string): T {
  const found = curves.find((curve) => curve.id === id);
  return found ?? wrong(`no curve "${id}"; allowed: ${curves.map((one) => one.id).join(', ')}`);
}

function pointOf(points: readonly Point[], id: string, x: string): number {
  const found = points.find(([at]) => String(at) === x.trim());
  const allowed = points.map(([at]) => at).join(', ');
  return found ? found[1] : none(`${id} has no point at ${x}; allowed: ${allowed}`);
}

const UNITS: readonly (readonly [RegExp, (value: number) => Value])[] = [
  [/_us$/, (value) => ns(value * 1e3)],
  [/_ms$/, (value) => ns(value * 1e6)],
  [/_s$/, (value) => ns(value * 1e9)],
];
const inUnitOf = (column: string, value: number): Value =>
  UNITS.find(([suffix]) => suffix.test(column))?.[1](value) ?? count(value);

function column(curve: MeasuredCurve, name: string): readonly Point[] {
  const found = curve.more?.[name];
  const allowed = Object.keys(curve.more ?? {}).join(', ') || 'none';
  return found ?? wrong(`${curve.id} has no column "${name}"; allowed: ${allowed}`);
}

function highest(curve: MeasuredCurve): Point {
  const [first] = curve.points;
  if (!first) return none(`${curve.id} has no points`);
  return curve.points.reduce((best, point) => (point[1] > best[1] ? point : best), first);
}

interface Pair {
  readonly threads: MeasuredCurve;
  readonly pool: MeasuredCurve;
}
/** The curves of one machine and workload, without and with a pool. */
function pairs({ curves }: BenchSubject): Pair[] {
  return curves.flatMap((threads) => {
    if (threads.system !== 'one-thread-per-connection') return [];
    const pool = curves.find(
      ({ machine, workload, system }) =>
        system === 'thread-pool' && machine === threads.machine && workload === threads.workload,
    );
    return pool ? [{ threads, pool }] : [];
  });
}
/** The pool's value divided by that of one thread per connection. */
const ratioAt = ({ threads, pool }: Pair, x: string) =>
  pointOf(pool.points, pool.id, x) / pointOf(threads.points, threads.id, x);

function ratios(subject: BenchSubject, x: string): number[] {
  const all = pairs(subject).map((pair) => ratioAt(pair, x));
  return all.length > 0 ? all : none('no curve has a pool and none to hold against each other');
}

const modelOf = ({ model }: BenchSubject) => model?.() ?? none('no model of this');

function modelled(subject: BenchSubject, id: string, x: string): number {
  return pointOf(named(modelOf(subject), id).simulated, id, x);
}
/** The error at a point, as a share of the published value. */
const errorOf = (published: number, simulated: number) => simulated / published - 1;

function errors(subject: BenchSubject): number[] {
  return modelOf(subject)
    .flatMap(({ id, simulated }) => {
      const { points } = named(subject.curves, id);
      return simulated.map(([x, y]) => Math.abs(errorOf(pointOf(points, id, String(x)), y)));
    })
    .sort((a, b) => a - b);
}

const factor = (text: string) =>
  Number(text) > 0 ? Number(text) : wrong(`"${text}" is no factor; written like 1.5`);

const facts: Facts<BenchSubject> = {
  at: factOf('at(curve, x, [column])', ([id = '', x = '', name], { curves }) => {
    const curve = named(curves, id);
    return name === undefined
      ? count(pointOf(curve.points, id, x))
      : inUnitOf(name, pointOf(column(curve, name), id, x));
  }),
  peak: factOf('peak(curve)', ([id = ''], { curves }) => count(highest(named(curves, id))[1])),
  peak_at: factOf('peak_at(curve)', ([id = ''], { curves }) =>
    count(highest(named(curves, id))[0]),
  ),
  first: factOf('first(curve)', ([id = ''], { curves }) =>
    count(named(curves, id).points[0]?.[0] ?? none(`${id} has no points`)),
  ),
  last: factOf('last(curve)', ([id = ''], { curves }) =>
    count(named(curves, id).points.at(-1)?.[0] ?? none(`${id} has no points`)),
  ),
  pairs: factOf('pairs', (_, subject) => count(pairs(subject).length)),
  least_ratio: factOf('least_ratio(x)', ([x = ''], subject) =>
    count(Math.min(...ratios(subject, x))),
  ),
  greatest_ratio: factOf('greatest_ratio(x)', ([x = ''], subject) =>
    count(Math.max(...ratios(subject, x))),
  ),
  better_from: factOf('better_from(pool curve, factor)', ([id = '', times = ''], subject) => {
    const pair = pairs(subject).find(({ pool }) => pool.id === id);
    if (!pair) return wrong(`${id} is no curve of a pool with one without beside it`);
    const found = pair.pool.points.find(([x]) => ratioAt(pair, String(x)) >= factor(times));
    return count(found?.[0] ?? none(`${id} is nowhere ${times} times as good`));
  }),
  pairs_below: factOf('pairs_below(x, ratio)', ([x = '', ratio = ''], subject) =>
    count(ratios(subject, x).filter((one) => one < factor(ratio)).length),
  ),
  median: factOf(
    'median(curve, from, to, [column])',
    ([id = '', from = '', to = '', name], subject) => {
      const curve = named(subject.curves, id);
      const points = name === undefined ? curve.points : column(curve, name);
      const all = points.filter(([x]) => x >= Number(from) && x <= Number(to)).map(([, y]) => y);
      const value = median(
        all.length > 0 ? all : none(`${id} has no points from ${from} to ${to}`),
      );
      return name === undefined ? count(value) : inUnitOf(name, value);
    },
  ),
  points: factOf('points', (_, { curves }) =>
    count(curves.reduce((sum, { points }) => sum + points.length, 0)),
  ),
  simulated: factOf('simulated(curve, x)', ([id = '', x = ''], subject) =>
    count(modelled(subject, id, x)),
  ),
  error: factOf('error(curve, x)', ([id = '', x = ''], subject) => {
    const published = pointOf(named(subject.curves, id).points, id, x);
    return percent(100 * errorOf(published, modelled(subject, id, x)));
  }),
  median_error: factOf('median_error', (_, subject) => {
    return percent(100 * median(errors(subject)));
  }),
  within: factOf('within(factor)', ([times = ''], subject) => {
    const most = factor(times);
    const near = modelOf(subject).flatMap(({ id, simulated }) =>
      simulated.filter(([x, y]) => {
        const published = pointOf(named(subject.curves, id).points, id, String(x));
        return y <= published * most && y * most >= published;
      }),
    );
    return count(near.length);
  }),
};

export const BENCH_FACTS = facts;
export const BENCHES = new Language<BenchSubject>(facts);
