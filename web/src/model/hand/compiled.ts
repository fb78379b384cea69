/** A log as an ordinary scenario: the same run for the command, for other homes of the engine, and to keep. */
import { paceOf, scenarioOf, warm_ns, type CaseName, type Dials, type PoolServer } from './cases';
import { Hand } from './hand';
import type { Entry } from './log';

interface Logged {
  readonly title: string;
  readonly dials: Dials;
  readonly seed: number;
  readonly server?: PoolServer;
  readonly log: readonly Entry[];
  /** Since the hand took over. */
  readonly until_ns: number;
}

/** Of a log that begins its run anew, the last run. */
export function compiled(name: CaseName, { title, dials, seed, server, log, until_ns }: Logged) {
  const { slower, step_ns } = paceOf(name);
  const done = log.filter(({ at }) => at * step_ns <= until_ns);
  const anew = done.findLast(({ op }) => op === 'T');
  const run = { ...dials, threads: anew?.n ?? dials.threads };
  const hand = new Hand(name, run);
  const begun_ns = (anew?.at ?? 0) * step_ns - warm_ns(name);
  const in_run_us = (ns: number) => Math.round((ns - begun_ns) / slower) / 1000;
  const acts = [
    ...done.slice(anew ? done.indexOf(anew) + 1 : 0).flatMap((entry) => hand.take(entry)),
    ...hand.upTo(Math.floor(until_ns / step_ns)),
  ];
  return {
    ...scenarioOf(name, {
      ...{ title, dials: run, seed, until_us: in_run_us(until_ns) },
      ...(server ? { server } : {}),
    }),
    acts: acts.map(({ at, deed }) => ({ at_us: in_run_us(at * step_ns), ...deed })),
  };
}
