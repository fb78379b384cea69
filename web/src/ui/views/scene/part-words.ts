/** Names of a group's parts, for designs whose parts differ. */
import { m } from '#paraglide/messages.js';
import { familyOf, type Family } from '../../../model/run/families';
import type { SchedulerName } from '../../../model/run/types';

interface PartWords {
  readonly group: (group: number) => string;
  readonly listener: () => string;
  readonly nobody: () => string;
  /** A shorter form of the same, if it says as much. */
  readonly nobody_short?: () => string;
  /** The only queue, or the low one of two. */
  readonly line: () => string;
  readonly no_queue: () => string;
  readonly longest: (words: { group: number; count: string }) => string;
}

const POOL: PartWords = {
  group: (group) => m.group_n({ group }),
  listener: m.listener,
  nobody: m.listener_none,
  line: m.queue_low,
  no_queue: m.scene_summary_no_queue,
  longest: m.scene_summary_longest,
};

const ONE_POOL: PartWords = {
  ...POOL,
  group: m.the_pool,
  line: m.scene_queue_in_order,
  no_queue: m.scene_summary_no_line,
  longest: m.scene_summary_line,
};

const WORKERS: PartWords = {
  ...POOL,
  group: (group) => m.scene_worker_n({ group }),
  line: m.scene_queue_in_order,
  no_queue: m.scene_summary_no_line,
  longest: m.scene_summary_longest_worker,
};

const PART_WORDS: Readonly<Record<Family, PartWords>> = {
  pool: POOL,
  own_threads: POOL,
  one_queue: ONE_POOL,
  own_queues: WORKERS,
  event_loops: {
    ...WORKERS,
    listener: m.scene_event_loop,
    nobody: m.scene_event_loop_busy,
    nobody_short: m.scene_event_loop_busy_short,
  },
  system_queue: ONE_POOL,
  one_list: {
    ...ONE_POOL,
    listener: m.scene_leader,
    nobody: m.scene_leader_none,
    line: m.scene_line_newest,
  },
};

export function partWordsOf(scheduler: SchedulerName): PartWords {
  return PART_WORDS[familyOf(scheduler)];
}
