/** Positions in arcs around a point, nearest first, which fill a box except for an excluded area. */
import type { Box, Point } from '../geometry';

export interface Arcs {
  readonly places: readonly Point[];
  readonly pitch: number;
}

export interface ArcsRoom {
  readonly box: Box;
  readonly middle: Point;
  /** The radius of the nearest arc. */
  readonly inner: number;
  /** An area without positions. */
  readonly taken?: Box | undefined;
}

const LARGEST = 46;
const SMALLEST = 3;
const FINER = 0.955;

function filled({ box: { x, y, w, h }, middle, inner, taken }: ArcsRoom, pitch: number): Arcs {
  const half = pitch / 2;
  const far = Math.hypot(Math.max(middle.x - x, 0), Math.max(middle.y - y, y + h - middle.y));
  const free = (at: Point) =>
    at.x - half >= x &&
    at.x + half <= x + w &&
    at.y - half >= y &&
    at.y + half <= y + h &&
    !(
      taken &&
      at.x + half > taken.x &&
      at.x - half < taken.x + taken.w &&
      at.y + half > taken.y &&
      at.y - half < taken.y + taken.h
    );
  const places: Point[] = [];
  for (let rho = inner + half; rho <= far; rho += pitch) {
    const step = pitch / rho;
    for (let nth = 0; nth * step <= Math.PI / 2; nth += 1)
      for (const side of nth === 0 ? [1] : [1, -1]) {
        const angle = Math.PI + side * nth * step;
        const at = { x: middle.x + rho * Math.cos(angle), y: middle.y + rho * Math.sin(angle) };
        if (free(at)) places.push(at);
      }
  }
  return { places, pitch };
}

/** The largest distance at which this many fit. */
export function arcsIn(room: ArcsRoom, wanted: number): Arcs {
  let pitch = LARGEST;
  let found = filled(room, pitch);
  while (found.places.length < wanted && pitch > SMALLEST) {
    pitch *= FINER;
    found = filled(room, pitch);
  }
  return found;
}
