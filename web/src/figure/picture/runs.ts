/** Pictures of runs for places without scripts: each in a box of fixed size, at any moment. */
import { m } from '#paraglide/messages.js';
import { playableEnd } from '../../model/run/end';
import { requestsOf } from '../../model/run/record';
import type { Frame } from '../../model/run/types';
import { clock } from '../../model/words/format';
import { stack, text, type Piece } from '../../ui/marks/marks';
import { FieldView } from '../../ui/views/scene/field';
import { isFew } from '../../ui/views/scene/facts';
import { FRONT_GAP, frontHeight } from '../../ui/views/scene/front/front';
import { mostInFront, poolsInFront } from '../../ui/views/scene/front/in-front';
import { frontMarks, poolsAt } from '../../ui/views/scene/front/picture';
import { sceneSummary } from '../../ui/views/scene/summary';
import type { Poster } from '../player/player.svelte';

type DrawMoment = (frame: Frame) => Piece;

/** The time on the screen at each picture: bodies travel as on a page. */
export interface Pace {
  readonly now_ms: () => number;
  readonly screenMs: (from_ns: number, to_ns: number) => number;
}
/** More time on the screen than this between two pictures is a jump. */
const LONGEST_MS = 400;

/** A run's server: the whole, or if that is far, the place where something happens. In a film everybody travels. */
function serverOf(
  { outcome, first }: Poster,
  width: number,
  height: number,
  pace?: Pace,
): DrawMoment {
  const view = new FieldView(outcome, first);
  const layout = view.layout(width, height);
  if (!pace) return (frame) => view.piece(layout, frame, view.chronicle.lastRound(frame));
  const draw = view.moving(layout);
  let before: { readonly now_ms: number; readonly step: number } | undefined;
  return (frame) => {
    const now_ms = pace.now_ms();
    const passed_ms = now_ms - (before?.now_ms ?? NaN);
    const follows = passed_ms <= LONGEST_MS && frame.step >= (before?.step ?? 0);
    before = { now_ms, step: frame.step };
    return draw(frame, { now_ms, follows, screenMs: pace.screenMs });
  };
}

/** In exactly this box, with the applications' pools above. */
export function sceneOf(poster: Poster, width: number, height: number, pace?: Pace): DrawMoment {
  const { outcome, first } = poster;
  const crowds = poolsInFront(outcome, first);
  const before = frontHeight(crowds.length, mostInFront(outcome), width, height);
  if (before === 0) return serverOf(poster, width, height, pace);
  const server = serverOf(poster, width, height - before - FRONT_GAP, pace);
  return (frame) => {
    const marks = frontMarks(poolsAt(outcome, frame, crowds), width, before);
    return stack([{ marks, width, height: before }, server(frame)], FRONT_GAP);
  };
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
  pace?: Pace,
): (frames: readonly Frame[]) => Piece {
  const scenes = posters.map((poster) => sceneOf(poster, width, height(poster), pace));
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

/** Heights of a scene in a poster: of one run, of each of two, and of many connections. */
const ALONE = 300;
const OF_TWO = 250;
const MANY = 430;

/** One run, or two below each other, as in a poster. */
export function runsOf(
  posters: readonly Poster[],
  labels: readonly string[],
  width: number,
): (frames: readonly Frame[]) => Piece {
  const heightOf = (poster: Poster, natural: number) =>
    isFew(poster.outcome, poster.first) ? natural : MANY;
  const [only, another] = posters;
  if (!only) throw new Error('a picture without a run');
  if (another) return pairOf(posters, labels, width, (one) => heightOf(one, OF_TWO));
  const scene = sceneOf(only, width, heightOf(only, ALONE));
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
    isFew(outcome, first) ? requestsOf(outcome) : undefined,
    clock(frame.time_ns, playableEnd(outcome)),
    outcome.scenario.server.scheduler,
  );
