/** One moment of one run: the scene as the page draws it, in a box. */
import { instructiveMoment, longestWaitOf } from '../../figure/player/moment';
import { playableEnd } from '../../model/run/end';
import type { Poster } from '../../figure/player/player.svelte';
import { CLIENT_STATES } from '../../model/run/frame';
import { place, stack, type Piece } from '../../ui/marks/marks';
import { isCrowd } from '../../ui/views/scene/crowd';
import { cards } from '../../ui/views/scene/cards';
import { extentOf } from '../../ui/views/scene/extent';
import {
  CoreSeats,
  latchView,
  machineExtent,
  type MachineExtent,
} from '../../ui/views/scene/machine/machine';
import { machinePiece } from '../../ui/views/scene/machine/picture';
import { SceneView } from '../../ui/views/scene/view';
import { posterOf } from '../runs/engine';
import { fill } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';
import { densePiece } from './tiles';

const GAP = 8;

/** Cores, run queue and latch. */
function machineRow({ outcome, frame }: Poster, extent: MachineExtent, width: number): Piece {
  const cores = new CoreSeats().take(frame);
  const over = { outcome, end_ns: playableEnd(outcome), now_ns: frame.time_ns };
  return machinePiece({ extent, frame, cores, latch: latchView(frame, outcome), over }, width);
}

/** In exactly this box. */
export function scenePiece(poster: Poster, width: number, height: number): Piece {
  const { outcome, first, frame } = poster;
  const machine = machineExtent(outcome, first);
  const row = machine && machineRow(poster, machine, width);
  const room = height - (row ? row.height + GAP : 0);
  const below = row ? [row] : [];
  if (isCrowd(outcome, first)) return stack([densePiece(poster, width, room), ...below], GAP);
  const view = new SceneView(outcome, first, extentOf(outcome, first), cards);
  const layout = view.layout(width, room);
  const { marks } = view.marks(layout, frame, {}, undefined, undefined, true);
  const scene = { marks: [place({ marks }, 0, 0, layout.scale)], width, height: room };
  return stack([scene, ...below], GAP);
}

const IDLE = CLIENT_STATES.indexOf('idle');
/** Of a run: what is over sooner is not what it is about. */
const MOMENTARY = 0.02;
const INTO_THE_RUN = 0.4;

/** Nobody asks for anything, or the run has hardly begun. */
const tellsNothing = ({ outcome, frame }: Poster) =>
  frame.time_ns < playableEnd(outcome) * MOMENTARY ||
  frame.client_state.every((state) => state <= IDLE);

/** Far into the longest wait of these runs; where nobody waits, while they are at work. */
function tellingTime(posters: readonly Poster[]): number {
  const length = (poster: Poster) => {
    const wait = longestWaitOf(poster.outcome);
    return wait ? wait.end_ns - wait.start_ns : 0;
  };
  const end_ns = Math.max(...posters.map(({ outcome }) => playableEnd(outcome)));
  const [most] = [...posters].sort((a, b) => length(b) - length(a));
  if (!most || length(most) < end_ns * MOMENTARY) return end_ns * INTO_THE_RUN;
  return instructiveMoment(most.outcome);
}

/** At the moment that they open with; or, if that shows nothing yet, at one that tells their story. */
export function telling(posters: readonly Poster[]): readonly Poster[] {
  if (!posters.every(tellsNothing)) return posters;
  const time_ns = tellingTime(posters);
  return posters.map(({ scenario_json, overrides }) =>
    posterOf(scenario_json, { overrides, time_ns }),
  );
}

export const postersOf = (widget: AnyWidget): readonly Poster[] =>
  telling(fill(widget, '').posters);
