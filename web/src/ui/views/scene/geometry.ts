/** Plane geometry and text for the scene: pure, so that "nothing overlaps" can be tested. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly w: number;
  readonly h: number;
}

/** Positions in evenly spaced rows, and their height. */
export interface Grid {
  readonly places: readonly Point[];
  readonly columns: number;
  readonly height: number;
}

/** `count` positions in cells of `cell` below (x, y), as many per row as fit. */
export function grid(
  count: number,
  x: number,
  y: number,
  width: number,
  cell: { w: number; h: number },
): Grid {
  const columns = Math.max(1, Math.floor(width / cell.w));
  const places = Array.from({ length: count }, (_, index) => ({
    x: x + cell.w * (index % columns) + cell.w / 2,
    y: y + cell.h * Math.floor(index / columns) + cell.h / 2,
  }));
  return { places, columns, height: Math.ceil(count / columns) * cell.h };
}

const plain = (value: number) => Number(value.toFixed(2));

/** An arc of a circle from twelve o'clock on, clockwise. */
export function arc(r: number, share: number): string {
  const part = Math.min(Math.max(share, 0), 0.9999);
  const angle = part * 2 * Math.PI;
  const size = plain(r);
  const x = plain(r * Math.sin(angle));
  const y = plain(-r * Math.cos(angle));
  return `M0 ${-size}A${size} ${size} 0 ${part > 0.5 ? 1 : 0} 1 ${x} ${y}`;
}
