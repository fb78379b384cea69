/** The closed loop with sysbench: ratios of points measured in the same minute. */
import { csvParse } from 'd3-dsv';
import { m } from '#paraglide/messages.js';
import type { SwitchRow, SwitchTable } from '../../features/measured/types';
import type { ChartFigureProps } from '../../figure/curves/chart-figure';
import { tableSubject } from '../../figure/curves/subject';
import { SERIES } from '../../ui/charts/log-chart';
import { median } from '../../model/measures/stats';
import { benchmarkNamed } from '../benchmarks';

const POOL = 'pool-of-threads size 1';
const ONE_EACH = 'one-thread-per-connection';
/** Enough clients to keep the pool busy, and few enough for sysbench to keep up. */
const BUSY = [8, 256] as const;
const NEEDED = [
  'set',
  'rep',
  'workload',
  'clients',
  'scheduler',
  'qps',
  'cpu_server',
  'voluntary_switches_per_s',
  'involuntary_switches_per_s',
] as const;

export interface SysbenchPoint {
  readonly set: string;
  readonly rep: number;
  readonly workload: string;
  readonly clients: number;
  readonly scheduler: string;
  readonly qps: number;
  readonly per_cpu: number | undefined;
  /** Per statement. */
  readonly switches: number | undefined;
}

export function readSysbench(csv: string, file: string): SysbenchPoint[] {
  const rows = csvParse(csv);
  for (const column of NEEDED)
    if (!rows.columns.includes(column))
      throw new Error(`${file}: no column ${column}; needed: ${NEEDED.join(', ')}`);
  return rows.map((row, i) => {
    const number = (column: (typeof NEEDED)[number]) => {
      const text = row[column] ?? '';
      const value = Number(text);
      if (text !== '' && !Number.isFinite(value))
        throw new Error(`${file}:${i + 2}: ${column} "${text}"; allowed: a number`);
      return text === '' ? undefined : value;
    };
    const need = (column: (typeof NEEDED)[number]) => {
      const value = number(column);
      if (value === undefined) throw new Error(`${file}:${i + 2}: ${column} is missing`);
      return value;
    };
    const qps = need('qps');
    const [cpu, own, forced] = [
      number('cpu_server'),
      number('voluntary_switches_per_s'),
      number('involuntary_switches_per_s'),
    ];
    return {
      set: row['set'] ?? '',
      rep: need('rep'),
      workload: row['workload'] ?? '',
      clients: need('clients'),
      scheduler: row['scheduler'] ?? '',
      qps,
      per_cpu: cpu === undefined || cpu <= 0 ? undefined : qps / cpu,
      switches: own === undefined || forced === undefined ? undefined : (own + forced) / qps,
    };
  });
}

/** For server and client on one CPU each: every pair of points, by workload. */
export function switchTables(points: readonly SysbenchPoint[]): SwitchTable[] {
  const pinned = points.filter(({ set }) => set === 'pinned');
  return [...new Set(pinned.map(({ workload }) => workload))].map((workload) => {
    const rows = pinned
      .filter((one) => one.workload === workload && one.scheduler === POOL)
      .flatMap((pool): SwitchRow[] => {
        const other = pinned.find(
          (one) =>
            one.workload === workload &&
            one.scheduler === ONE_EACH &&
            one.clients === pool.clients &&
            one.rep === pool.rep,
        );
        if (other?.switches === undefined || pool.switches === undefined) return [];
        const [mine, theirs] = [pool.per_cpu, other.per_cpu];
        return [
          {
            clients: pool.clients,
            repetition: pool.rep,
            pool: pool.switches,
            one_thread: other.switches,
            throughput_ratio: pool.qps / other.qps,
            per_cpu_ratio: mine && theirs ? mine / theirs : undefined,
          },
        ];
      })
      .sort((a, b) => a.clients - b.clients || a.repetition - b.repetition);
    const busy = rows.filter(({ clients }) => clients >= BUSY[0] && clients <= BUSY[1]);
    return {
      workload,
      rows,
      busy: BUSY,
      pairs: busy.length,
      pool: median(busy.map(({ pool }) => pool)),
      one_thread: median(busy.map(({ one_thread }) => one_thread)),
    };
  });
}

/** One workload as a chart, with every repetition as a point. */
export function chartOf(table: SwitchTable | undefined): ChartFigureProps | undefined {
  if (!table) return undefined;
  const { workload, rows } = table;
  return {
    title: m.measured_switches_chart(),
    series: [
      {
        ...SERIES,
        id: 'one-thread',
        label: m.measured_switches_one(),
        tone: 'threads',
        measured: rows.map((row) => [row.clients, row.one_thread]),
      },
      {
        ...SERIES,
        id: 'pool',
        label: m.measured_switches_pool(),
        tone: 'pool',
        measured: rows.map((row) => [row.clients, row.pool]),
      },
    ],
    places: [...new Set(rows.map((row) => row.clients))].sort((a, b) => a - b),
    x_title: m.measured_switches_clients(),
    y_title: m.measured_switches_each(),
    source: workload,
    subject: tableSubject(benchmarkNamed('poolscope-10-11-switches')),
  };
}
