/** Who waits in line at a moment. */
import { m } from '#paraglide/messages.js';
import { CLIENT_STATES } from '../../model/run/frame';
import { livesCut, type Kept } from '../../model/run/record';
import type { Frame } from '../../model/run/types';
import { count } from '../../model/words/format';

const IN_LINE = new Set(['socket', 'low_queue', 'high_queue', 'queue', 'thread_wait']);
const STANDS = CLIENT_STATES.map((state) => Number(IN_LINE.has(state)));

/** Counted in the lives of the requests; where not all of them were kept, in the picture of the moment. */
export function inLine(run: Kept, time_ns: number, frame?: Frame): number {
  if (frame && livesCut(run))
    return frame.client_state.reduce((sum, state) => sum + (STANDS[state] ?? 0), 0);
  return run.lives.filter((life) =>
    life.segments.some(
      ({ place, start_ns, end_ns }) =>
        IN_LINE.has(place) && start_ns <= time_ns && time_ns < end_ns,
    ),
  ).length;
}

/** Who waits in line, as the end of a sentence. */
export function lineSentence(run: Kept, time_ns: number, frame?: Frame): string {
  const waiting = inLine(run, time_ns, frame);
  if (waiting === 0) return m.figure_live_line_none();
  return waiting === 1 ? m.figure_live_line_one() : m.figure_live_line({ count: count(waiting) });
}
