import { readdirSync, readFileSync } from 'node:fs';
import { csvParse } from 'd3-dsv';
import { beforeAll, expect, test } from 'vitest';
import { layoutOf, SERIES, type LogSeries } from '../../web/src/ui/charts/log-chart';
import { chartSvg } from '../../web/src/figure/curves/chart-svg';
import {
  printPoint,
  printSelection,
  readSelection,
  type Selection,
} from '../../web/src/figure/curves/link';
import {
  begin,
  furthest,
  halfFrom,
  pointsOf,
  printGuess,
  put,
  readGuess,
  stroke,
} from '../../web/src/figure/curves/guess';
import { benchmarkRows, pairRows } from '../../web/src/figure/curves/rows';
import { measureName } from '../../web/src/figure/curves/measure-name';
import { seriesOf } from '../../web/src/figure/curves/series';
import { amount, placeOf, placeSentence, valueAt } from '../../web/src/figure/curves/words';
import { BENCHES, type ModelCurve } from '../../web/src/model/measures/bench-measure';
import { COUNTS, pairKey, type Benchmark } from '../../web/src/model/benchmarks/benchmark';
import { errorsOf, lineErrors } from '../../web/src/model/run/errors';
import { modelFrom, modelPointsIn } from '../../web/src/model/measures/model-points';
import { benchmarks, extrapolation, overall, pairs } from '../../web/src/build/benchmarks';
import { modelOf } from '../../web/src/build/lessons/bench-model';
import { readBenchmark, readFit } from '../../web/src/build/benchmarks/read';
import { fitUsl, usl } from '../../web/src/build/benchmarks/usl';

// With an empty cache every point is simulated here.
beforeAll(() => void pairs(), 60_000);

const FOLDER = 'content/benchmarks';
const textOf = (id: string) => readFileSync(`${FOLDER}/${id}.json`, 'utf8');
const named = (id: string): Benchmark => readBenchmark(`${FOLDER}/${id}.json`, textOf(id));

/** The reader's message about a file after a change. */
function refusal(id: string, change: (file: Record<string, never>) => void): string {
  const file = JSON.parse(textOf(id)) as Record<string, never>;
  change(file);
  try {
    readBenchmark(`${FOLDER}/${id}.json`, JSON.stringify(file));
  } catch (thrown) {
    return String(thrown);
  }
  return 'accepted';
}

test('every file of content/benchmarks is read, and all of them are on the page', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  expect(benchmarks.map(({ id }) => `${id}.json`).toSorted()).toEqual(files.toSorted());
});

test('a mistake is reported with its file, its place and what is allowed', () => {
  const id = 'percona-2016-05';
  const said = (change: (file: never) => void) => refusal(id, change as never);
  expect(said((file: { exact: unknown }) => (file.exact = 'yes'))).toBe(
    'Error: content/benchmarks/percona-2016-05.json: exact is "yes"; allowed: true or false',
  );
  expect(
    said((file: { curves: { points: unknown[] }[] }) => file.curves[1]?.points.push([1, 2])),
  ).toMatch(
    /curves\[1\]\.points\[18\] is \[1,2\]; allowed: an x that is not below the one before it/,
  );
  expect(
    said((file: { curves: { points: unknown[] }[] }) =>
      file.curves[0]?.points.splice(3, 1, [8, '1']),
    ),
  ).toMatch(/curves\[0\]\.points\[3\] is \[8,"1"\]; allowed: \[x, value\], two numbers above 0/);
  expect(
    said((file: { curves: { system: string }[] }) =>
      Object.assign(file.curves[2] ?? {}, { system: 'pool' }),
    ),
  ).toMatch(
    /curves\[2\]\.system is "pool"; allowed: one-thread-per-connection, thread-pool, proxy/,
  );
  expect(said((file: { source: { date: string } }) => (file.source.date = 'May 2016'))).toMatch(
    /source\.date is "May 2016"; allowed: YYYY, YYYY-MM or YYYY-MM-DD/,
  );
  expect(said((file: { licence?: string }) => delete file.licence)).toMatch(
    /licence is missing; allowed: words/,
  );
  expect(said((file: { colour?: string }) => (file.colour = 'red'))).toMatch(
    /colour is "red"; allowed: only format, id/,
  );
  expect(said((file: { id: string }) => (file.id = 'other'))).toMatch(
    /id is "other"; allowed: the name of the file/,
  );
  expect(said((file: { curves: unknown }) => (file.curves = []))).toMatch(
    /allowed: curves, or else "unpublished"/,
  );
  expect(() => readBenchmark('x.json', '{')).toThrow(/^x\.json: no JSON/);
  expect(
    refusal('mariadb-5.5', ((file: { not_explained: { clients: number }[] }) =>
      Object.assign(file.not_explained[0] ?? {}, { clients: 100 })) as never),
  ).toMatch(/not_explained\[0\]\.clients is 100; allowed: a point of .*16, 32, 64/);
  expect(() => readFit('f.json', '{"format": "poolscope-fit/1"}')).toThrow(
    /f\.json: cases is missing/,
  );
});

