/** A group as a small card, one of many: the same parts in the same order, without the words. */
import type { GroupExtent } from './extent';
import { grid, type Point } from './geometry';
import type { GroupLayout, Slots } from './layout';

const PAD = 8;
const HEAD = 22;
const ROW_GAP = 6;
const CLIENT = { w: 23, h: 24 };
const WAITING = { w: 21, h: 22 };
const SEAT = { w: 27, h: 28 };
const MOST_SLOTS = 18;

/** `most`: what the largest group needs, so that all cards are alike. */
export function layoutCard(
  extent: GroupExtent,
  most: GroupExtent,
  at: Point & { w: number },
): GroupLayout {
  const x = at.x + PAD;
  const w = at.w - 2 * PAD;
  let y = at.y + HEAD;
  const row = (count: number, cell: { w: number; h: number }) => {
    const made = grid(count, x, y, w, cell);
    y += made.height + ROW_GAP;
    return made.places;
  };
  const dots = row(most.clients.length, CLIENT);
  // Sockets, high and low queue share their row, in this order.
  const waiting = row(
    Math.min(Math.max(1, most.unpolled, most.low + most.high), MOST_SLOTS),
    WAITING,
  );
  const [seat, ...seats] = row(most.seats + 1, SEAT);
  const lane = (): Slots => ({ places: waiting, radius: 8.5, ages: false, label: { x, y: at.y } });
  const box = { x: at.x, y: at.y, w: at.w, h: y - at.y + PAD - ROW_GAP };
  return {
    group: extent.group,
    detail: 'card',
    box,
    clients: {
      label: { x, y: at.y + 15 },
      places: new Map(extent.clients.map((client, index) => [client, dots[index] ?? at])),
      radius: 9,
    },
    listener: { box, seat: seat ?? at },
    sockets: lane(),
    queue: { box, high: lane(), low: lane() },
    workers: { box, seats: seats.slice(0, extent.seats), radius: 12 },
    why: undefined,
  };
}
