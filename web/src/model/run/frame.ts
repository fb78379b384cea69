/** What is drawn at one moment, as `engine/src/frame.rs` declares it. */
import type { Frame } from '../generated/frame';

export * from '../generated/frame';

/** What names each client in its dot. */
export function clientLabels(frame: Frame): string[] {
  // Long ids do not fit into a dot; then the position in the run's list names the client.
  const fits = frame.connection_id.every((id) => id < 1000);
  return Array.from(frame.connection_id, (id, index) => String(fits ? id : index));
}

/** How many stand in a group's lines, and how many nobody has read off their sockets. */
export const inLineOf = ({ group_high, group_low }: Frame, group: number): number =>
  (group_high[group] ?? 0) + (group_low[group] ?? 0);
export const unreadOf = ({ group_unpolled }: Frame, group: number): number =>
  group_unpolled[group] ?? 0;