test('well-known figures are where they were published', () => {
  const at = (id: string, curve: string, x: number, more?: string) => {
    const found = named(id).curves.find((one) => one.id === curve);
    const points = more === undefined ? found?.points : found?.more[more];
    return points?.filter(([place]) => place === x).map(([, y]) => y);
  };
  expect(at('mysql-6.0-bug-42288', '4-cores-innodb-threads', 8)).toEqual([1056]);
  expect(at('mysql-6.0-bug-42288', '4-cores-innodb-pool', 8)).toEqual([387]);
  expect(at('percona-2016-05', 'threads', 1200)).toEqual([2955]);
  expect(at('percona-2016-05', 'threads', 1200, 'max_ms')).toEqual([78536]);
  expect(at('percona-2016-05', 'pool', 1200)).toEqual([10722]);
  expect(at('tcprstat-2014', 'pool', 2048, 'avg_us')).toEqual([51700, 52785, 50823, 51514, 50894]);
  expect(at('mariadb-2026', 'mariadb-11.8-pool-2g', 512)).toEqual([588]);
  expect(at('mariadb-2026', 'mariadb-11.8-threads-2g', 512, 'p95_ms')).toEqual([4437.3]);
  expect(at('callaghan-2015', 'innodb-ro', 48)).toEqual([212603]);
  expect(named('oracle-pool-2026').exact).toBe(false);
  expect(named('numa-2021-no-pool').exact).toBe(false);
  // Little's law on the rows of the comment, as its note says.
  const rows = named('tcprstat-2014').curves[0];
  const inside = [30344, 29744, 30421, 31204, 30407].map(
    (rate, n) => (rate * (rows?.more['avg_us']?.slice(-5)[n]?.[1] ?? 0)) / 1e6,
  );
  expect(Math.round(inside.reduce((a, b) => a + b) / 50) * 10).toBe(1570);
});

test('each measured point of the twelve pairs is in the file, and a number of the file reaches the CSV', () => {
  const file = named('mariadb-5.5');
  const all = pairs();
  expect(all).toHaveLength(12);
  const drawn = all.flatMap((pair) =>
    pair.lines.flatMap((line) =>
      seriesOf(pair, { usl: false })
        .filter(({ id }) => id === `${pairKey(pair)}:${line.system}`)
        .flatMap(({ measured }) =>
          measured.map(([x, y]) => `${pairKey(pair)} ${line.system} ${x} ${y}`),
        ),
    ),
  );
  const published = file.curves.flatMap((curve) =>
    curve.points.map(([x, y]) => `${pairKey(curve)} ${curve.system} ${x} ${y}`),
  );
  expect(drawn.toSorted()).toEqual(published.toSorted());
  expect(published).toHaveLength(216);
  for (const benchmark of benchmarks) {
    const rows = benchmarkRows(benchmark).slice(1);
    expect(rows.map((row) => `${row[6]} ${row[7]}`)).toEqual(
      benchmark.curves.flatMap(({ points }) => points.map(([x, y]) => `${x} ${y}`)),
    );
  }
});

