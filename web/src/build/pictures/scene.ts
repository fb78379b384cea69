/** One moment of one run: the scene as the page draws it. */
import { playableEnd } from '../../figure/player/moment';
import type { Poster } from '../../figure/player/player.svelte';
import { isCrowd } from '../../ui/views/scene/crowd';
import { stripPieces } from '../../ui/views/scene/dense/strip';
import { Chronicle } from '../../ui/views/scene/chronicle';
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
import { fieldPiece, tilesPiece } from './tiles';

/** Beside the tiles: the stall timer and the cores. */
function strip(poster: Poster, form: 'row' | 'column', no_cores: boolean): Piece | undefined {
  const { outcome, first, frame } = poster;
  const no_timer = first.timer_next_ns === 0;
  if (no_timer && no_cores) return undefined;
  const round = new Chronicle(outcome.events).lastRound(frame);
  const made = stripPieces({ frame, round, light: [], no_cores, no_timer });
  const piece = made.find(({ name }) => name === form);
  return piece && drawn(piece);
}

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
  if (first.group_connections.length === 0) return stack([drawn(fieldPiece(poster, width)), ...below], 18);
  if (width < 820) {
    const tiles = drawn(tilesPiece(poster, width));
    const aside = strip(poster, 'row', machine !== undefined);
    const centred = aside && {
      svg: place(aside, (width - aside.width) / 2, 0),
      width,
      height: aside.height,
    };
    return stack([tiles, ...(centred ? [centred] : []), ...below], 18);
  }
  const column = strip(poster, 'column', machine !== undefined);
  const room = column ? width - column.width - 24 : width;
  const tiles = drawn(tilesPiece(poster, room));
  const beside = {
    svg: tiles.svg + (column ? place(column, room + 24, 0) : ''),
    width,
    height: Math.max(tiles.height, column?.height ?? 0),
  };
  return stack([beside, ...below], 18);
}
