/** The timer, the cores and the disk in one row at the foot of the scene. */
import type { Box } from './geometry';
import type { SceneLayout } from './layout-types';

/** Relative to the scene's height. */
export const FOOT = 32;

export interface MachineParts {
  readonly timer: boolean;
  readonly cores: boolean;
  readonly disk: boolean;
}
type Machine = Pick<SceneLayout, 'timer' | 'cores' | 'disk'>;

export const some = ({ timer, cores, disk }: MachineParts) => timer || cores || disk;

/** The timer at the left, the cores at the right, the disk between them. */
export function machineBelow(box: Box, has: MachineParts): Machine {
  const order = (['timer', 'disk', 'cores'] as const).filter((part) => has[part]);
  const shares = { timer: box.w < 500 ? 0.95 : 1.4, disk: 0.8, cores: 1 };
  const all = order.reduce((sum, part) => sum + shares[part], 0);
  let x = box.x;
  const made: { -readonly [Part in keyof Machine]: Box | undefined } = {
    timer: undefined,
    cores: undefined,
    disk: undefined,
  };
  for (const part of order) {
    const w = (box.w * shares[part]) / all;
    made[part] = { ...box, x, w };
    x += w;
  }
  return made;
}
