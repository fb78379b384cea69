/** The pools that a hand can touch, as scenarios of the engine. */
import type { Act } from '../run/types';
import { latchScenario, stall } from './latch';
import type { Op, Setting } from './log';

export interface Dials {
  readonly arrivals: number;
  readonly threads: number;
  readonly work_ms: number;
}
/** What a hand does at some time. */
export type Deed = Omit<Act, 'at_us'>;

/** The pools that a reader is dared to do something with. */
export const DARES = ['deaf', 'nobody', 'thousand', 'ever', 'millisecond', 'slower'] as const;
export const CASES = ['steady', ...DARES] as const;
export type CaseName = (typeof CASES)[number];

const S_US = 1e6;
/** As long as the engine can count, which is longer than anybody watches. */
const UNTIL_US = 864_000 * S_US;
/** The interval of a stream that never sends. */
const NEVER_US = UNTIL_US;
export const CONNECTIONS = 2_000;
export const CLIENTS = 1_000;
export const SLEEP_S = 10;
export const SEED = 7;
/** The row that a hand can lock. */
export const ROW = 'row 7';
/** Their places in the list of crowds. */
const [CROWD, SLEEPERS, BY_HAND] = [0, 1, 2];

/** How many connections they have. */
const SLEEPERS_COUNT = 64;
const POURED_COUNT = 600;

/** When long reports come, and for how long each sleeps. */
export const REPORTS = { count: 8, every_s: 4, sleep_s: 20 };

/** One statement that belongs to no transaction, among those that do: when it is sent, since the hand took over. */
export const ALONE = { connection: 9_000, after_s: 5 };

interface Case {
  readonly dials: Dials;
  /** How long it has run when it is handed over. */
  readonly warm_s: number;
  /** True if no extra thread listens while the others work. */
  readonly deaf?: boolean;
  /** Clients that send again only after their answer, instead of a stream. */
  readonly closed?: boolean;
  readonly patience?: object;
  /** Everybody's transaction is open, so all go first: only the sleepers and one statement do not. */
  readonly first?: boolean;
  /** No pool: a thread for each client, and a latch, held up by the hand or at its own time. */
  readonly latch?: 'by hand' | 'by itself';
}

/** How time passes on a page. A log's times, and all that a page shows, are the page's. */
export interface Pace {
  /** The page's time for each of the run's. */
  readonly slower: number;
  /** A log's step. */
  readonly step_ns: number;
}
const LIVE: Pace = { slower: 1, step_ns: 1e7 };
/** A second shows 2.5 ms, and a step is 10 µs of the run. */
const SLOWED: Pace = { slower: 400, step_ns: 4e6 };

const ALL: Readonly<Record<CaseName, Case>> = {
  steady: { dials: { arrivals: 14, threads: 6, work_ms: 300 }, warm_s: 20 },
  deaf: { dials: { arrivals: 6, threads: 2, work_ms: 60 }, warm_s: 8, deaf: true },
  nobody: {
    dials: { arrivals: 35, threads: 6, work_ms: 100 },
    warm_s: 8,
    patience: {
      gives_up_us: S_US,
      retries: 2,
      backoff: { base_us: S_US, cap_us: S_US },
    },
  },
  thousand: { dials: { arrivals: 50, threads: 4, work_ms: 50 }, warm_s: 8, closed: true },
  ever: { dials: { arrivals: 12, threads: 2, work_ms: 100 }, warm_s: 8, first: true },
  millisecond: { dials: { arrivals: 0, threads: 32, work_ms: 0.1 }, warm_s: 6, latch: 'by hand' },
  slower: { dials: { arrivals: 0, threads: 32, work_ms: 0.1 }, warm_s: 0, latch: 'by itself' },
};

