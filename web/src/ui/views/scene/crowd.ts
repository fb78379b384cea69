/** Decides when there are too many to draw each one. */
import type { Frame, Outcome } from '../../../model/run/types';
import { serverModel } from '../../../model/run/machine';
import { clientsOfGroups, groupsAtRest } from './extent';

/** Up to this number every connection is a numbered dot. */
export const MOST_DRAWN = 96;
/** Up to this number a group's connections are cells in the full picture; beyond it, a number. */
export const MOST_CELLS = 2_400;
const FEW_GROUPS = 2;
/** Up to this number, groups with few connections are cards with numbered dots. */
const MOST_CARDS = 24;
const connections = (first: Frame) => first.connection_id.length;

/**
 * True for one group in full with the others small. One or two groups are drawn in full, whatever their size. Threads
 * without groups that meet in the server model are drawn there.
 */
export function isCrowd(
  outcome: Pick<Outcome, 'lives' | 'metrics' | 'scenario'>,
  first: Frame,
): boolean {
  const groups = first.group_connections.length;
  if (groups === 0 && serverModel(outcome.scenario)) return true;
  if (groups - groupsAtRest(outcome).size > MOST_CARDS) return true;
  return connections(first) > MOST_DRAWN && (groups === 0 || groups > FEW_GROUPS);
}

/** For each connection, its group's index. */
export function homeGroups(outcome: Pick<Outcome, 'lives'>, first: Frame): Uint32Array {
  const home = new Uint32Array(connections(first));
  clientsOfGroups(first, outcome.lives).forEach((clients, group) => {
    for (const client of clients) home[client] = group;
  });
  return home;
}