test('the model stays within its errors, and what it does not explain is marked and counted', () => {
  const all = pairs();
  const { fit, spread, usl: law, simulated, numbers, held_out: held } = overall(all);
  expect(simulated).toBe(true);
  expect(fit.points).toBe(216);
  expect(fit.median).toBeLessThanOrEqual(0.03);
  expect(fit.p90).toBeLessThanOrEqual(0.1);
  expect(spread.seeds).toBe(4);
  expect(spread.p90[0]).toBeLessThan(spread.p90[1]);
  expect(spread.p90[1]).toBeLessThanOrEqual(0.12);
  expect(fit.within_1_5).toBeGreaterThanOrEqual(212);
  expect(law.median).toBeGreaterThan(2 * fit.median);
  expect(law.p90).toBeGreaterThan(0.3);
  const far = all.flatMap((pair) =>
    pair.lines.flatMap((line) =>
      COUNTS.map((clients) => placeOf(line, clients)).filter(
        ({ error }) => error !== undefined && Math.abs(Math.log(1 + error)) > Math.log(1.5),
      ),
    ),
  );
  for (const { odd } of far) expect(odd).toBeTruthy();
  expect(held?.points).toBe(96);
  expect(held?.median).toBeLessThanOrEqual(0.035);
  expect(held?.p90).toBeLessThanOrEqual(0.18);
  // Six for each of 12 pairs, and seven for each of three machines.
  expect(numbers).toBe(93);
  // Simulated dots are on the analytic line.
  const apart = all.flatMap((pair) =>
    pair.lines.flatMap((line) =>
      line.simulated.map(({ clients, throughput }) => {
        const { analytic } = placeOf(line, clients);
        return Math.abs(throughput / (analytic ?? 0) - 1);
      }),
    ),
  );
  expect(errorsOf(apart).median).toBeLessThan(0.02);
  expect(
    Math.max(...all.flatMap((pair) => pair.lines.map((line) => lineErrors(line).median))),
  ).toBeLessThanOrEqual(0.07);
});

test('our own context switches equal those of the measured file', () => {
  const rows = csvParse(readFileSync('content/measured/sysbench-mariadb-10.11.csv', 'utf8'));
  const pinned = rows.filter(({ set }) => set === 'pinned');
  const { curves } = named('poolscope-10-11-switches');
  const number = (row: (typeof rows)[number], column: string) => Number(row[column]);
  for (const { id, workload, system, points, more } of curves) {
    const own = pinned
      .filter((row) => row['workload'] === workload)
      .filter(
        (row) => row['scheduler']?.startsWith('pool-of-threads') === (system === 'thread-pool'),
      )
      .toSorted(
        (a, b) =>
          number(a, 'clients') - number(b, 'clients') || number(a, 'rep') - number(b, 'rep'),
      );
    const at = (value: (row: (typeof rows)[number]) => number) =>
      own.map((row) => [number(row, 'clients'), value(row)]);
    const switches = (row: (typeof rows)[number]) =>
      (number(row, 'voluntary_switches_per_s') + number(row, 'involuntary_switches_per_s')) /
      number(row, 'qps');
    expect(points, id).toEqual(at((row) => Number(switches(row).toFixed(6))));
    expect(more['queries_per_s'], id).toEqual(at((row) => number(row, 'qps')));
    expect(more['p95_ms'], id).toEqual(at((row) => number(row, 'p95_ms')));
  }
  expect(curves.flatMap(({ points }) => points)).toHaveLength(pinned.length);
});

test.each(['points - within(1.5)', 'median_error', 'error(pitbull-update-nokey-pool, 4096)'])(
  'a browser’s simulation for checking %s gives the build’s result',
  (of) => {
    const { curves } = named('mariadb-5.5');
    const wanted = modelPointsIn(of, { curves });
    expect(wanted).toHaveLength(of.startsWith('error') ? 1 : 216);
    const throughputs = wanted.map(({ machine, workload, system, clients }) => {
      const pair = pairs().find((one) => pairKey(one) === pairKey({ machine, workload }));
      const line = pair?.lines.find((one) => one.system === system);
      return line?.simulated.find((point) => point.clients === clients)?.throughput ?? NaN;
    });
    const value = (model: () => readonly ModelCurve[]) =>
      BENCHES.evaluate(BENCHES.read(of), { curves, model });
    expect(value(() => modelFrom(wanted, throughputs))).toEqual(
      value(() => modelOf('mariadb-5.5')),
    );
  },
);

test('texts about a point come from its numbers', () => {
  const pair = pairs().find((one) => pairKey(one) === 'pitbull.POINT_SELECT');
  if (!pair) throw new Error('no pair');
  expect(placeSentence(pair, 1024)).toMatch(
    /^At 1,024 clients the pool answers 6\.8 times as many\./,
  );
  expect(placeSentence(pair, 4096)).toMatch(
    /510 times as many.*each client gets an answer every 14\.5 s/,
  );
  expect(placeSentence(pair, 8192)).toMatch(/Nobody has measured/);
  const row = pairRows(pair).find(
    (one) => one[3] === 'one-thread-per-connection' && one[4] === 4096,
  );
  expect(row?.[5]).toBe(282);
});

