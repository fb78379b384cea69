/** A group's shape without contents: a filled outline with a door in its left or upper rim, at which a listener is or nobody. */
import { group, line, path, rect, tenth as n, type Mark } from '../../marks/marks';
import { ringMarks } from '../glyphs';
import type { Box, Point } from './geometry';

export interface Basin {
  readonly box: Box;
  readonly corner: number;
  readonly rim: number;
  /** The middle and size of the door, and half of its gap; none if the design needs no listener. */
  readonly door:
    | (Point & { readonly r: number; readonly half: number; readonly above: boolean })
    | undefined;
}

/** The rim, with a gap for a door in its left side, or its upper one. */
function rimPath(
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
      ? path(
          rimPath(box, r, {
            at: door.above ? door.x : door.y,
            half: door.half,
            above: door.above,
          }),
          look,
        )
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
export function doorMarks({ rim, door }: Basin, listens: boolean): Mark[] {
  if (!door) return [];
  const { x, y, r, half: gap, above } = door;
  if (listens) return [group(ringMarks('listens', r), { key: 'door', part: 'listener', x, y })];
  const half = gap - rim / 2;
  const [across, along] = above ? [half, 0] : [0, half];
  return [
    line(x - across, y - along, x + across, y + along, {
      key: 'door',
      part: 'listener',
      stroke: '--ink',
      thick: rim * 2.6,
      round: true,
    }),
  ];
}
