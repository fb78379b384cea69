/** Helpers for frames: what is drawn at one moment, as `engine/src/frame.rs` declares it. */
import type { Frame } from '../generated/frame';

export * from '../generated/frame';

/** The label in each client's dot. */
export function clientLabels(frame: Frame): string[] {
  // Long ids do not fit into a dot; then the label is the client's position in the run's list.
  const fits = frame.connection_id.every((id) => id < 1000);
  return Array.from(frame.connection_id, (id, index) => String(fits ? id : index));
}

/** The number of requests in a group's queues, and of those unread on its sockets. */
export const inLineOf = ({ group_high, group_low }: Frame, group: number): number =>
  (group_high[group] ?? 0) + (group_low[group] ?? 0);
export const unreadOf = ({ group_unpolled }: Frame, group: number): number =>
  group_unpolled[group] ?? 0;