test('a chart on its own has every measured point, and the text of the unmeasured part', () => {
  const pair = pairs()[0];
  if (!pair) throw new Error('no pair');
  const svg = chartSvg(
    {
      title: 'A & B',
      x_title: 'clients',
      y_title: 'per second',
      series: seriesOf(pair, { usl: true }),
      places: COUNTS,
    },
    (name) => name,
  );
  expect(svg.match(/M0 -6L6 0L0 6L-6 0Z/g)).toHaveLength(18);
  expect(svg).toContain('A &amp; B');
  expect(svg).toContain('nobody measured');
  expect(svg).not.toContain('NaN');
});

test('what was never published has text and the model’s line, and no measured point', () => {
  const hidden = benchmarks.filter((one) => one.unpublished);
  expect(hidden.map(({ id }) => id)).toEqual(['percona-2014-01', 'numa-2021-pool']);
  for (const one of hidden) {
    expect(one.curves).toEqual([]);
    const lines = extrapolation(one);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.measured).toEqual([]);
      expect(line.analytic.at(-1)?.[0]).toBe(16_384);
    }
  }
});

test('the scalability law is found again in points that follow it', () => {
  const truth = [Math.log(995.65), Math.log(0.0267), Math.log(0.000769)] as const;
  const points = [1, 2, 4, 8, 16, 32, 64].map((active) => ({
    active,
    throughput: usl(truth, active),
  }));
  fitUsl(points).forEach((value, index) => expect(value).toBeCloseTo(truth[index] ?? 0, 2));
});

const FIRST: Selection = {
  benchmark: 'mariadb-5.5',
  machine: 'pitbull',
  workload: 'POINT_SELECT',
  clients: 1024,
  with: undefined,
};
const TABLE = { id: 'percona-2016-05', measures: ['throughput', 'p95_ms'], places: [1, 3, 1200] };
const known = () => ({ pairs: pairs(), others: [TABLE] });
const read = (search: string) => readSelection(new URLSearchParams(search), known(), FIRST);

test('a selection survives in the address', () => {
  const other: Selection = { ...FIRST, machine: 'windows', clients: 64, with: 'pitbull.OLTP_RW' };
  expect(read(printSelection(other))).toEqual({ selection: other, asked: true, sentences: [] });
  expect(read('')).toEqual({ selection: FIRST, asked: false, sentences: [] });
  expect(read('?b=percona-2016-05').selection.benchmark).toBe('percona-2016-05');
});

test('a changed machine goes into the address and into the rows', () => {
  const turned = { cores: 64, groups: 8, herd: 0.5, start: 'cold' } as const;
  const other: Selection = { ...FIRST, turned };
  expect(read(printSelection(other))).toEqual({ selection: other, asked: true, sentences: [] });
  expect(read('?cores=0').sentences[0]).toMatch(/cores = “0”.*1 to 128/);
  expect(read('?herd=3').sentences[0]).toMatch(/herd = “3”.*0\.25, 0\.5/);
  const [pair] = pairs();
  if (!pair) throw new Error('no pair');
  const line = { analytic: [[16, 4.5]], dots: [[16, 5]] } as const;
  const lines = { 'one-thread-per-connection': line, 'thread-pool': line };
  const now = { cores: 64, groups: 8, herd: 0.5, list: 1, start: 'cold' } as const;
  const [head = [], row = []] = pairRows(pair, { changed: true, now, live: { lines } });
  const of = (name: string) => row[head.indexOf(name)];
  expect(['cores', 'groups', 'start'].map((name) => of(`changed_${name}`))).toEqual([
    64,
    8,
    'cold',
  ]);
  expect([of('changed_simulated_per_s'), of('changed_analytic_per_s')]).toEqual([5, 4.5]);
  expect(pairRows(pair)[0]).not.toContain('changed_cores');
});

test('further measures have a name in words', () => {
  const more = benchmarks.flatMap(({ curves }) => curves.flatMap((one) => Object.keys(one.more)));
  for (const one of benchmarks)
    for (const name of more) expect(measureName(one, name)).not.toMatch(/_/);
  expect(more.length).toBeGreaterThan(5);
});

