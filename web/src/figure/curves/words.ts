/** Texts about pairs of curves: names, values, errors, and the values at a place on the x axis. */
import { m } from '#paraglide/messages.js';
import {
  errorOf,
  MEASURED_TO,
  type Modelled,
  type Pair,
  type PairLine,
  type Point,
  type SimulatedPoint,
} from '../../model/benchmarks/benchmark';
import type { LogSeries } from '../../ui/charts/log-chart';
import { count, shortDuration } from '../../model/words/format';
import { LIST, NEXT, PERCENT } from '../../model/joined';

export function systemName(system: Modelled): string {
  return system === 'thread-pool' ? m.bench_pool() : m.bench_threads();
}

export function pairTitle(pair: Pair): string {
  return m.bench_pair_title({ workload: pair.workload, machine: pair.machine });
}

/** "172,083", "0.52": rounded to the digits that mean something. */
export function amount(value: number): string {
  return value >= 100 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** "2.3" for 0.023. */
export function percent(share: number, digits = 1): string {
  return (100 * share).toFixed(digits);
}

/** "+4.1 %", "−12 %". */
export function signedPercent(share: number): string {
  const size = Math.abs(100 * share);
  const text = size >= 99.5 ? size.toFixed(0) : size.toFixed(1);
  return `${share < 0 ? '−' : '+'}${text}${PERCENT}`;
}

/** "6.8", "510". */
export const times = (ratio: number) => (ratio >= 20 ? count(Math.round(ratio)) : ratio.toFixed(1));

export const at = (points: readonly Point[], x: number): number | undefined =>
  points.find(([place]) => place === x)?.[1];

/** "3,410"; for several samples all of them: "3,410, 3,390". */
export const valueAt = ({ measured, line, thin }: LogSeries, place: number): string =>
  (measured.length > 0 ? measured : at(line, place) === undefined ? thin : line)
    .filter(([x]) => x === place)
    .map(([, y]) => amount(y))
    .join(LIST);

/** The place to describe: the chosen one, else the last with a value. */
export const spokenOf = (
  series: readonly LogSeries[],
  places: readonly number[],
  chosen: number | undefined,
): number =>
  chosen ??
  places.findLast((x) =>
    series.some((one) => [...one.measured, ...one.thin].some(([at]) => at === x)),
  ) ??
  1;

/** "Concurrent clients, 1,200: thread pool 3,410 · proxy 2,290." */
export function saidAt(series: readonly LogSeries[], place: number, x_title: string): string {
  const values = series.flatMap((one) => {
    const value = valueAt(one, place);
    return value === '' ? [] : [m.bench_said_value({ name: one.label, value })];
  });
  if (values.length === 0) values.push(m.bench_nobody());
  return m.bench_said_at({
    x: count(place),
    unit: x_title.charAt(0).toUpperCase() + x_title.slice(1),
    values: values.join(' · '),
  });
}

/** Everything known about one line at one number of clients. */
export interface AtPlace {
  readonly line: PairLine;
  readonly measured: number | undefined;
  readonly simulated: SimulatedPoint | undefined;
  readonly analytic: number | undefined;
  readonly held_out: number | undefined;
  readonly usl: number | undefined;
  /** Error of the model's value, if there is a measured one. */
  readonly error: number | undefined;
  readonly odd: string | undefined;
}

export function placeOf(line: PairLine, clients: number): AtPlace {
  const measured = at(line.measured, clients);
  const simulated = line.simulated.find((one) => one.clients === clients);
  const analytic = at(line.analytic, clients);
  const computed = simulated?.throughput ?? analytic;
  return {
    line,
    measured,
    simulated,
    analytic,
    held_out: at(line.held_out, clients),
    usl: at(line.usl, clients),
    error:
      measured !== undefined && computed !== undefined ? errorOf(computed, measured) : undefined,
    odd: line.not_explained.find((one) => one.clients === clients)?.why,
  };
}

/** The best value known: measured, else simulated, else computed. */
export const known = ({ measured, simulated, analytic }: AtPlace): number | undefined =>
  measured ?? simulated?.throughput ?? analytic;

function bestAt(pair: Pair, system: Modelled, clients: number): number | undefined {
  const line = pair.lines.find((one) => one.system === system);
  return line && known(placeOf(line, clients));
}

/** How many times as many queries the pool answers. */
export function ratioAt(pair: Pair, clients: number): number | undefined {
  const threads = bestAt(pair, 'one-thread-per-connection', clients);
  const pool = bestAt(pair, 'thread-pool', clients);
  return threads !== undefined && pool !== undefined ? pool / threads : undefined;
}

/** "queries per second, 256 clients: one thread per connection 69,036.", for a place with nothing to compare. */
function valuesSaid(pair: Pair, clients: number): string {
  const values = pair.lines.flatMap(({ system }) => {
    const value = bestAt(pair, system, clients);
    if (value === undefined) return [];
    return [m.bench_said_value({ name: systemName(system), value: amount(value) })];
  });
  const x = m.bench_draw_handle({ clients: count(clients) });
  return values.length === 0
    ? ''
    : m.bench_said_at({ unit: pair.unit, x, values: values.join(LIST) });
}

/** "At 1,024 clients the pool answers 6.8 times as many.", and how long each waits. */
export function placeSaid(pair: Pair, clients: number): { ratio: string; wait: string } {
  const threads = bestAt(pair, 'one-thread-per-connection', clients);
  const pool = bestAt(pair, 'thread-pool', clients);
  if (threads === undefined || pool === undefined)
    return { ratio: valuesSaid(pair, clients), wait: '' };
  const ratio = pool / threads;
  const words = { clients: count(clients), times: times(ratio), percent: percent(1 - ratio, 0) };
  const model = clients > MEASURED_TO;
  const said = model
    ? ratio >= 1
      ? m.bench_said_model(words)
      : m.bench_said_model_less(words)
    : ratio > 1.03
      ? m.bench_said_ratio({ ...words, times: ratio < 1.95 ? ratio.toFixed(2) : words.times })
      : ratio >= 0.97
        ? m.bench_said_ratio_same(words)
        : m.bench_said_ratio_less(words);
  const wait = (per_s: number) => shortDuration((clients / per_s) * 1e9);
  return { ratio: said, wait: m.bench_said_wait({ threads: wait(threads), pool: wait(pool) }) };
}

export function placeSentence(pair: Pair, clients: number): string {
  const { ratio, wait } = placeSaid(pair, clients);
  return ratio + NEXT + wait;
}

export function errorSentences(pair: Pair): readonly string[] {
  const { errors, held_out, usl } = pair;
  return [
    m.bench_errors({
      points: errors.points,
      median: percent(errors.median),
      p90: percent(errors.p90),
    }),
    ...(held_out
      ? [
          m.bench_errors_held({
            held: held_out.points,
            points: errors.points,
            median: percent(held_out.median),
            p90: percent(held_out.p90),
          }),
        ]
      : []),
    m.bench_errors_usl({ median: percent(usl.median), p90: percent(usl.p90) }),
  ];
}
