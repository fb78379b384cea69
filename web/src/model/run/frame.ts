/** Helpers for frames: what is drawn at one moment, as `engine/src/frame.rs` declares it. */
import { CONNECTION_STATES, type ConnectionState, type Frame } from '../generated/frame';

export * from '../generated/frame';

/** The label in each client's dot, at any moment: a client that connects again gets another id. */
export function labelling(first: Frame): (frame: Frame) => readonly string[] {
  // Long ids do not fit into a dot; then the label is the client's position in the run's list.
  const fits = first.connection_id.every((id) => id < 1000);
  const made = (ids: Frame['connection_id']) =>
    Array.from(ids, (id, index) => String(fits ? id : index));
  let known = { ids: first.connection_id, labels: made(first.connection_id) };
  return ({ connection_id: ids }) => {
    if (ids.some((id, index) => id !== known.ids[index])) known = { ids, labels: made(ids) };
    return known.labels;
  };
}

export const clientLabels = (frame: Frame): readonly string[] => labelling(frame)(frame);

/** True if nobody waits for the answer any more: the client has closed this connection. */
export const isGone = ({ connection_gone }: Frame, client: number): boolean =>
  connection_gone[client] === 1;

/** How many connections are in each state; further requests on one are unread behind its first. */
export function censusOf({
  connection_state,
  connection_behind,
}: Frame): ReadonlyMap<ConnectionState, number> {
  const counts = CONNECTION_STATES.map(() => 0);
  for (const state of connection_state) counts[state] = (counts[state] ?? 0) + 1;
  const unread = CONNECTION_STATES.indexOf('socket');
  for (const behind of connection_behind) counts[unread] = (counts[unread] ?? 0) + behind;
  return new Map(CONNECTION_STATES.map((state, at) => [state, counts[at] ?? 0]));
}

/** The number of requests in a group's queues, and of those unread on its sockets. */
export const inLineOf = ({ group_high, group_low }: Frame, group: number): number =>
  (group_high[group] ?? 0) + (group_low[group] ?? 0);
export const unreadOf = ({ group_unpolled }: Frame, group: number): number =>
  group_unpolled[group] ?? 0;
