/** The server model of a scenario: cores alone, or a run queue and a latch as well. */
import type { ScenarioView } from './types';

export interface ServerModel {
  readonly latch: boolean;
  readonly run_queue: boolean;
}

/** Undefined for scenarios whose machine has only cores. */
export function serverModel({ machine }: Pick<ScenarioView, 'machine'>): ServerModel | undefined {
  const latch = (machine?.latch ?? null) !== null;
  const run_queue = (machine?.run_queue ?? null) !== null;
  return latch || run_queue ? { latch, run_queue } : undefined;
}

export const hasLatch = (scenario: Pick<ScenarioView, 'machine'>): boolean =>
  serverModel(scenario)?.latch ?? false;

/** When the latch is held up, by the scenario's stalls and by the reader's. */
export interface Stall {
  readonly at_us: number;
  readonly for_us: number;
}

const NS_PER_US = 1_000;

/** How much longer the latch is held up at this time; 0 if it is not. */
export function stallLeft_ns(stalls: readonly Stall[] | null | undefined, time_ns: number): number {
  let left = 0;
  for (const { at_us, for_us } of stalls ?? []) {
    const from = at_us * NS_PER_US;
    if (from <= time_ns) left = Math.max(left, from + for_us * NS_PER_US - time_ns);
  }
  return left;
}
