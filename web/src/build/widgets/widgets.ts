/** Everything that can be embedded: one list for frames, posters, cards, oEmbed and documents. */
import { m } from '#paraglide/messages.js';
import { FIRST_CLIENTS } from '../../features/curves/page';
import { pairAsks, pairTitle, tableAsks } from '../../model/embedding/asks';
import { curveName, pairName, tableName } from '../../model/embedding/names';
import type { Cue } from '../../model/run/cue';
import { pairKey, type Benchmark, type Pair } from '../../model/benchmarks/benchmark';
import type { Overrides } from '../../model/run/types';
import { serverName } from '../../model/words/servers';
import { fits, pairs, tables } from '../benchmarks';
import { lessons } from '../lessons';
import { scenarios, type ScenarioFile } from '../runs/scenarios';
import { LIST, COLON } from '../../model/joined';

export interface Widget {
  /** Its frame is /embed/NAME/, its picture /poster/NAME.svg. */
  readonly name: string;
  readonly kind: 'scenario' | 'benchmark' | 'pair';
  readonly title: string;
  readonly question: string;
  /** Path of the full version from the site's root; may have a query. */
  readonly page: string;
  /** The width of the picture. */
  readonly width: number;
}

export interface ScenarioWidget extends Widget {
  readonly kind: 'scenario';
  readonly file: ScenarioFile;
}
export interface Side {
  readonly file: ScenarioFile;
  readonly overrides: Overrides;
  readonly label: string;
}
export interface PairWidget extends Widget {
  readonly kind: 'pair';
  readonly left: Side;
  readonly right: Side;
  readonly cue: Cue;
}
export interface BenchmarkWidget extends Widget {
  readonly kind: 'benchmark';
  readonly chart:
    | { readonly kind: 'curve'; readonly pair: () => Pair; readonly clients: number }
    | { readonly kind: 'table'; readonly benchmark: Benchmark };
}
export type AnyWidget = ScenarioWidget | PairWidget | BenchmarkWidget;

const WIDTH = 720;

const scenarioNamed = (name: string): ScenarioFile => {
  const found = scenarios.find((file) => file.name === name);
  if (!found) throw new Error(`no scenario is called ${name}`);
  return found;
};

const scenarioWidgets = scenarios.map((file): ScenarioWidget => ({
    name: file.name,
    kind: 'scenario',
    title: file.scenario.title,
    question: file.scenario.question,
    page: `/scenarios/${file.name}/`,
    width: WIDTH,
    file,
  }),
);

/** Scenarios of one case on two servers, or before and after one change, in addition to those of the lessons. */
const SIBLINGS = [
  ['mariadb-max-threads-6', 'mariadb-max-threads-8'],
  ['mariadb-two-groups', 'mariadb-two-groups-rescue'],
  ['percona-oversubscribe-1', 'percona-oversubscribe-2'],
  ['one-thread-eight-sleeps', 'mariadb-max-threads-8'],
  ['oracle-eight-sleeps', 'windows-eight-sleeps'],
  ['innodb-concurrency-queue', 'innodb-concurrency-barging'],
  ['latch-pile-up-threads', 'latch-pile-up-pool'],
  ['many-queues-16-workers', 'two-choices-16-workers'],
  ['one-queue-16-workers', 'nginx-workers-16'],
  ['mysql-60-hang', 'mysql-60-extra-port'],
] as const;

/** Pairs that steps of lessons showed once: their addresses stay, with the moment and the settings that they had. */
const FORMER: readonly Omit<PairSpec, 'page'>[] = [
  former('nodes-four', 'nodes-four-pool', 50),
  former('one-queue-16-workers', 'many-queues-16-workers', 1_500),
  former('percona-two-groups', 'mariadb-two-groups', 2_100),
  former('requests-65-waiting', 'requests-65-computing', 15),
  {
    ...former('small-server-concurrency', 'small-server-pool', 30),
    left_set: { stall_us: 0, clients: 128 },
    right_set: {
      stall_us: 0,
      thread_pool_size: 8,
      clients: 128,
      '/clients/0/arrivals/closed/think': 50,
    },
  },
];

function former(left: string, right: string, at_ms: number): Omit<PairSpec, 'page'> {
  return { left, right, left_set: {}, right_set: {}, cue: { time_ns: at_ms * 1e6 } };
}

