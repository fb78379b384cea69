/** Translates a measured scenario into one of the engine's, mechanically. */
import type {
  Connection,
  Loop,
  Request,
  ScenarioFile,
  Server,
  Statement,
} from '../../model/generated/types';
import { variableNamed } from '../../model/servers/servers';
import { NotExpressible, stepsOf, type Costs, type Session } from './sql';
import type { MeasuredFile, MeasuredRun, MeasuredScenario, SentStep } from './format';

/** Values that nobody measured, so that many are tried. */
export interface Sample {
  readonly seed: number;
  /** The stall timer's phase at time 0, from 0 to 1. */
  readonly phase: number;
  readonly poll_wake_us: number;
  readonly thread_wake_us: number;
  readonly thread_create_us: number;
  readonly login_us: number;
  readonly costs: Costs;
  /** The run whose sending times are replayed. */
  readonly run: MeasuredRun;
}

/** From an answer to the next statement of a client that does not pause. */
const TURN_US = 70;

/** The client behind each number in `Answer`. */
export interface Client {
  readonly connection: number;
  readonly cold: boolean;
  readonly extra: boolean;
  readonly in_transaction: boolean;
  readonly steps: readonly SentStep[];
}

export function clientList({ clients, variables }: MeasuredScenario): Client[] {
  const size = Number(variables['thread_pool_size']);
  const used = new Map<number, number>();
  return clients
    .flatMap((crowd) =>
      Array.from({ length: crowd.count }, (_, i) => ({
        ...crowd,
        steps: crowd.steps.map((step) => ({
          ...step,
          at_ms: step.at_ms + i * (crowd.every_ms ?? 0),
        })),
      })),
    )
    .map(({ group, port, cold, in_transaction, steps }, i) => {
      const lane = group ?? i % size;
      const before = used.get(lane) ?? 0;
      used.set(lane, before + 1);
      return {
        // The group is the id modulo thread_pool_size.
        connection: size * (before + 1) + lane,
        cold: cold ?? false,
        extra: port === 'extra',
        in_transaction: in_transaction ?? false,
        steps,
      };
    });
}

export type Settings = MeasuredScenario['variables'];

function serverOf(file: MeasuredFile, variables: Settings): Server {
  const given = Object.entries(variables).map(([name, value]) => {
    const row = variableNamed(name, 'mariadb', file.version);
    if (!row) throw new NotExpressible(`the engine has no variable ${name}`);
    return [row.field, value === 'ON' ? true : value === 'OFF' ? false : value];
  });
  const set = Object.fromEntries(given) as Partial<Server>;
  return { scheduler: 'mariadb', version: file.version, ...set };
}

export const stallLimitMs = ({ variables }: Pick<MeasuredScenario, 'variables'>) =>
  Number(variables['thread_pool_stall_limit'] ?? 500);

/** When the run may end: nothing was under way any more. */
function untilMs({ clients, runs, watched_ms }: MeasuredScenario): number {
  const last = runs.flatMap(({ answers, loops, deaths_ms }) => [
    ...answers.map(([, , done]) => done),
    ...(loops ?? []).map(({ last_ms }) => last_ms),
    ...(deaths_ms ?? []),
  ]);
  const sent = clients.flatMap((one) => one.steps.map(({ at_ms, until_ms }) => until_ms ?? at_ms));
  return Math.max(...last, ...sent) * (watched_ms === undefined ? 2 : 1) + (watched_ms ?? 500);
}

/** When each client sent its statements in the replayed run. */
function sentTimes(run: MeasuredRun): Map<number, number[]> {
  const times = new Map<number, number[]>();
  const note = (client: number, sent: number) =>
    times.set(
      client,
      [...(times.get(client) ?? []), sent].sort((a, b) => a - b),
    );
  for (const [client, sent] of run.answers) note(client, sent);
  for (const { client, first_sent_ms } of run.loops ?? []) note(client, first_sent_ms);
  return times;
}

/** `turns`: how often each client's loop repeats; without it, until the end of the run. */
export function scenarioOf(
  file: MeasuredFile,
  scenario: MeasuredScenario,
  sample: Sample,
  turns?: ReadonlyMap<number, number>,
  variables: Settings = scenario.variables,
): ScenarioFile {
  const clients = clientList(scenario);
  const sent = sentTimes(sample.run);
  const requests: Request[] = [];
  const loops: Loop[] = [];
  clients.forEach((client, i) => {
    const session: Session = { held: [], begun: client.in_transaction };
    const times = sent.get(i) ?? [];
    client.steps.forEach((step, k) => {
      const at_us = Math.round((times[k] ?? step.at_ms) * 1000);
      const steps = [...stepsOf(step.sql, sample.costs, session)];
      if (step.until_ms === undefined)
        return requests.push({ connection: client.connection, at_us, name: step.label, steps });
      const statement: Statement = { name: step.label, steps };
      return loops.push({
        connection: client.connection,
        at_us,
        think_us: TURN_US + Math.round((step.gap_ms ?? 0) * 1000),
        count: turns?.get(i) ?? 1_000_000,
        statements: [statement],
      });
    });
  });
  const connections: Connection[] = clients
    .filter((one) => one.cold || one.extra || one.in_transaction)
    .map((one) => ({
      id: one.connection,
      ...(one.cold ? { new: true } : {}),
      ...(one.extra ? { port: 'extra' as const } : {}),
      ...(one.in_transaction ? { in_transaction: true } : {}),
    }));
  const all_cold = clients.every(({ cold }) => cold);
  const stall_us = stallLimitMs({ variables }) * 1000;
  return {
    title: scenario.title,
    server: serverOf(file, variables),
    machine: {
      cores: file.machine.cores,
      poll_wake_us: sample.poll_wake_us,
      thread_wake_us: sample.thread_wake_us,
      thread_create_us: sample.thread_create_us,
    },
    start: {
      first_tick_us: Math.max(1, Math.round(sample.phase * stall_us)),
      threads: all_cold ? 'none' : 'listener',
      idle_workers: all_cold ? 0 : file.warm_idle_workers,
      login_cpu_us: sample.login_us,
    },
    seed: sample.seed,
    until_us: Math.round(untilMs(scenario) * 1000),
    connections,
    requests: requests.sort((a, b) => a.at_us - b.at_us),
    loops,
  };
}
