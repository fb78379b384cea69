/** When there are too many to draw each one. */
import type { Frame, Outcome } from '../../../model/run/types';
import { serverModel } from '../../../model/run/machine';
import { clientsOfGroups, groupsAtRest } from './extent';

/** Up to here every connection is a numbered dot. */
export const MOST_DRAWN = 96;
/** Up to here a group's connections are cells of the full picture; beyond, a number. */
export const MOST_CELLS = 2_400;
const FEW_GROUPS = 2;
/** Up to here groups of few connections are cards with numbered dots. */
const MOST_CARDS = 24;
const connections = (first: Frame) => first.connection_id.length;

/**
 * One group in full and the others small. A group or two are drawn in full, whatever their size. Threads that have
 * no groups and meet at the server's model are drawn where they meet.
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

/** For each connection the place of its group in the list of groups. */
export function homeGroups(outcome: Pick<Outcome, 'lives'>, first: Frame): Uint32Array {
  const home = new Uint32Array(connections(first));
  clientsOfGroups(first, outcome.lives).forEach((clients, group) => {
    for (const client of clients) home[client] = group;
  });
  return home;
}
