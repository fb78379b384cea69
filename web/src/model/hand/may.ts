/** What a hand may do, where a page allows less than all. */
import { takes, type CaseName } from './cases';
import type { Op } from './log';

export const DEEDS = ['pour', 'sleep', 'kill', 'threads', 'lock', 'door'] as const;
export type DeedName = (typeof DEEDS)[number];

/** Sliders are not a hand's; with a latch the number of threads is one of theirs, and has the tray's buttons too. */
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
  T: 'threads',
  V: undefined,
};

/** Those of the deeds that this pool takes. */
export const deedsIn = (name: CaseName, deeds: readonly DeedName[]): readonly DeedName[] =>
  deeds.filter((deed) =>
    (Object.keys(OF) as Op[]).some((op) => takes(name, op) && OF[op] === deed),
  );

export function mayDo(op: Op, deeds: readonly DeedName[]): boolean {
  const deed = OF[op];
  return deed === undefined || deeds.includes(deed);
}
