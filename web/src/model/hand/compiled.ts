/** A log as an ordinary scenario: the same run for the command, for other homes of the engine, and to keep. */
import { scenarioOf, warm_ns, type CaseName, type Dials } from './cases';
import { Hand } from './hand';
import { STEP_NS, type Entry } from './log';

interface Logged {
  readonly title: string;
  readonly dials: Dials;
  readonly seed: number;
  readonly log: readonly Entry[];
  /** Since the hand took over. */
  readonly until_ns: number;
}

export function compiled(name: CaseName, { title, dials, seed, log, until_ns }: Logged) {
  const hand = new Hand(name, dials);
  const from_ns = warm_ns(name);
  const entries = log.filter(({ at }) => at * STEP_NS <= until_ns);
  const done = [
    ...entries.flatMap((entry) => hand.take(entry)),
    ...hand.upTo(Math.floor(until_ns / STEP_NS)),
  ];
  return {
    ...scenarioOf(name, { title, dials, seed, until_us: (from_ns + until_ns) / 1000 }),
    acts: done.map(({ at, deed }) => ({ at_us: (from_ns + at * STEP_NS) / 1000, ...deed })),
  };
}
