/** The scene in a sentence for screen readers. */
import { m } from '#paraglide/messages.js';
import { CONNECTION_STATES, inLineOf, unreadOf } from '../../../model/run/frame';
import type { Frame, SchedulerName } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import { partWordsOf } from './part-words';
import { NEXT } from '../../../model/joined';

/** `total`: the number of requests in the run, if it should be mentioned. */
export function sceneSummary(
  frame: Frame,
  total: number | undefined,
  time: string,
  scheduler: SchedulerName,
): string {
  const by_state = CONNECTION_STATES.map(() => 0);
  for (const state of frame.connection_state) by_state[state] = (by_state[state] ?? 0) + 1;
  const number = (...states: readonly (typeof CONNECTION_STATES)[number][]) =>
    states.reduce((sum, state) => sum + (by_state[CONNECTION_STATES.indexOf(state)] ?? 0), 0);
  const cpu = frame.on_cpu;
  const words = {
    time,
    finished: count(frame.finished),
    workers: count(frame.thread_id.length),
    running: count(number('running', 'login')),
    waiting: count(number('waiting', 'lock')),
    queued: count(number('low_queue', 'high_queue', 'thread_wait')),
    unpolled: count(number('socket')),
    cores:
      cpu === 0
        ? m.scene_summary_idle()
        : cpu === 1
          ? m.scene_summary_cpu_one()
          : m.scene_summary_cpu({ count: count(cpu) }),
  };
  const gone = frame.connection_gone.reduce((sum, one) => sum + one, 0);
  const said =
    total === undefined
      ? m.scene_summary_crowd({
          ...words,
          connections: count(frame.connection_id.length),
          worst: worst(frame, scheduler),
        })
      : m.scene_summary({ ...words, total: count(total) });
  return gone === 0 ? said : said + NEXT + m.scene_summary_gone({ count: count(gone) });
}

/** Among many groups, the one with the longest queue. */
function worst(frame: Frame, scheduler: SchedulerName): string {
  const words = partWordsOf(scheduler);
  let group = -1;
  let longest = 0;
  let stalled = 0;
  frame.group_low.forEach((_, index) => {
    const length = inLineOf(frame, index) + unreadOf(frame, index);
    if (length > longest) [group, longest] = [index, length];
    if ((frame.group_stalled[index] ?? 0) > 0) stalled += 1;
  });
  const queue = group < 0 ? words.no_queue() : words.longest({ group, count: count(longest) });
  return stalled > 0 ? queue + NEXT + m.scene_summary_stalled({ count: stalled }) : queue;
}
