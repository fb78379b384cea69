/** The scene in a sentence, for those who do not see it. */
import { m } from '#paraglide/messages.js';
import { CLIENT_STATES, type ClientState } from '../../run/frame';
import type { Frame } from '../../run/types';

export function sceneSummary(frame: Frame, total: number, time: string): string {
  const number = (...states: readonly ClientState[]) =>
    frame.client_state.filter((state) => states.includes(CLIENT_STATES[state] ?? 'closed')).length;
  const cpu = frame.on_cpu;
  return m.scene_summary({
    time,
    finished: frame.finished,
    total,
    workers: frame.thread_id.length,
    running: number('running', 'login'),
    waiting: number('waiting', 'lock'),
    queued: number('low_queue', 'high_queue', 'thread_wait'),
    unpolled: number('socket'),
    cores:
      cpu === 0
        ? m.scene_summary_idle()
        : cpu === 1
          ? m.scene_summary_cpu_one()
          : m.scene_summary_cpu({ count: cpu }),
  });
}