export const dialsOf = (name: CaseName): Dials => ALL[name].dials;
export const hasEar = (name: CaseName): boolean => !ALL[name].deaf;
export const isClosed = (name: CaseName): boolean => ALL[name].closed === true;
/** One statement waits alone. */
export const hasAlone = (name: CaseName): boolean => ALL[name].first === true;
/** Clients that wait for a second only. */
export const givesUp = (name: CaseName): boolean => ALL[name].patience !== undefined;
export const warm_ns = (name: CaseName): number => ALL[name].warm_s * 1e9;
export const hasLatch = (name: CaseName): boolean => ALL[name].latch !== undefined;
export const paceOf = (name: CaseName): Pace => (hasLatch(name) ? SLOWED : LIVE);
/** The lesson's numbers are of the lesson's seed. */
export const seedOf = (name: CaseName): number => (hasLatch(name) ? 1 : SEED);

/**
 * What would win a dare by another means than the one that its card tells, or change what the card names: threads, sliders, in
 * two the row.
 */
const FIXED: Readonly<Partial<Record<CaseName, readonly Op[]>>> = {
  deaf: ['A', 'R', 'Q', 'W', 'L'],
  nobody: ['A', 'R', 'Q', 'W', 'L'],
  thousand: ['A', 'R', 'Q', 'W'],
};

/** Whether a hand can do that to this pool. */
export function takes(name: CaseName, op: Op, n = 1): boolean {
  const { latch } = ALL[name];
  switch (latch) {
    case 'by hand':
      return op === 'M';
    case 'by itself':
      return op === 'T' && n > 0;
    case undefined:
      if (FIXED[name]?.includes(op)) return false;
      // A dare has its own settings.
      return op === 'V' ? name === 'steady' : op !== 'M' && op !== 'T';
    default:
      return latch satisfies never;
  }
}

/** The two variables that limit a group's working threads. */
export type Limits = Readonly<
  Record<'thread_pool_oversubscribe' | 'thread_pool_max_threads', number>
>;

/** The limits that allow a group this many working threads: one more listens. */
export const limitsOf = (name: CaseName, threads: number): Limits => ({
  thread_pool_oversubscribe: Math.max(1, threads - 1),
  thread_pool_max_threads: Math.max(2, threads + (hasEar(name) ? 1 : 0)),
});

/** The limits after one of them was set. */
export const limitsWith = (limits: Limits, { variable, value }: Setting): Limits => ({
  ...limits,
  [variable]: value,
});

/** How many may work under these limits, where one listens. */
export const threadsWith = (limits: Limits): number =>
  Math.max(1, Math.min(limits.thread_pool_oversubscribe + 1, limits.thread_pool_max_threads - 1));

/** Work varies around its mean. */
const workOf = (work_ms: number) => ({ erlang: { k: 3, mean_us: work_ms * 1000 } });

function gapOf(name: CaseName, arrivals: number) {
  if (arrivals === 0) return NEVER_US;
  const mean_us = Math.round(((isClosed(name) ? CLIENTS : 1) * S_US) / arrivals);
  return { exponential: { mean_us: Math.min(mean_us, NEVER_US) } };
}

/**
 * Work is a wait for the network, which a kill ends: only a sleeper's wait is a sleep. Every eighth statement wants the row before it
 * works, and lets it go at once: nobody but a hand holds it.
 */
const statements = (work_ms: number) => [
  { weight: 7, steps: [{ net_us: workOf(work_ms) }] },
  { weight: 1, steps: [{ lock: ROW }, { unlock: ROW }, { net_us: workOf(work_ms) }] },
];

/** A server whose pool the living one can be. */
export interface PoolServer {
  readonly scheduler: 'percona' | 'mariadb';
  readonly version: string;
}
export const SERVER: PoolServer = { scheduler: 'percona', version: '8.0' };
/** As addresses have them. */
export const SERVERS = ['percona-8.0', 'percona-5.6', 'mariadb-10.11', 'mariadb-10.4'] as const;
export const serverWord = ({ scheduler, version }: PoolServer): string => `${scheduler}-${version}`;
export function serverNamed(word: string | null): PoolServer | undefined {
  const known = SERVERS.find((one) => one === word)?.split('-');
  const [scheduler, version = ''] = known ?? [];
  return scheduler === 'percona' || scheduler === 'mariadb' ? { scheduler, version } : undefined;
}

