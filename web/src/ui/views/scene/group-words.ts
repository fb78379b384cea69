/** The text within a group. */
import { m } from '#paraglide/messages.js';
import { NONE } from '../../../model/run/frame';
import type { SchedulerName } from '../../../model/run/types';
import { partWordsOf } from './part-words';

export interface GroupWords {
  /** Empty if there is only one. */
  readonly name: string;
  readonly clients: string;
  readonly line: string;
  readonly threads: string;
  readonly cache: string;
  /** Names of the high and the low queue. */
  readonly high: string;
  readonly low: string;
  /** Texts for the door, longest first. */
  readonly door: readonly string[];
  /** The limit after the last seat, longest text first; empty if the run never reaches it. */
  readonly wall: readonly string[];
  /** What is said of the most threads until it does; empty if there is no such limit. */
  readonly limit: string;
}

export function groupWords(group: number, scheduler: SchedulerName = 'mariadb'): GroupWords {
  const parts = partWordsOf(scheduler);
  return {
    name: group === NONE ? '' : parts.group(group),
    clients: m.clients(),
    line: m.scene_in_line(),
    threads: m.threads(),
    cache: m.scene_thread_cache(),
    high: m.queue_high(),
    low: m.queue_low(),
    door: [m.scene_thread_listening(), parts.nobody()],
    wall: [],
    limit: '',
  };
}
