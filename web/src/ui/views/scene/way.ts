/** The ways of requests in a full house: through the door, along the lines, to the rings. Answers have none. */
import { ROOM } from './at';
import type { Point } from './geometry';
import type { House } from './world';

/** The rooms in the order in which a request passes them. */
const STAGES: readonly number[] = [ROOM.SEAT, ROOM.DOOR, ROOM.LINE, ROOM.THREAD];

/**
 * From where a request is to its place in another room, or in another line. Whoever goes from the door to a thread passes
 * over those in line. Undefined for a way back, which nobody goes: an answer simply appears.
 */
export function wayIn(
  { door, lane_box, high: above, full }: House,
  from: number,
  to: number,
  start: Point,
  end: Point,
  high = false,
): readonly Point[] | undefined {
  const { ways, above: upright } = full ?? {};
  if (to === ROOM.SEAT || STAGES.indexOf(to) < STAGES.indexOf(from)) return undefined;
  if (!ways || to === ROOM.DOOR) return [start, end];
  const { porch, inlet, mouth, over } = ways;
  const boxes = [above?.box, lane_box].filter((box) => box !== undefined);
  const heightAt = (y: number) => {
    const own = boxes.find((box) => y >= box.y && y <= box.y + box.h);
    return own ? own.y + own.h / 2 : mouth.y;
  };
  /** Leaves a line at its head. */
  const headOf = (y: number) => (upright ? mouth : { x: mouth.x, y: heightAt(y) });
  const outside = from === ROOM.SEAT || from === ROOM.DOOR;
  const through = [
    ...(porch === undefined
      ? []
      : [
          { x: start.x, y: porch },
          { x: door.x, y: porch },
        ]),
    door,
    inlet,
  ];
  if (to === ROOM.LINE) {
    // From line to line it passes the heads of both, so that it crosses no name.
    if (!outside) return [start, headOf(start.y), headOf(end.y), end];
    const box = high ? (above?.box ?? lane_box) : lane_box;
    const y = box.y + box.h / 2;
    const tail = upright
      ? []
      : [
          { x: inlet.x, y },
          { x: box.x + 0.4, y },
        ];
    return [start, ...through, ...tail, end];
  }
  if (from === ROOM.THREAD) return [start, end];
  return outside ? [start, ...through, ...over, end] : [start, headOf(start.y), end];
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
