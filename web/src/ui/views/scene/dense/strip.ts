/** Stall timer and cores as a column beside the tiles, or as a row below them. */
import type { Part } from '../../../../model/run/cue';
import type { Frame } from '../../../../model/run/types';
import type { Piece } from '../../../marks/marks';
import type { Round } from '../chronicle';
import type { Box } from '../geometry';
import { typeAt } from '../layout';
import { machineMarks } from '../machine-marks';
import { lightMarks } from '../picture';

export interface Strip {
  readonly frame: Frame;
  readonly round: Round | undefined;
  readonly light: readonly Part[];
  /** Cores stand below, beside run queue and latch. */
  readonly no_cores: boolean;
  readonly no_timer: boolean;
}

const FORMS = [
  {
    name: 'column',
    width: 160,
    height: 340,
    timer: { x: 2, y: 2, w: 156, h: 166 },
    cores: { x: 2, y: 178, w: 156, h: 160 },
  },
  {
    name: 'row',
    width: 340,
    height: 170,
    timer: { x: 2, y: 2, w: 162, h: 166 },
    cores: { x: 176, y: 2, w: 162, h: 166 },
  },
] as const;

export function stripPieces(strip: Strip): (Piece & { readonly name: 'column' | 'row' })[] {
  const { frame, round, light, no_cores, no_timer } = strip;
  return FORMS.map(({ name, width, height, ...form }) => {
    const timer: Box | undefined = no_timer ? undefined : form.timer;
    const cores: Box | undefined = no_cores
      ? undefined
      : no_timer
        ? { ...form.timer, w: width - 4 }
        : form.cores;
    const lit = [
      ...(timer && light.includes('timer') ? [timer] : []),
      ...(cores && light.includes('cores') ? [cores] : []),
    ].map((box) => ({ shape: 'box' as const, box }));
    const view = { frame, round, on_core: [], disk: undefined, flash_ns: 0 };
    const marks = machineMarks({ timer, cores, disk: undefined, type: typeAt(1) }, view);
    return {
      name,
      width,
      height: timer && cores ? height : 170,
      marks: [...marks, ...lightMarks(lit, true)],
    };
  });
}
