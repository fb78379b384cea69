/** Translates SQL statements into steps of the engine. */
import type { Step } from '../../model/generated/types';

/** A statement that the engine can't express, with the reason. */
export class NotExpressible extends Error {}

export interface Costs {
  /** Parsing and answering a statement that does nothing. */
  readonly short_us: number;
  /** One round of BENCHMARK(n, md5('a')). */
  readonly round_us: number;
  /** The share of a BENCHMARK's time when it was measured alone. */
  readonly of_alone: number;
  /** How much later than asked a sleep ends: from, to. */
  readonly late_us: readonly [number, number];
  /** CPU time from there until its worker looks for the next request. */
  readonly answer_us: number;
}

/** The locks that a client holds between statements, and whether a transaction is open. */
export interface Session {
  readonly held: string[];
  begun: boolean;
}

const sec = (text: string | undefined) => Math.round(Number(text) * 1e6);

interface Rule {
  readonly sql: RegExp;
  readonly steps: (match: RegExpExecArray, costs: Costs, session: Session) => readonly Step[];
}

function release(session: Session): Step[] {
  return session.held.splice(0).map((unlock) => ({ unlock }));
}
function take(session: Session, lock: string, kind: 'row_lock' | 'meta_data_lock'): Step {
  session.held.push(lock);
  return { lock, kind };
}
/** Waits for a lock that another statement holds, and keeps none itself. */
function pass(lock: string, kind: 'row_lock' | 'meta_data_lock', costs: Costs): Step[] {
  const cpu = { cpu_us: costs.short_us };
  return [cpu, { lock, kind }, cpu, { unlock: lock }];
}

const RULES: readonly Rule[] = [
  {
    sql: /^select sleep\(([\d.]+)\)$/,
    steps: ([, time], { short_us, late_us: [least, most], answer_us }) => {
      const us = sec(time);
      const wait_us = { uniform: { min_us: us + least, max_us: us + most } };
      return [{ cpu_us: short_us }, { wait_us }, { cpu_us: answer_us }];
    },
  },
  {
    sql: /^select benchmark\((\d+), ?md5\('a'\)\)$/,
    steps: ([, rounds], { round_us }) => [{ cpu_us: Math.round(Number(rounds) * round_us) }],
  },
  {
    sql: /^select benchmark\(n, ?md5\('a'\)\) \/\* (\d+) ms alone \*\/$/,
    steps: ([, ms], { of_alone }) => [{ cpu_us: Math.round(Number(ms) * 1000 * of_alone) }],
  },
  {
    sql: /^select (1|'[^']*')$/,
    steps: (_, { short_us }) => [{ cpu_us: short_us }],
  },
  {
    // BEGIN registers no engine: the transaction is active from the first change on.
    sql: /^begin$/,
    steps: (_, { short_us }, session) => {
      session.begun = true;
      return [{ cpu_us: short_us }];
    },
  },
  {
    sql: /^update (\S+) set .* where id=(\d+)$/,
    steps: ([, table, row], costs, session) => {
      const lock = `row ${row ?? ''} of ${table ?? ''}`;
      if (!session.begun) return pass(lock, 'row_lock', costs);
      return [{ cpu_us: costs.short_us }, { begin: true }, take(session, lock, 'row_lock')];
    },
  },
  {
    sql: /^commit$/,
    steps: (_, { short_us }, session) => {
      session.begun = false;
      return [{ cpu_us: short_us }, ...release(session), { commit: true }];
    },
  },
  {
    sql: /^select get_lock\('(\w+)',\d+\)$/,
    steps: ([, name], { short_us }, session) => [
      { cpu_us: short_us },
      take(session, `user lock ${name ?? ''}`, 'meta_data_lock'),
    ],
  },
  {
    sql: /^(?:select release_lock\('\w+'\)|unlock tables)$/,
    steps: (_, { short_us }, session) => [{ cpu_us: short_us }, ...release(session)],
  },
  {
    sql: /^lock tables (\S+) write$/,
    steps: ([, table], { short_us }, session) => [
      { cpu_us: short_us },
      take(session, `table ${table ?? ''}`, 'meta_data_lock'),
    ],
  },
  {
    sql: /^select \* from (\S+)$/,
    steps: ([, table], costs) => pass(`table ${table ?? ''}`, 'meta_data_lock', costs),
  },
];

/** Throws for a statement that the translation doesn't know. */
export function stepsOf(sql: string, costs: Costs, session: Session): readonly Step[] {
  for (const rule of RULES) {
    const match = rule.sql.exec(sql.trim().toLowerCase());
    if (match) return rule.steps(match, costs, session);
  }
  throw new NotExpressible(`no steps for "${sql}"`);
}

/** The least number of microseconds that a statement only waits. */
export const sleepOf = (sql: string) => sec(/^select sleep\(([\d.]+)\)$/.exec(sql)?.[1] ?? '0');
export const roundsOf = (sql: string) => Number(/^select benchmark\((\d+)/.exec(sql)?.[1] ?? 0);
export const isBurn = (sql: string) => sql.startsWith('select benchmark');
/** A wait that is reported to the pool, or a lock: its length doesn't depend on the CPU. */
export const isWait = (sql: string) => sleepOf(sql) > 0 || /^update|lock|insert|\*/.test(sql);
