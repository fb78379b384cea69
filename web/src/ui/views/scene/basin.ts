/** A group's shape without contents: a filled outline with a door in its left rim, at which a listener is or nobody. */
import { group, line, path, rect, tenth as n, type Mark } from '../../marks/marks';
import { ringMarks } from '../glyphs';
import type { Box, Point } from './geometry';

export interface Basin {
  readonly box: Box;
  readonly corner: number;
  readonly rim: number;
  /** The position and size of the door; none if the design needs no listener. */
  readonly door: { readonly y: number; readonly r: number } | undefined;
}

/** The rim, with a gap for a door in its left side, or its upper one. */
export function rimPath(
  { x, y, w, h }: Box,
  r: number,
  door: { readonly at: number; readonly half: number; readonly above: boolean },
): string {
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  const [right, bottom] = [x + w, y + h];
  const [from, to] = [n(door.at - door.half), n(door.at + door.half)];
  const around = `H${n(right - r)}${turn(1, 1)}V${n(bottom - r)}${turn(-1, 1)}H${n(x + r)}${turn(-1, -1)}`;
  return door.above
    ? `M${to} ${n(y)}${around}V${n(y + r)}${turn(1, -1)}H${from}`
    : `M${n(x)} ${from}V${n(y + r)}${turn(1, -1)}${around}V${to}`;
}

export function basinMarks({ box, corner: r, rim, door }: Basin): Mark[] {
  const { x, y, w, h } = box;
  const look = { key: 'rim', fill: 'none', stroke: '--rim', thick: rim, round: true } as const;
  return [
    rect(x, y, w, h, { key: 'pool', r, fill: '--pool' }),
    door
      ? path(rimPath(box, r, { at: door.y, half: door.r, above: false }), look)
      : rect(x, y, w, h, { ...look, r }),
  ];
}

/** An arrowhead of this size, which shows the way. */
export const onMark = (
  key: string,
  { x, y }: Point,
  [w, h]: readonly [number, number],
  thick = 3,
): Mark =>
  path(`M${n(x)} ${n(y - h)}l${w} ${h}l${-w} ${h}`, {
    key,
    fill: 'none',
    stroke: '--rim',
    thick,
    round: true,
  });

/** An ear in the door if a thread listens, or an ink bar. */
export function doorMarks({ box, rim, door }: Basin, listens: boolean): Mark[] {
  if (!door) return [];
  const { y, r } = door;
  if (listens)
    return [group(ringMarks('listens', r), { key: 'door', part: 'listener', x: box.x, y })];
  const half = r - rim / 2;
  return [
    line(box.x, y - half, box.x, y + half, {
      key: 'door',
      part: 'listener',
      stroke: '--ink',
      thick: rim * 2.6,
      round: true,
    }),
  ];
}
