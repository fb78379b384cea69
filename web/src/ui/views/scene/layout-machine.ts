/** The timer, the cores and the disk beside the groups, or on one line below them; and how large letters are. */
import type { Box } from './geometry';
import type { SceneLayout, Type } from './layout-types';

export const MARGIN = 3;
export const SIDE = 122;
export const SIDE_GAP = 10;
export const ROW = 22;
export const ROW_GAP = 5;
export const GROUP_GAP = 8;
/** On a narrower page the timer and the cores never stand beside the groups. */
export const LEAST_ASIDE = 560;

/** From here on letters get smaller with the drawing. */
const SMALLEST = 0.72;

/** Letters keep a size in which they can be read, however small the drawing. */
export function typeAt(scale: number): Type {
  const size = (natural: number, least: number) =>
    Math.max(natural, least / Math.max(scale, SMALLEST));
  return { caps: size(11, 9.5), small: size(10, 9), why: size(12.5, 11), age: size(11.5, 10) };
}

interface MachineParts {
  readonly timer: boolean;
  readonly cores: boolean;
  readonly disk: boolean;
}
type Machine = Pick<SceneLayout, 'timer' | 'cores' | 'disk'>;

const some = ({ timer, cores, disk }: MachineParts) => timer || cores || disk;

export const isAside = (width: number, height: number, has: MachineParts): boolean =>
  some(has) && width >= LEAST_ASIDE && height >= 230;

/** What many groups have for themselves, and the timer, the cores and the disk beside it or on a line below. */
export function splitBox(
  { w: width, h: height }: { readonly w: number; readonly h: number },
  has: MachineParts,
  aside: boolean,
  type: Type,
): { readonly room: Box; readonly machine: Machine } {
  const h = height - 2 * MARGIN - (some(has) && !aside ? ROW + ROW_GAP : 0);
  const w = width - 2 * MARGIN - (aside ? SIDE + SIDE_GAP : 0);
  const machine = aside
    ? machineBeside({ x: width - MARGIN - SIDE, y: MARGIN, w: SIDE, h }, has, type)
    : machineBelow({ x: MARGIN, y: MARGIN + h + ROW_GAP, w, h: ROW }, has);
  return { room: { x: MARGIN, y: MARGIN, w, h }, machine };
}

const timerHeight = (type: Type) => type.caps + 9 + 52 + 2 * (type.small + 3) + 6;
const coresHeight = (type: Type) => type.caps + 9 + 30 + type.small + 6;

export function sideHeight({ timer, cores, disk }: MachineParts, type: Type): number {
  const parts = [
    timer ? timerHeight(type) : 0,
    cores ? coresHeight(type) : 0,
    disk ? coresHeight(type) : 0,
  ];
  const some = parts.filter((h) => h > 0);
  return some.reduce((all, h) => all + h, 0) + GROUP_GAP * Math.max(0, some.length - 1);
}

/** One above the other, sharing the height; none taller than it can use. */
export function machineBeside(box: Box, has: MachineParts, type: Type): Machine {
  const free = Math.max(0, box.h - sideHeight(has, type));
  const parts = Number(has.timer) + Number(has.cores) + Number(has.disk);
  let y = box.y;
  const next = (there: boolean, least: number): Box | undefined => {
    if (!there) return undefined;
    const h = Math.min(least + free / parts, 240);
    const made = { x: box.x, y, w: box.w, h };
    y += h + GROUP_GAP;
    return made;
  };
  return {
    timer: next(has.timer, timerHeight(type)),
    cores: next(has.cores, coresHeight(type)),
    disk: next(has.disk, coresHeight(type)),
  };
}

/** On one line, each with the room that its words need. */
export function machineBelow(box: Box, has: MachineParts): Machine {
  const shares = [has.timer ? 1.25 : 0, has.cores ? 1 : 0, has.disk ? 0.8 : 0];
  const all = shares.reduce((sum, one) => sum + one, 0);
  const gaps = GROUP_GAP * Math.max(0, shares.filter((one) => one > 0).length - 1);
  let x = box.x;
  const [timer, cores, disk] = shares.map((share): Box | undefined => {
    if (share === 0) return undefined;
    const w = Math.min(((box.w - gaps) * share) / all, 420);
    const made = { ...box, x, w };
    x += w + GROUP_GAP;
    return made;
  });
  return { timer, cores, disk };
}