interface PairSpec {
  readonly left: string;
  readonly right: string;
  readonly left_set: Overrides;
  readonly right_set: Overrides;
  readonly cue: Cue;
  readonly page: string;
}

const lessonPairs: readonly PairSpec[] = lessons.flatMap(({ slug, steps }) =>
  steps.flatMap((step, index) => {
    if (step.picture?.kind !== 'twins') return [];
    const { left, right } = step.picture;
    const { overrides: left_set = {}, ...cue } = left.cue;
    return [
      {
        left: left.scenario,
        right: right.scenario,
        left_set,
        right_set: right.cue.overrides ?? {},
        cue,
        page: index === 0 ? `/lessons/${slug}/` : `/lessons/${slug}/${step.slug}/`,
      },
    ];
  }),
);

const settings = (set: Overrides) =>
  Object.entries(set)
    .map(([name, value]) => `${name.replace(/^\/.*\//, '')} = ${String(value)}`)
    .join(LIST);

function pairWidget({ left, right, left_set, right_set, cue, page }: PairSpec): PairWidget {
  const files = [scenarioNamed(left), scenarioNamed(right)] as const;
  const names = files.map(({ scenario }) => serverName(scenario.server.scheduler));
  const titles = files.map(({ scenario }) => scenario.title);
  const label = (at: 0 | 1): string =>
    left === right
      ? settings(at === 0 ? left_set : right_set)
      : names[0] === names[1]
        ? (titles[at] ?? '')
        : (names[at] ?? '');
  const beside =
    left === right
      ? m.embed_pair_title({
          left: (titles[0] ?? '') + COLON + label(0),
          right: label(1),
        })
      : m.embed_pair_title({ left: label(0), right: label(1) });
  const name = pairName(left, right);
  const question = pairAsks(name);
  if (question === undefined) throw new Error(`content/words/embed.en.json asks nothing about ${name}`);
  return {
    name,
    kind: 'pair',
    title: pairTitle(name, beside),
    question,
    page,
    width: WIDTH,
    left: { file: files[0], overrides: left_set, label: label(0) },
    right: { file: files[1], overrides: right_set, label: label(1) },
    cue,
  };
}

const pairSpecs = [
  ...lessonPairs,
  ...[
    ...FORMER,
    ...SIBLINGS.map(([left, right]) => ({ left, right, left_set: {}, right_set: {}, cue: {} })),
  ].map((one): PairSpec => ({ ...one, page: `/scenarios/${one.left}/` })),
];
const pairWidgets = pairSpecs
  .filter(
    (one, index) =>
      pairSpecs.findIndex(({ left, right }) => left === one.left && right === one.right) === index,
  )
  .map(pairWidget);

/** Curves that a model was fitted to: only their keys, because computing them takes a while. */
const curveWidgets = fits.flatMap((fit) =>
  fit.cases.map((one): BenchmarkWidget => {
    const key = pairKey(one);
    return {
      name: curveName(one),
      kind: 'benchmark',
      title: m.bench_pair_title({ workload: one.workload, machine: one.machine }),
      question: m.embed_chart_question({ workload: one.workload, machine: one.machine }),
      page: `/curves/?${new URLSearchParams({
        v: '1',
        b: fit.benchmark,
        machine: one.machine,
        workload: one.workload,
        clients: String(FIRST_CLIENTS),
      }).toString()}`,
      width: WIDTH,
      chart: {
        kind: 'curve',
        clients: FIRST_CLIENTS,
        pair: () => {
          const found = pairs().find((pair) => pairKey(pair) === key);
          if (!found) throw new Error(`no pair ${key}`);
          return found;
        },
      },
    };
  }),
);

const tableWidgets = tables.map((benchmark): BenchmarkWidget => ({
      name: tableName(benchmark.id),
      kind: 'benchmark',
      title: benchmark.title,
      question: tableAsks(benchmark.id) ?? benchmark.title,
      page: `/curves/?v=1&b=${benchmark.id}`,
      width: WIDTH,
      chart: { kind: 'table', benchmark },
    }));

export const widgets: readonly AnyWidget[] = [
  ...scenarioWidgets,
  ...pairWidgets,
  ...curveWidgets,
  ...tableWidgets,
];

export function widgetNamed(name: string): AnyWidget | undefined {
  return widgets.find((widget) => widget.name === name);
}
