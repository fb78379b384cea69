/** What there is to say of a moment: the last thing of note, and who waits in line. */
import { m } from '#paraglide/messages.js';
import { CLIENT_STATES } from '../../model/run/frame';
import { livesCut, type Kept } from '../../model/run/record';
import type { Frame, Outcome } from '../../model/run/types';
import { clock, count } from '../../model/words/format';
import { eventSentence } from '../../model/words/phrase';
import { isNotable } from '../player/story';

const IN_LINE = new Set(['socket', 'low_queue', 'high_queue', 'queue', 'thread_wait']);

/** Counted in the lives of the requests; where not all of them were kept, in the picture of the moment. */
export function inLine(run: Kept, time_ns: number, frame?: Frame): number {
  if (frame && livesCut(run))
    return frame.client_state.filter((state) => IN_LINE.has(CLIENT_STATES[state] ?? '')).length;
  return run.lives.filter((life) =>
    life.segments.some(
      ({ place, start_ns, end_ns }) =>
        IN_LINE.has(place) && start_ns <= time_ns && time_ns < end_ns,
    ),
  ).length;
}

/** `done` entries of the log have happened, `since` of them when the last sentence was said. */
export function momentSentence(
  outcome: Outcome,
  time_ns: number,
  done: number,
  since: number,
  frame?: Frame,
): string {
  const news = outcome.events.slice(since, done).filter(isNotable);
  const event = news.at(-1);
  const waiting = inLine(outcome, time_ns, frame);
  const time = clock(time_ns, outcome.end_ns);
  const line =
    waiting === 0
      ? m.figure_live_line_none()
      : waiting === 1
        ? m.figure_live_line_one()
        : m.figure_live_line({ count: count(waiting) });
  if (!event) return m.figure_live_quiet({ time, line });
  const said = eventSentence(event, outcome).replace(/\.$/, '');
  const group = 'group' in event && event.group !== null ? event.group : undefined;
  return group === undefined
    ? m.figure_live({ time, event: said, line })
    : m.figure_live_group({ time, group, event: said, line });
}
