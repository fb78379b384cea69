/** Requests and threads as marks, from (0, 0) on: the shape says the state together with the colour. */
import type { ClientState, ThreadState } from '../../../model/run/frame';
import { circle, group, rect, type Mark } from '../../marks/marks';
import { bodyMarks, ringMarks, type Ring } from '../glyphs';
import { TONES } from '../shapes';
import type { DrawnThread } from './motion';

export const tokenMarks = (
  state: ClientState,
  radius: number,
  label: string,
  chosen: boolean,
): Mark[] => [
  ...(chosen ? [chosenMark(radius, state === 'socket')] : []),
  ...bodyMarks(TONES[state], radius, label),
];

const CHOSEN = { key: 'chosen', fill: 'none', stroke: '--focus', thick: 2.5 } as const;

/** Round the one that is asked about: a disc, or a letter. */
export function chosenMark(r: number, letter = false): Mark {
  if (!letter) return circle(0, 0, r * 1.05 + 4, CHOSEN);
  const [w, h] = [r * 1.075 + 3.5, r * 0.875 + 3.5];
  return rect(-w, -h, 2 * w, 2 * h, { ...CHOSEN, r: 5 });
}

/** What a ring looks like in each state of its thread; its request's body says the rest. */
const RINGS: Readonly<Record<ThreadState, Ring>> = {
  starting: 'starts',
  waking: 'starts',
  listening: 'listens',
  idle: 'idle',
  running: 'works',
  waiting: 'works',
  lock: 'works',
  reading: 'works',
  cached: 'idle',
  connecting: 'works',
  connect_idle: 'idle',
  latch: 'works',
  holds_latch: 'works',
  runnable: 'works',
};

/** A thread at its seat, or in the door. `awaits`: its request is still on the way to it. */
export function threadMarks({ place, presence }: DrawnThread, awaits = false): Mark[] {
  const ring = RINGS[place.state];
  const empty = ring === 'works' && (awaits || !place.serves);
  const marks = ringMarks(empty ? 'idle' : ring, place.radius, place.progress);
  if (presence >= 1) return marks;
  return [group(marks, { key: 'presence', scale: presence, opacity: presence })];
}
