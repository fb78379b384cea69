/** One moment of one run: the scene as the page draws it. */
import { playableEnd } from '../../figure/player/moment';
import type { Poster } from '../../figure/player/player.svelte';
import { isCrowd } from '../../ui/views/scene/crowd';
import { extentOf } from '../../ui/views/scene/extent';
import type { Piece as Marks } from '../../ui/marks/marks';
import {
  CoreSeats,
  latchView,
  machineExtent,
  type MachineExtent,
} from '../../ui/views/scene/machine/machine';
import { machinePiece } from '../../ui/views/scene/machine/picture';
import { SceneView } from '../../ui/views/scene/view';
import { drawn, place, stack, type Piece } from './draw';
import { densePiece } from './tiles';

/** As the scene has around its groups. */
const MARGIN = 6;

/** Cores, run queue and latch. */
function machineRow({ outcome, frame }: Poster, extent: MachineExtent, end_ns: number, width: number): Marks {
  const cores = new CoreSeats().take(frame);
  const over = { outcome, end_ns, now_ns: frame.time_ns };
  return machinePiece({ extent, frame, cores, latch: latchView(frame, outcome), over }, width);
}

/** As wide as this; as tall as it likes, or as a box lets. */
export function scenePiece(poster: Poster, width: number, height?: number): Piece {
  const { outcome, first, frame } = poster;
  const end_ns = playableEnd(outcome);
  const machine = machineExtent(outcome, first);
  const row = machine && drawn(machineRow(poster, machine, end_ns, width - 2 * MARGIN));
  const below = row ? [{ svg: place(row, MARGIN, 0), width, height: row.height }] : [];
  if (!isCrowd(outcome, first)) {
    const view = new SceneView(outcome, first, extentOf(outcome, first));
    const layout = view.layout(width, height);
    const { marks } = view.marks(layout, frame, {}, undefined, undefined, true);
    const scene = drawn({ marks, width: layout.width, height: layout.height });
    return stack([scene, ...below], 14);
  }
  const room = height === undefined || !row ? height : height - row.height - 14;
  return stack([drawn(densePiece(poster, width, room)), ...below], 14);
}
