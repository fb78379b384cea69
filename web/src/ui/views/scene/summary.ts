/** The scene in sentences for screen readers: they count everybody who is there. */
import { sum } from 'd3-array';
import { m } from '#paraglide/messages.js';
import { censusOf, inLineOf, unreadOf, type ConnectionState } from '../../../model/run/frame';
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
  const census = censusOf(frame);
  const number = (...states: readonly ConnectionState[]) =>
    sum(states, (state) => census.get(state));
  const cpu = frame.on_cpu;
  const words = {
    time,
    finished: count(frame.finished),
    workers: count(frame.thread_id.length),
    running: count(number('running', 'login')),
    waiting: count(number('waiting', 'lock', 'latch', 'runnable')),
    queued: count(number('low_queue', 'high_queue', 'thread_wait')),
    unpolled: count(number('socket')),
    cores: cpu === 0 ? m.scene_summary_idle() : m.scene_summary_cpu({ count: count(cpu) }),
  };
  const said =
    total === undefined
      ? m.scene_summary_crowd({
          ...words,
          connections: count(frame.connection_id.length),
          worst: worst(frame, scheduler),
        })
      : m.scene_summary({ ...words, total: count(total) });
  const more = [
    [sum(frame.crowd_waiting), m.scene_summary_application],
    [number('suspended'), m.scene_summary_suspended],
    [number('idle'), m.scene_summary_at_rest],
    [sum(frame.connection_gone), m.scene_summary_gone],
  ] as const;
  const others = more.flatMap(([many, words]) => (many > 0 ? [words({ count: count(many) })] : []));
  return [said, ...others].join(NEXT);
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
