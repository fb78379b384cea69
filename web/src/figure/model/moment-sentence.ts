/** What there is to say of a moment: the last thing of note, and who waits in line. */
import { m } from '#paraglide/messages.js';
import type { Event, Frame, Outcome } from '../../model/run/types';
import { clock } from '../../model/words/format';
import { eventSentence } from '../../model/words/phrase';
import { isNotable } from '../player/story';
import { inLine, lineSentence } from './in-line';

export { inLine, lineSentence };

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