interface Asked {
  readonly title: string;
  readonly dials: Dials;
  readonly seed?: number;
  readonly server?: PoolServer;
  readonly until_us?: number;
  readonly connections?: number;
}

/** An engine scenario with the sliders' values. */
export function scenarioOf(name: CaseName, asked: Asked) {
  const { title, dials, seed = seedOf(name), until_us = UNTIL_US } = asked;
  const { server = SERVER, connections = CONNECTIONS } = asked;
  const it = ALL[name];
  if (it.latch)
    return latchScenario(
      { title, threads: dials.threads, seed, until_us },
      it.latch === 'by itself',
    );
  const gap = gapOf(name, dials.arrivals);
  const never = { open: { between: NEVER_US } };
  const crowd = isClosed(name)
    ? { count: CLIENTS, arrivals: { closed: { think: gap } } }
    : { count: connections, arrivals: { open: { between: gap } } };
  const sleeper = (sleep_s: number) => [{ steps: [{ wait_us: sleep_s * S_US }] }];
  const reports = {
    count: REPORTS.count,
    arrivals: {
      bursts: {
        every: REPORTS.every_s * S_US,
        from_us: (it.warm_s + REPORTS.every_s) * S_US,
        size: 1,
        count: REPORTS.count,
      },
    },
    statements: sleeper(REPORTS.sleep_s),
  };
  return {
    title,
    server: {
      ...server,
      thread_pool_size: 1,
      max_connections: 2 * CONNECTIONS,
      ...limitsOf(name, dials.threads),
    },
    start: { idle_workers: Math.max(1, dials.threads - (hasEar(name) ? 0 : 1)) },
    seed,
    until_us,
    clients: [
      {
        ...crowd,
        first_connection: 1,
        statements: statements(dials.work_ms),
        ...(it.patience ? { patience: it.patience } : {}),
        ...(it.first ? { in_transaction: true } : {}),
      },
      { count: SLEEPERS_COUNT, arrivals: never, statements: sleeper(SLEEP_S) },
      ...(isClosed(name)
        ? [{ count: POURED_COUNT, arrivals: never, statements: statements(dials.work_ms) }, reports]
        : []),
    ],
    ...(it.first ? { requests: [alone(it.warm_s, dials.work_ms)] } : {}),
  };
}

const alone = (warm_s: number, work_ms: number) => ({
  connection: ALONE.connection,
  at_us: (warm_s + ALONE.after_s) * S_US,
  steps: [{ net_us: workOf(work_ms) }],
});

/** Whether a connection is of those who sleep on purpose: their answers are nobody's wait. */
export function isSleeper(name: CaseName, id: number): boolean {
  if (hasLatch(name)) return false;
  const first = 1 + (isClosed(name) ? CLIENTS : CONNECTIONS);
  const reports = first + SLEEPERS_COUNT + POURED_COUNT;
  return (
    (id >= first && id < first + SLEEPERS_COUNT) ||
    (isClosed(name) && id >= reports && id < reports + REPORTS.count)
  );
}

export const pour = (name: CaseName, count: number): Deed => ({
  pour: { client: isClosed(name) ? BY_HAND : CROWD, count },
});
export const holdLatch = (): Deed => stall();
export const sleeper = (): Deed => ({ pour: { client: SLEEPERS, count: 1 } });
export const sleepOn = (thread: number): Deed => ({
  hold: { thread, for_us: SLEEP_S * S_US, client: SLEEPERS },
});
export const setThreads = (name: CaseName, threads: number): Deed[] =>
  Object.entries(limitsOf(name, threads)).map(([variable, value]) => ({
    set: { variable, value },
  }));
export const setArrivals = (name: CaseName, arrivals: number): Deed => ({
  between: { client: CROWD, span_us: gapOf(name, arrivals) },
});
export function setWork(name: CaseName, work_ms: number): Deed[] {
  const span_us = workOf(work_ms);
  const crowds = isClosed(name) ? [CROWD, BY_HAND] : [CROWD];
  return crowds.flatMap((client) => [
    { work: { client, statement: 0, step: 0, span_us } },
    { work: { client, statement: 1, step: 2, span_us } },
  ]);
}
