/** Runs a measured scenario many times in the engine, and reports what the measurement would have recorded. */
import {
  COUNTERS,
  type Answer,
  type Counter,
  type LoopFigures,
  type MeasuredFile,
  type MeasuredScenario,
  type Running,
} from '../../../web/src/build/measured/format';
import { quantile, samplesOf } from '../../../web/src/build/measured/samples';
import {
  clientList,
  scenarioOf,
  type Sample,
  type Settings,
} from '../../../web/src/build/measured/translate';
import { finished, runOnce } from '../../../web/src/build/runs/engine';
import { TURN_KINDS, type Timings } from '../../../web/src/model/run/frame';
import type { InstrumentTable } from '../../../web/src/model/run/types';
import { otherSettings } from './settings';

/** One run, measured or simulated. */
export interface Sighting {
  readonly answers: readonly Answer[];
  readonly loops: readonly LoopFigures[];
  readonly threads_peak: readonly number[];
  readonly births_ms: readonly number[];
  readonly deaths_ms: readonly number[];
  readonly waits: Readonly<Record<string, number>>;
  readonly counters: Readonly<Partial<Record<Counter, number>>>;
  readonly running: Running | undefined;
}

const ms = (ns: number) => Math.round(ns / 1e4) / 100;

/** How many statements each loop sends before its client stops. */
function turnsOf(scenario: MeasuredScenario, timings: Timings): Map<number, number> {
  const turns = new Map<number, number>();
  clientList(scenario).forEach(({ connection, steps }, i) => {
    const until = steps.find(({ until_ms }) => until_ms !== undefined)?.until_ms;
    if (until === undefined) return;
    const { request_connection, request_sent_ns } = timings;
    const sent = request_sent_ns.filter(
      (at, request) => request_connection[request] === connection && at < until * 1e6,
    );
    turns.set(i, Math.max(1, sent.length));
  });
  return turns;
}

function loopFigures(client: number, times: readonly Answer[]): LoopFigures {
  const took = times.map(([, sent, done]) => done - sent).sort((a, b) => a - b);
  return {
    client,
    first_sent_ms: times[0]?.[1] ?? 0,
    answers: times.length,
    median_ms: quantile(took, 0.5),
    p95_ms: quantile(took, 0.95),
    max_ms: took.at(-1) ?? 0,
    last_ms: Math.max(...times.map(([, , done]) => done), 0),
  };
}

const tableOf = (tables: readonly InstrumentTable[], wanted: string) =>
  tables.find(({ name }) => name === wanted);

/** When threads did this, except for the initial threads. */
const turned = ({ turn_kind, turn_at_ns }: Timings, kind: (typeof TURN_KINDS)[number]) =>
  [...turn_at_ns].filter((at, i) => TURN_KINDS[turn_kind[i] ?? -1] === kind && at > 0);

function countersOf(tables: readonly InstrumentTable[], timings: Timings) {
  const stats = tableOf(tables, 'THREAD_POOL_STATS');
  const counters: Partial<Record<Counter, number>> = {};
  // Counts without a column of their own are added below.
  for (const name of COUNTERS) {
    const column = stats?.columns.indexOf(name.toUpperCase()) ?? -1;
    const value = stats?.rows[0]?.[column];
    if (typeof value === 'number') counters[name] = value;
  }
  counters.all_thread_creations = turned(timings, 'created').length;
  counters.lock_wait_timeouts = timings.request_failed.filter((failed) => failed).length;
  return counters;
}

const LOOK_MS = 10;

/** The number of running statements, as sampled every few milliseconds. */
function runningOf({ settled_ms }: MeasuredScenario, timings: Timings) {
  if (!settled_ms) return undefined;
  const { request_start_ns, request_end_ns, turn_kind, turn_at_ns, turn_thread } = timings;
  const changes = [...request_start_ns]
    .flatMap((start_ns, request) =>
      Number.isNaN(start_ns)
        ? []
        : [
            [start_ns / 1e6, 1] as const,
            [(request_end_ns[request] || Infinity) / 1e6, -1] as const,
          ],
    )
    .sort(([a, up], [b, down]) => a - b || up - down);
  const [from, to] = settled_ms;
  const looks = new Map<number, number>();
  const admitted_ms: [number, number][] = [];
  let [running, look] = [0, from];
  for (const [at, change] of changes) {
    for (; look < Math.min(at, to); look += LOOK_MS)
      looks.set(running, (looks.get(running) ?? 0) + 1);
    running += change;
    if (running === admitted_ms.length + 2) admitted_ms.push([running, at]);
  }
  const all = [...looks].sort(([, a], [, b]) => b - a);
  const [[settled, times] = [0, 0]] = all;
  const first_ms = admitted_ms[0]?.[1] ?? 0;
  // Created to run, it found too many active threads. A thread that listens between two statements doesn't count.
  const created_ns = new Map<number | undefined, number>();
  const listens_ns = turn_at_ns.find((at, i) => {
    const [kind, thread] = [TURN_KINDS[turn_kind[i] ?? -1], turn_thread[i]];
    if (kind === 'created') created_ns.set(thread, at);
    const since_ns = at - (created_ns.get(thread) ?? -Infinity);
    return kind === 'listens' && at > first_ms * 1e6 && since_ns < LOOK_MS * 1e6;
  });
  return {
    settled,
    share: times / all.reduce((sum, [, n]) => sum + n, 0),
    admitted_ms,
    ...(listens_ns === undefined ? {} : { listener_ms: listens_ns / 1e6 }),
  } satisfies Running;
}

