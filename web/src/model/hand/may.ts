/** What a hand may do, where a page allows less than all. */
import type { Op } from './log';

export const DEEDS = ['pour', 'sleep', 'kill', 'threads', 'lock', 'door'] as const;
export type DeedName = (typeof DEEDS)[number];

/** Sliders are not a hand's, and a latch has one deed only. */
const OF: Readonly<Record<Op, DeedName | undefined>> = {
  H: 'pour',
  U: 'pour',
  P: 'pour',
  S: 'sleep',
  Z: 'sleep',
  K: 'kill',
  R: 'threads',
  A: 'threads',
  L: 'lock',
  D: 'door',
  Q: undefined,
  W: undefined,
  M: undefined,
  T: undefined,
  V: undefined,
};

export function mayDo(op: Op, deeds: readonly DeedName[]): boolean {
  const deed = OF[op];
  return deed === undefined || deeds.includes(deed);
}
