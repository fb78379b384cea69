/** When there are too many to draw each one. */
import type { Frame, Outcome } from '../../../model/run/types';
import { clientsOfGroups, groupsAtRest, type Extent } from './extent';

/** Up to here every connection is a numbered dot. */
export const MOST_DRAWN = 96;
/** Up to here a group's connections are cells of the full picture; beyond, a number. */
export const MOST_CELLS = 2_400;
const FEW_GROUPS = 2;
/** Up to here groups of few connections are cards with numbered dots. */
const MOST_CARDS = 24;
const HIGH_SLOTS = 4;
const LOW_SLOTS = 10;
const SOCKET_SLOTS = 8;

const connections = (first: Frame) => first.client_id.length;

/** Tiles instead of the full picture. A group or two are drawn in full, whatever their size. */
export function isCrowd(outcome: Pick<Outcome, 'lives' | 'metrics'>, first: Frame): boolean {
  const groups = first.group_connections.length;
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

/** Room for one group of a crowd, from what the whole run's figures tell of it. */
export function extentOfGroup(outcome: Outcome, first: Frame, frame: Frame, group: number): Extent {
  const clients: number[] = [];
  homeGroups(outcome, first).forEach((home, client) => {
    if (home === group) clients.push(client);
  });
  const peak = outcome.metrics.groups[group]?.threads_peak ?? 0;
  const threads = Math.max(2, peak, frame.group_threads[group] ?? 0);
  return {
    own_threads: false,
    cached: undefined,
    seat_of: new Map(),
    groups: [
      {
        group,
        clients,
        seats: threads,
        high: Math.min(HIGH_SLOTS, clients.length),
        low: Math.min(LOW_SLOTS, clients.length),
        unpolled: Math.min(SOCKET_SLOTS, clients.length),
        idle: Math.min(threads, 8),
        refusals: false,
      },
    ],
  };
}
