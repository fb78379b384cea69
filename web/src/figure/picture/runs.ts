/** Pictures of runs for places without scripts: each in a box of fixed size, at any moment. */
import { m } from '#paraglide/messages.js';
import { playableEnd } from '../../model/run/end';
import { hasOwnThreads } from '../../model/run/families';
import { requestsOf } from '../../model/run/record';
import type { Frame } from '../../model/run/types';
import { clock } from '../../model/words/format';
import { stack, text, type Piece } from '../../ui/marks/marks';
import { cards } from '../../ui/views/scene/cards';
import { Chronicle } from '../../ui/views/scene/chronicle';
import { isCrowd } from '../../ui/views/scene/crowd';
import { DenseMemory, DenseView } from '../../ui/views/scene/dense/dense';
import { extentOf } from '../../ui/views/scene/extent';
import { FRONT_GAP, frontHeight } from '../../ui/views/scene/front/front';
import { poolsInFront } from '../../ui/views/scene/front/in-front';
import { frontMarks, poolsAt } from '../../ui/views/scene/front/picture';
import {
  CoreSeats,
  latchView,
  machineExtent,
  onCores,
  rowHeight,
} from '../../ui/views/scene/machine/machine';
import { machinePiece } from '../../ui/views/scene/machine/picture';
import { Motion } from '../../ui/views/scene/motion';
import { sceneSummary } from '../../ui/views/scene/summary';
import { SceneView } from '../../ui/views/scene/view';
import type { Poster } from '../player/player.svelte';

const GAP = 8;

type DrawMoment = (frame: Frame) => Piece;

/** The time on the screen at each picture: bodies travel as on a page. */
export interface Pace {
  readonly now_ms: () => number;
  readonly screenMs: (from_ns: number, to_ns: number) => number;
}
/**
 * How pictures follow each other. `true`: clients about to set out are present but invisible at home, so that a style sheet
 * can move them.
 */
type Moves = boolean | Pace;

/** One group in full and the others small; the server model's parts are included. */
function crowd({ outcome, first }: Poster, width: number, height: number): DrawMoment {
  const view = new DenseView(outcome, first);
  const chronicle = new Chronicle(outcome.events);
  const layout = view.layout(width, height);
  const memory = new DenseMemory();
  return (frame) => view.piece(layout, frame, chronicle.lastRound(frame), memory);
}

function few({ outcome, first }: Poster, width: number, height: number, moves: Moves): DrawMoment {
  const view = new SceneView(outcome, first, extentOf(outcome, first), cards);
  const layout = view.layout(width, height);
  const pace = typeof moves === 'object' ? moves : undefined;
  const motion = pace && new Motion();
  return (frame) => {
    const look = pace
      ? { playing: true, moves: true, now_ms: pace.now_ms(), screenMs: pace.screenMs }
      : { playing: moves === true };
    const { marks } = view.marks(layout, frame, look, motion, !moves);
    return { marks, width, height };
  };
}

/** In exactly this box, with the applications' pools above. */
export function sceneOf(
  poster: Poster,
  width: number,
  height: number,
  moves: Moves = false,
): DrawMoment {
  const { outcome, first } = poster;
  const crowds = poolsInFront(outcome, first);
  const before = frontHeight(crowds.length, width, height);
  if (before === 0) return serverOf(poster, width, height, moves);
  const server = serverOf(poster, width, height - before - FRONT_GAP, moves);
  return (frame) => {
    const marks = frontMarks(poolsAt(outcome, frame, crowds), width, before);
    return stack([{ marks, width, height: before }, server(frame)], FRONT_GAP);
  };
}

/** With cores, run queue and latch below. */
function serverOf(poster: Poster, width: number, height: number, moves: Moves): DrawMoment {
  const { outcome, first } = poster;
  if (isCrowd(outcome, first)) return crowd(poster, width, height);
  const extent = machineExtent(outcome, first);
  const own = extent !== undefined && hasOwnThreads(outcome.scenario.server.scheduler);
  const seats = new CoreSeats();
  const row = (frame: Frame): Piece[] => {
    if (!extent) return [];
    const cores = onCores(frame, seats);
    return [
      machinePiece(
        { extent, frame, cores, latch: latchView(frame, outcome), own },
        width,
        rowHeight(height),
      ),
    ];
  };
  const below = row(poster.frame)[0]?.height;
  const room = height - (below === undefined ? 0 : below + GAP);
  const scene = few(poster, width, room, moves);
  return (frame) => stack([scene(frame), ...row(frame)], GAP);
}

export const scenePiece = (poster: Poster, width: number, height: number): Piece =>
  sceneOf(poster, width, height)(poster.frame);

/** The room that names and gaps of two runs take from their scenes. */
export const PAIR_ROOM = 60;

/** Two runs, each below its name. */
export function pairOf(
  posters: readonly Poster[],
  labels: readonly string[],
  width: number,
  height: (poster: Poster) => number,
  moves: Moves = false,
): (frames: readonly Frame[]) => Piece {
  const scenes = posters.map((poster) => sceneOf(poster, width, height(poster), moves));
  return (frames) =>
    stack(
      scenes.flatMap((scene, at): Piece[] => {
        const frame = frames[at];
        if (!frame) return [];
        const marks = [text(6, 16, labels[at] ?? '', { size: 15, weight: 650 })];
        return [stack([{ marks, width, height: 22 }, scene(frame)], 2)];
      }),
      12,
    );
}

/** Heights of a scene in a poster: of one run, of each of two, and of small groups. */
const ALONE = 300;
const OF_TWO = 250;
const TILES = 430;

/** One run, or two below each other, as in a poster. */
export function runsOf(
  posters: readonly Poster[],
  labels: readonly string[],
  width: number,
  moves = false,
): (frames: readonly Frame[]) => Piece {
  const heightOf = (poster: Poster, natural: number) =>
    isCrowd(poster.outcome, poster.first) ? TILES : natural;
  const [only, another] = posters;
  if (!only) throw new Error('a picture without a run');
  if (another) return pairOf(posters, labels, width, (one) => heightOf(one, OF_TWO), moves);
  const scene = sceneOf(only, width, heightOf(only, ALONE), moves);
  return ([frame]) => scene(frame ?? only.frame);
}

export function momentOf({ outcome }: Poster, { time_ns }: Pick<Frame, 'time_ns'>): string {
  const end_ns = playableEnd(outcome);
  return m.embed_picture_time({ time: clock(time_ns, end_ns), end: clock(end_ns, end_ns) });
}

/** A picture's contents in one sentence. */
export const summaryOf = ({ outcome, first, frame }: Poster): string =>
  sceneSummary(
    frame,
    isCrowd(outcome, first) ? undefined : requestsOf(outcome),
    clock(frame.time_ns, playableEnd(outcome)),
    outcome.scenario.server.scheduler,
  );
