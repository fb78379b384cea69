/** The paths of requests: through the door, along the queues, to the rings. Answers have none. */
import type { Point } from './geometry';
import type { GroupLayout } from './layout-types';
import { ZONES, type TokenPlace, type Zone } from './place';

const stage = (zone: Zone) => ZONES.indexOf(zone);

/** Enters a queue at its tail. */
function tailOf({ queue, full, lanes }: GroupLayout, { state }: TokenPlace): Point[] {
  const tray = (state === 'high_queue' ? queue?.high : queue?.low)?.tray;
  if (!tray || full?.upright) return [];
  // Up or down in front of it, unless it is straight ahead.
  const y = tray.y + tray.h / 2;
  return [...(lanes ? [{ x: lanes.inlet.x, y }] : []), { x: tray.x + 8, y }];
}

/** Leaves a queue at its head. */
function headOf({ lanes, queue, full }: GroupLayout, y: number): Point[] {
  if (!lanes || !queue) return [];
  if (full?.upright) return [lanes.mouth];
  const trays = [queue.high?.tray, queue.low.tray];
  const own = trays.find((tray) => tray && y >= tray.y && y <= tray.y + tray.h);
  return [{ x: lanes.mouth.x, y: own ? own.y + own.h / 2 : lanes.mouth.y }];
}

/**
 * From a request's drawn position to its new one. `from`: the zone that it leaves; `past`: its thread took it directly off
 * its socket, without queueing. Empty for an answer, which simply appears.
 */
export function wayOf(
  start: Point,
  from: Zone,
  token: TokenPlace,
  past = false,
): Point[] | undefined {
  const { layout, zone } = token;
  const { lanes } = layout;
  const end = { x: token.x, y: token.y };
  if (zone === 'client' || stage(zone) < stage(from)) return undefined;
  if (!lanes || zone === 'socket') return [start, end];
  const outside = stage(from) < stage('queue');
  const { porch: y } = lanes;
  const porch =
    y === undefined
      ? []
      : [
          { x: start.x, y },
          { x: lanes.door.x, y },
        ];
  const through = outside ? [...porch, lanes.door, lanes.inlet] : [];
  if (zone === 'queue') {
    // Between queues, it passes the heads of both, so that it crosses no name.
    if (from === 'queue' && Math.abs(start.y - end.y) > token.radius * 3)
      return [start, ...headOf(layout, start.y), ...headOf(layout, end.y), end];
    return [start, ...through, ...(outside ? tailOf(layout, token) : []), end];
  }
  if (from === 'worker') return [start, end];
  if (outside) return [start, ...through, ...(past ? lanes.over : headOf(layout, NaN)), end];
  return [start, ...headOf(layout, start.y), end];
}

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

export function lengthOf(way: readonly Point[]): number {
  return way.reduce((sum, at, index) => sum + distance(way[index - 1] ?? at, at), 0);
}

/** The point at this share of the path's length. */
export function along(way: readonly Point[], length: number, share: number): Point {
  let left = length * share;
  for (let index = 1; index < way.length; index += 1) {
    const a = way[index - 1];
    const b = way[index];
    if (!a || !b) break;
    const part = distance(a, b);
    if (left <= part && part > 0) {
      const ratio = left / part;
      return { x: a.x + (b.x - a.x) * ratio, y: a.y + (b.y - a.y) * ratio };
    }
    left -= part;
  }
  return way.at(-1) ?? { x: 0, y: 0 };
}
