/** A group's shape, alone: one filled form with a door in its left rim, in which somebody listens or nobody does. */
import { group, line, path, rect, type Mark } from '../../marks/marks';
import { ringMarks } from '../glyphs';
import type { Box } from './geometry';

export interface Basin {
  readonly box: Box;
  readonly corner: number;
  readonly rim: number;
  /** How high the door is, and how large; none where nobody has to listen. */
  readonly door: { readonly y: number; readonly r: number } | undefined;
}

const n = (value: number) => Number(value.toFixed(1));

/** The rim, but for the door. */
export function basinMarks({ box, corner: r, rim, door }: Basin): Mark[] {
  const { x, y, w, h } = box;
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  const [right, bottom] = [x + w, y + h];
  const look = { key: 'rim', fill: 'none', stroke: '--rim', thick: rim, round: true } as const;
  return [
    rect(x, y, w, h, { key: 'pool', r, fill: '--pool' }),
    door
      ? path(
          `M${n(x)} ${n(door.y - door.r)}V${n(y + r)}${turn(1, -1)}H${n(right - r)}${turn(1, 1)}V${n(bottom - r)}${turn(-1, 1)}H${n(x + r)}${turn(-1, -1)}V${n(door.y + door.r)}`,
          look,
        )
      : rect(x, y, w, h, { ...look, r }),
  ];
}

/** An ear in it, or an ink bar. */
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
