/** How many requests wait in a queue at a moment. */
import { CONNECTION_STATES } from '../../model/run/frame';
import { livesCut, type RecordedLives } from '../../model/run/record';
import { stretchAt } from '../../model/run/until';
import type { Frame } from '../../model/run/types';

const IN_LINE = new Set(['socket', 'low_queue', 'high_queue', 'queue', 'thread_wait']);
const STANDS = CONNECTION_STATES.map((state) => Number(IN_LINE.has(state)));

/** Counted in the lives of the requests; if some were not recorded, in the picture of the moment. */
export function inLine(run: RecordedLives, time_ns: number, frame?: Frame): number {
  if (frame && livesCut(run))
    return frame.connection_state.reduce((sum, state) => sum + (STANDS[state] ?? 0), 0);
  return run.lives.filter((life) => IN_LINE.has(stretchAt(life, time_ns)?.place ?? '')).length;
}