test('where nothing was measured the text uses the drawn line, not the thin one', () => {
  const line = { ...SERIES, line: [[16_384, 154]], thin: [[16_384, 149]] } as unknown as LogSeries;
  expect(valueAt(line, 16_384)).toBe('154');
  expect(valueAt({ ...line, line: [] }, 16_384)).toBe('149');
});

test('a link to a table without a model names a measure and a place of it', () => {
  const link = printPoint('percona-2016-05', { measure: 'p95_ms', x: 1200 });
  expect(read(link)).toMatchObject({
    selection: { benchmark: 'percona-2016-05' },
    point: { measure: 'p95_ms', x: 1200 },
    sentences: [],
  });
  expect(read(printPoint('percona-2016-05', {}))).toMatchObject({ point: {}, sentences: [] });
  expect(read('?b=percona-2016-05&x=2').sentences[0]).toMatch(/x = “2”.*1, 3, 1200/);
  expect(read('?b=percona-2016-05&measure=mood').sentences[0]).toMatch(/throughput, p95_ms/);
  expect(read('?x=1200').sentences).toHaveLength(1);
});

test('mistakes in an address are reported with what is allowed, and nothing is guessed', () => {
  expect(read('?clients=1000')).toMatchObject({ selection: FIRST });
  expect(read('?clients=1000').sentences[0]).toMatch(/clients = “1000”.*16, 32, 64/);
  expect(read('?machine=pit').sentences[0]).toMatch(
    /machine = “pit”.*facebook-maria1, pitbull, windows/,
  );
  expect(read('?v=2&machine=windows')).toMatchObject({ selection: FIRST, asked: false });
  expect(read('?v=2').sentences[0]).toMatch(/v = “2”/);
  expect(read('?colour=red').sentences[0]).toMatch(/“colour”.*v, b, machine/);
  expect(read('?with=pitbull.POINT_SELECT').sentences).toHaveLength(1);
  expect(read('?clients=16&clients=32').sentences[0]).toMatch(/clients appears twice/);
  expect(read('?b=percona-2016-05&clients=16').sentences).toHaveLength(1);
});

test('a drawn line follows the hand: by equal factors between strokes, constant after the last', () => {
  const start = begin(100);
  const far = put(start, 4, 1);
  expect(far.values[2]).toBeCloseTo(10);
  expect(far.values.slice(4)).toEqual(far.values.slice(4).map(() => 1));
  const drawn = stroke(start, { index: 1, value: 100 }, { index: 5, value: 0.01 });
  expect(drawn.values.map((value) => Number(value.toPrecision(3))).slice(1, 6)).toEqual([
    100, 10, 1, 0.1, 0.01,
  ]);
  expect(readGuess(printGuess(drawn), 100)?.values).toEqual(
    drawn.values.map((value) => Math.round(value * 100) / 100),
  );
  expect(readGuess('1 2 3', 100)).toBeUndefined();
});

test('the verdict names the place with the largest factor, and where a line falls to half', () => {
  const truth = COUNTS.map((clients) => [clients, clients <= 256 ? 100 : 1] as const);
  const worst = furthest(begin(90), truth);
  expect(worst).toMatchObject({ clients: 512, truth: 1, high: true });
  expect(halfFrom(truth)).toBe(512);
  expect(halfFrom(pointsOf(begin(100)))).toBeUndefined();
});

test('ticks of an axis keep their distance and include first and last', () => {
  const places = [1, 2, 4, 64, 80, 96, 128];
  const { x_ticks } = layoutOf(
    [
      {
        ...SERIES,
        id: 'a',
        label: '',
        tone: 'pool',
        measured: [
          [1, 1],
          [128, 9],
        ],
      },
    ],
    places,
  );
  const written = x_ticks.filter(({ room }) => room > 0);
  expect(written[0]?.value).toBe(1);
  expect(written.at(-1)?.value).toBe(128);
  // Measured in a plot of 480 px, with letters of 7.
  written.slice(1).forEach(({ at, value }, index) => {
    const before = written[index] ?? { at: 0, value: 0 };
    const room = (7 * (String(value).length + String(before.value).length)) / 2;
    expect(4.8 * (at - before.at)).toBeGreaterThan(room);
  });
  expect(amount(0.9351)).toBe('0.935');
});
