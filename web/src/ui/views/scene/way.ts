/** The ways that requests take through a group: along its lanes, and back beside them. */
import type { Point } from './geometry';
import type { Lanes } from './layout-types';
import { ZONES, type TokenPlace, type Zone } from './place';

const stage = (zone: Zone) => ZONES.indexOf(zone);

/**
 * From where a request is drawn to where it belongs; `from_zone`: the part that it leaves; `past`: it was taken
 * off its socket by the thread that serves it, and stood in no line.
 */
export function wayOf(start: Point, from_zone: Zone, token: TokenPlace, past = false): Point[] {
  const { lanes } = token.layout;
  const end = { x: token.x, y: token.y };
  if (!lanes) return [start, end];
  if (token.zone === 'client') return [start, ...wayBack(start, lanes), end];
  if (stage(token.zone) <= stage(from_zone)) return [start, end];
  return [start, ...wayForward(start, from_zone, token, lanes, past), end];
}

function wayForward(
  start: Point,
  from: Zone,
  { zone: to, x }: TokenPlace,
  lanes: Lanes,
  past: boolean,
): Point[] {
  const way: Point[] = [];
  if (from === 'client') way.push(lanes.from, lanes.gate);
  if (past && to === 'worker') {
    const before = way.at(-1) ?? start;
    return [...way, { x: before.x, y: lanes.over }, { x, y: lanes.over }];
  }
  if (stage(from) < stage('queue') && stage(to) >= stage('queue') && lanes.queue) {
    way.push(lanes.queue);
  }
  if (to === 'worker') way.push(lanes.workers);
  return way;
}

function wayBack(start: Point, { back, home }: Lanes): Point[] {
  return [{ x: start.x, y: back }, home];
}

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

export function lengthOf(way: readonly Point[]): number {
  return way.reduce((sum, at, index) => sum + distance(way[index - 1] ?? at, at), 0);
}

/** The point at this share of a way's length. */
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