function seen(scenario: MeasuredScenario, timings: Timings, tables: readonly InstrumentTable[]) {
  const clients = clientList(scenario);
  const number = new Map(clients.map(({ connection }, i) => [connection, i]));
  const looped = (i: number) => clients[i]?.steps.some((step) => step.until_ms !== undefined);
  const answers: Answer[] = [];
  const turns = new Map<number, Answer[]>();
  for (const [request, end_ns] of timings.request_end_ns.entries()) {
    const client = number.get(timings.request_connection[request] ?? NaN);
    if (client === undefined || Number.isNaN(end_ns)) continue;
    const one = [client, ms(timings.request_sent_ns[request] ?? NaN), ms(end_ns)] as const;
    if (looped(client)) turns.set(client, [...(turns.get(client) ?? []), one]);
    else answers.push(one);
  }
  const counts = tableOf(tables, 'THREAD_POOL_WAITS')?.rows ?? [];
  const waits = counts.flatMap(([kind, count]) =>
    typeof count === 'number' && count > 0 ? [[kind, count] as const] : [],
  );
  return {
    answers: answers.sort((a, b) => a[2] - b[2]),
    loops: [...turns]
      .sort(([a], [b]) => a - b)
      .map(([client, times]) => loopFigures(client, times)),
    threads_peak: [...timings.threads_peak],
    births_ms: turned(timings, 'created').map(ms),
    deaths_ms: turned(timings, 'exited').map(ms),
    waits: Object.fromEntries(waits) as Record<string, number>,
    counters: countersOf(tables, timings),
    running: runningOf(scenario, timings),
  } satisfies Sighting;
}

export function simulate(
  file: MeasuredFile,
  scenario: MeasuredScenario,
  sample: Sample,
  settings?: Settings,
): Sighting {
  const made = (turns?: ReadonlyMap<number, number>) =>
    runOnce(scenarioOf(file, scenario, sample, turns, settings));
  const looping = scenario.clients.some(({ steps }) =>
    steps.some((step) => step.until_ms !== undefined),
  );
  // A loop ends at a moment; the engine's ends after a number of turns, which the first run counts.
  const turns = looping ? turnsOf(scenario, made().timings) : undefined;
  const { timings, tables } = made(turns);
  return seen(scenario, timings, tables);
}

export const simulateAll = (file: MeasuredFile, scenario: MeasuredScenario): Sighting[] =>
  samplesOf(file, scenario).map((sample) => simulate(file, scenario, sample));

/** The digest of the trace of one run, which another engine or another translation changes. */
export function traceOf(file: MeasuredFile, scenario: MeasuredScenario): string {
  const [sample] = samplesOf(file, scenario);
  if (!sample) throw new Error(`no sample of ${scenario.name}`);
  const turns = new Map(clientList(scenario).map((_, client) => [client, 3]));
  const run = finished(JSON.stringify(scenarioOf(file, scenario, sample, turns)), {});
  try {
    return run.digest();
  } finally {
    run.free();
  }
}

/** This many samples usually show whether settings matter. */
const FEW = 8;

/** The same statements under other settings, one change at a time: first a few runs of each, then all. */
export function* simulateOtherwise(file: MeasuredFile, scenario: MeasuredScenario) {
  const samples = samplesOf(file, scenario);
  const few = samples.filter((_, k) => k % Math.ceil(samples.length / FEW) === 0);
  for (const settings of otherSettings(file, scenario)) {
    const run = (some: readonly Sample[]) =>
      some.map((sample) => simulate(file, scenario, sample, settings));
    yield { few: run(few), all: () => run(samples) };
  }
}
