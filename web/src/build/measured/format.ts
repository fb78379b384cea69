/** The format of runs on a real server in content/measured (`poolscope-measured/1`). */
import { z } from 'zod/v4';
import type { Source } from '../../model/run/types';
import {
  checked,
  fields,
  list,
  number,
  parseJson,
  readContent,
  whole,
  words,
} from '../content/read';

export const COUNTERS = [
  'thread_creations',
  'thread_creations_due_to_stall',
  'wakes',
  'wakes_due_to_stall',
  'throttles',
  'stalls',
  'polls_by_listener',
  'polls_by_worker',
  'dequeues_by_listener',
  'dequeues_by_worker',
  /** Over all groups. */
  'all_thread_creations',
  /** Statements that failed with error 1205. */
  'lock_wait_timeouts',
] as const;
export type Counter = (typeof COUNTERS)[number];

export const KINDS = [
  'batches',
  'two-groups',
  'stall-limit',
  'oversubscribe',
  'running',
  'thread-creation',
  'idle-timeout',
  'priorities',
  'row-locks',
  'dedicated-listener',
  'sixty-five',
  'waits',
  'older-server',
  'yardstick',
] as const;
export type ExperimentKind = (typeof KINDS)[number];

const time = number(0);
const count = whole(0);
const table = <T extends z.ZodType>(of: T) => z.record(z.string(), of, 'an object');

/** A statement of a client: sent at a time, or when the one before it is answered, whichever is later. */
const sent = fields({
  label: words,
  at_ms: time,
  sql: words,
  /** Repeated until this moment, `gap_ms` after each answer. */
  until_ms: time.optional(),
  gap_ms: time.optional(),
});
export type SentStep = Readonly<z.infer<typeof sent>>;

/** Clients that do the same, each on a connection of its own. */
const crowd = fields({
  count: whole(1, 10_000),
  /** Without it and without a port, client i is in group i modulo thread_pool_size. */
  group: count.optional(),
  port: z.literal('extra').optional(),
  /** Each further client starts this much later. */
  every_ms: time.optional(),
  /** Connects for its first statement; the others were logged in before. */
  cold: z.literal(true).optional(),
  /** Its transaction was open before time 0. */
  in_transaction: z.literal(true).optional(),
  steps: list(sent, 1),
});
export type Crowd = Readonly<z.infer<typeof crowd>>;

/** Milliseconds from just before the first statement was sent. */
export type Answer = readonly [client: number, sent_ms: number, done_ms: number];

/** Figures of a client with a loop. */
const loop = fields({
  client: count,
  first_sent_ms: time,
  answers: count,
  median_ms: time,
  p95_ms: time,
  max_ms: time,
  last_ms: time,
});
export type LoopFigures = Readonly<z.infer<typeof loop>>;

/** The number of running statements, sampled every few milliseconds. */
const running = fields({
  /** The number at which it settled. */
  settled: count,
  /** The share of samples with this number. */
  share: number(0, 1).optional(),
  /** When two ran for the first time, when three, and so on; some were not recorded. */
  admitted_ms: list(z.tuple([whole(2, 1000), time], 'a list of 2'), 1).optional(),
  /** When the first listener after the initial one was created. */
  listener_ms: time.optional(),
});
export type Running = Readonly<z.infer<typeof running>>;

const run = fields({
  /** In order of completion. */
  answers: list(z.tuple([count, time, time], 'a list of 3')),
  loops: list(loop).optional(),
  /** One per group. */
  threads_peak: list(count, 1).optional(),
  /** Threads of the operating system, sampled every 4 ms; a few are the server's own. */
  births_ms: list(time),
  deaths_ms: list(time).optional(),
  /** THREAD_POOL_WAITS: how much each count grew. */
  waits: table(count).optional(),
  running: running.optional(),
});
export type MeasuredRun = Readonly<z.infer<typeof run>>;

const scenario = checked(
  fields({
    name: words,
    kind: z.enum(KINDS),
    title: words,
    variables: table(z.union([z.number(), z.string()], 'a number or a word')),
    clients: list(crowd, 1),
    /** How long the server was watched after the last answer. */
    watched_ms: time.optional(),
    /** The period in which running statements were counted. */
    settled_ms: z.tuple([time, time], 'a list of 2').optional(),
    /** Least and greatest `Query_time` of the same statements in the slow log, in runs that wrote one. */
    slow_log_ms: z.tuple([time, time], 'a list of 2').optional(),
    /** Least and greatest growth over the runs, of group 0 by default. */
    counters: z
      .partialRecord(z.enum(COUNTERS), z.tuple([count, count], 'a list of 2'))
      .optional(),
    runs: list(run, 1),
  }),
  ({ clients: crowds, runs }, refuse) => {
    const clients = clientsOf({ clients: crowds });
    for (const [index, { answers, loops = [] }] of runs.entries()) {
      const clientAt = (path: readonly PropertyKey[], client: number) => {
        if (client >= clients) refuse(['runs', index, ...path], `a client from 0 to ${clients - 1}`);
      };
      for (const [k, [client, sent_ms, done_ms]] of answers.entries()) {
        clientAt(['answers', k, 0], client);
        if (done_ms < sent_ms) refuse(['runs', index, 'answers', k, 2], `no earlier than ${sent_ms}`);
      }
      for (const [k, { client }] of loops.entries()) clientAt(['loops', k, 'client'], client);
    }
  },
);
export type MeasuredScenario = Readonly<z.infer<typeof scenario>>;
export type Range = NonNullable<MeasuredScenario['settled_ms']>;

const file = fields({
  format: z.literal('poolscope-measured/1'),
  id: words,
  server: words,
  /** The version whose rules the engine follows. */
  version: words,
  /** Idle threads besides the listener, left by the logins before time 0. */
  warm_idle_workers: count,
  source: fields({
    author: words,
    title: words,
    date: words,
    url: words.optional(),
  }) as z.ZodType<Source>,
  machine: fields({ cores: whole(1, 1024), text: words }),
  scenarios: checked(list(scenario, 1), (all, refuse) => {
    for (const [index, { name }] of all.entries())
      if (all.findIndex((one) => one.name === name) < index)
        refuse([index, 'name'], 'each name once');
  }),
});
export type MeasuredFile = Readonly<z.infer<typeof file>>;

export const clientsOf = ({ clients }: Pick<MeasuredScenario, 'clients'>) =>
  clients.reduce((sum, one) => sum + one.count, 0);

export const readMeasured = (json: string, name: string): MeasuredFile =>
  readContent(file, parseJson(json, name), name);
