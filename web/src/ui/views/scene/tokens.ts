/** Requests and threads as marks around (0, 0): shape and colour together show the state. */
import type { ConnectionState, ThreadState } from '../../../model/run/frame';
import { group, path, those, type Mark } from '../../marks/marks';
import { bodyMarks, goneMarks, ringMarks, type Ring } from '../glyphs';
import { outline, TONES, type Tone } from '../shapes';
import type { DrawnThread } from './motion';

export const tokenMarks = (
  state: ConnectionState,
  radius: number,
  label: string,
  chosen: boolean,
  gone = false,
): Mark[] =>
  those(
    chosen && chosenMark(TONES[state], radius),
    (gone ? goneMarks : bodyMarks)(TONES[state], radius, label),
  );

/** A frame around the chosen request, in its shape. */
export const chosenMark = (tone: Tone, r: number): Mark =>
  path(outline(tone, r + 4), { key: 'chosen', fill: 'none', stroke: '--ink', thick: 1.75 });

/** The ring for each state of a thread; the body of its request shows the rest. */
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

/** A thread at its seat, or in the door. `awaits`: its request is still on the way. */
export function threadMarks({ place, presence }: DrawnThread, awaits = false): Mark[] {
  const ring = RINGS[place.state];
  const empty = ring === 'works' && (awaits || !place.serves);
  const marks = ringMarks(empty ? 'idle' : ring, place.radius, place.progress);
  if (presence >= 1) return marks;
  return [group(marks, { key: 'presence', scale: presence, opacity: presence })];
}
