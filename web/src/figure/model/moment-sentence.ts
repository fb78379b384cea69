/** What there is to say of a moment: the last thing of note, and who waits in line. */
import { m } from '#paraglide/messages.js';
import { CLIENT_STATES } from '../../model/run/frame';
import { livesCut, type Kept } from '../../model/run/record';
import type { Event, Frame, Outcome } from '../../model/run/types';
import { clock, count } from '../../model/words/format';
import { eventSentence } from '../../model/words/phrase';
import { isNotable } from '../player/story';

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

export const groupOf = (event: Event): number | undefined =>
  'group' in event && event.group !== null ? event.group : undefined;

/** `done` entries of the log have happened, `since` of them when the last sentence was said. */
export function momentSentence(
  outcome: Outcome,
  time_ns: number,
  done: number,
  since: number,
  frame?: Frame,
): string {
  const event = outcome.events.slice(since, done).findLast(isNotable);
  const time = clock(time_ns, outcome.end_ns);
  const line = lineSentence(outcome, time_ns, frame);
  if (!event) return m.figure_live_quiet({ time, line });
  const said = eventSentence(event, outcome).replace(/\.$/, '');
  const group = groupOf(event);
  return group === undefined
    ? m.figure_live({ time, event: said, line })
    : m.figure_live_group({ time, group, event: said, line });
}
