// Mistakes in a lesson's curves, charts and the numbers about them: refused with file, line and what is allowed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseLesson } from '../../web/src/build/lessons/lesson';
import { readLibrary, type Bench } from '../../web/src/build/lessons/library';

const benches = readdirSync('content/benchmarks')
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(`content/benchmarks/${file}`, 'utf8')) as Bench)
  .map((bench) => ({
    ...bench,
    model: () => [{ id: 'pitbull-update-nokey-pool', simulated: [[4096, 64_912] as const] }],
  }));
const library = readLibrary(
  {},
  { one: { author: 'A', title: 'B', date: '2011' } },
  {},
  Object.fromEntries(benches.map((bench) => [bench.id, bench])),
);

const LESSON = `---
title: Curves
kicker: Fixture
minutes: 3
summary: A curve and a chart.
verified: { date: 2026-11-20, against: the published points }
sources: [one]
act: Measure.
---

## A curve {#curve}

:::curve{benchmark=mariadb-5.5 machine=pitbull workload=UPDATE_NOKEY beside="windows OLTP_RW" at=4096 draw=thread-pool sections="readout errors"}
Published :measured[17,766]{of="at(pitbull-update-nokey-pool, 4096)"}, simulated
:claim[65,000]{of="simulated(pitbull-update-nokey-pool, 4096)" to=1000}.
:::

## A chart {#chart}

:::chart{benchmark=percona-2016-05 curves="threads pool" measure=p95_ms}
At 1,200 clients :measured[10,722]{of="at(pool, 1200)"}.
:::
`;
const parse = (text: string) => parseLesson('05-curves.md', text, library);

test('one curve of a pair may be shown alone', () => {
  const only = 'draw=thread-pool only=thread-pool';
  const [curve] = parse(LESSON.replace('draw=thread-pool', only)).steps;
  expect(curve?.picture).toMatchObject({ kind: 'curve', draw: 'thread-pool', only: 'thread-pool' });
});

test('a curve and a chart are read, with the numbers about them', () => {
  const [curve, chart] = parse(LESSON).steps;
  expect(curve?.picture).toMatchObject({
    kind: 'curve',
    pair: 'pitbull.UPDATE_NOKEY',
    beside: 'windows.OLTP_RW',
    at: 4096,
  });
  expect(curve?.claims.map(({ kind, value }) => [kind, value])).toEqual([
    ['bench', '17,766'],
    ['bench', '64,912'],
  ]);
  expect(chart?.picture).toMatchObject({ kind: 'chart', curves: ['threads', 'pool'], before: [] });
  const [, known] = parse(LESSON.replace('measure=p95_ms', 'before=threads')).steps;
  expect(known?.picture).toMatchObject({ before: ['threads'] });
});

test.each<[string, string, RegExp]>([
  [
    'curve{benchmark=mariadb-5.5',
    'curve{benchmark=mariadb',
    /:13 no benchmark "mariadb"; allowed: .*mariadb-5\.5/,
  ],
  ['curve{benchmark=mariadb-5.5 ', 'curve{', /:13 curve needs the attribute "benchmark"/],
  [
    'machine=pitbull',
    'machine=pit',
    /:13 mariadb-5\.5 has no curves of pit, UPDATE_NOKEY; allowed: .*pitbull\.UPDATE_NOKEY/,
  ],
  ['workload=UPDATE_NOKEY', 'workload=UPDATE', /has no curves of pitbull, UPDATE; allowed/],
  ['beside="windows OLTP_RW"', 'beside=windows', /:13 beside="machine workload"/],
  [
    'beside="windows OLTP_RW"',
    'beside="linux OLTP_RW"',
    /has no curves of linux, OLTP_RW; allowed/,
  ],
  ['at=4096', 'at=4000', /:13 at="4000"; allowed: 16, 32.* 16384/],
  [
    'draw=thread-pool',
    'draw=thread-pool only=one-thread-per-connection',
    /:13 only="one-thread-per-connection" leaves out what is drawn: thread-pool/,
  ],
  [
    'draw=thread-pool',
    'draw=pool',
    /:13 draw="pool"; allowed: one-thread-per-connection, thread-pool/,
  ],
  [
    'sections="readout errors"',
    'sections="readout table"',
    /no section "table"; allowed: readout, live, open/,
  ],
  [
    'draw=thread-pool',
    'drawn=thread-pool',
    /curve has no attribute "drawn"; allowed: benchmark, machine/,
  ],
  [
    'benchmark=mariadb-5.5 machine=pitbull workload=UPDATE_NOKEY beside="windows OLTP_RW"',
    'benchmark=poolscope-10-11-switches machine="2 CPUs, one for the server" workload=oltp_point_select',
    /:13 the model was not fitted to .*oltp_point_select of poolscope-10-11-switches; allowed: a chart/,
  ],
  [
    '17,766',
    '17,767',
    /:14 claim "17,767" but at\(pitbull-update-nokey-pool, 4096\) of mariadb-5\.5 is 17,766/,
  ],
  [':claim[65,000]', ':claim[66,000]', /:15 claim "66,000" but simulated\(.* is 64,912/],
  [':claim[65,000]', ':measured[65,000]', /:15 no model of this/],
  [
    'simulated(pitbull-update-nokey-pool, 4096)',
    'simulated(pitbull-update-nokey-pool, 2048)',
    /has no point at 2048; allowed: 4096/,
  ],
  [
    'simulated(pitbull-update-nokey-pool, 4096)',
    'simulated(pitbull-update-nokey-pool)',
    /:15 simulated is written simulated\(curve, x\)/,
  ],
  ['to=1000', 'to=0', /:15 to="0": what the number is rounded to/],
  [
    'curves="threads pool"',
    'curves="threads fibres"',
    /:20 percona-2016-05 has no curve "fibres"; allowed: threads, pool, proxy|:20 percona-2016-05 has no curve "fibres"; allowed: .*threads/,
  ],
  ['measure=p95_ms', 'before=proxy', /:20 before="proxy"; allowed: threads, pool/],
  [' curves="threads pool"', '', /:20 chart needs the attribute "curves"/],
  ['measure=p95_ms', 'measure=p99_ms', /:20 threads has no column "p99_ms"; allowed: .*p95_ms/],
  [
    'chart{benchmark=percona-2016-05',
    'chart{benchmark=percona',
    /:20 no benchmark "percona"; allowed/,
  ],
  ['{of="at(pool, 1200)"}', '{of="at(pool, 1201)"}', /:21 pool has no point at 1201; allowed: 1, /],
  [
    '{of="at(pool, 1200)"}',
    '{of="at(pool, 1200)" real=sysbench bench=percona-2016-05}',
    /:21 measured: real names an experiment, bench something else/,
  ],
  [
    '{of="at(pool, 1200)"}',
    '{of="switches(oltp_read_only, pool)" real=sysbanch}',
    /:21 no experiment "sysbanch"; allowed/,
  ],
  [
    'At 1,200 clients :measured[10,722]{of="at(pool, 1200)"}.',
    '',
    /:20 a chart needs a caption|:20 chart needs a caption/,
  ],
])('%s -> %s', (from, to, message) => {
  expect(LESSON).toContain(from);
  expect(() => parse(LESSON.replace(from, to))).toThrow(message);
});
