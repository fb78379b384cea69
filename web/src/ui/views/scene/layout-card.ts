/** A group as a small card, one of many: the same parts in the same order, without the words. */
import type { GroupExtent } from './extent';
import { grid, type Point } from './geometry';
import type { GroupLayout, Slots } from './layout-types';

const PAD = 9;
const HEAD = 26;
const ROW_GAP = 7;
const CLIENT = { w: 26, h: 27 };
const WAITING = { w: 24, h: 25 };
const SEAT = { w: 27, h: 29 };
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
  const clients_h = y - at.y;
  // Sockets, high and low queue share their row, in this order.
  const tray = { x: x - 2, y: y - 2, w: w + 4, h: 0 };
  const waiting = row(
    Math.min(Math.max(1, most.unpolled, most.low + most.high), MOST_SLOTS),
    WAITING,
  );
  const line_tray = { ...tray, h: y - ROW_GAP + 2 - tray.y };
  const [seat, ...seats] = row(most.seats + 1, SEAT);
  const lane = (): Slots => ({
    places: waiting,
    radius: 9.5,
    ages: false,
    tray: line_tray,
    label: { x, y: at.y },
  });
  const box = { x: at.x, y: at.y, w: at.w, h: y - at.y + PAD - ROW_GAP };
  return {
    group: extent.group,
    detail: 'card',
    box,
    clients: {
      label: { x, y: at.y + 17 },
      places: new Map(extent.clients.map((client, index) => [client, dots[index] ?? at])),
      radius: 10.5,
      box: { ...box, h: clients_h },
      crowd: undefined,
    },
    listener: { box, seat: seat ?? at, radius: 12 },
    sockets: lane(),
    queue: { box, high: lane(), low: lane() },
    workers: {
      box,
      seats: seats.slice(0, extent.seats),
      radius: 12,
      refused: undefined,
      idle: undefined,
    },
    cache: undefined,
    lanes: undefined,
    why: undefined,
  };
}
