/** What the parts of a group are called, where designs differ in what they are. */
import { m } from '#paraglide/messages.js';
import type { Family } from '../../run/schedulers';

interface PartWords {
  readonly group: (group: number) => string;
  readonly listener: () => string;
  readonly nobody: () => string;
  /** The one line, or the low one of two. */
  readonly line: () => string;
  readonly idle: () => string;
}

const POOL: PartWords = {
  group: (group) => m.group_n({ group }),
  listener: m.listener,
  nobody: m.listener_none,
  line: m.queue_low,
  idle: m.scene_idle_stack,
};
const IN_ORDER: PartWords = { ...POOL, line: m.scene_queue_in_order };

export const PART_WORDS: Readonly<Record<Family, PartWords>> = {
  pool: POOL,
  own_threads: POOL,
  textbook: IN_ORDER,
  system_queue: { ...IN_ORDER, group: m.the_pool },
  one_list: {
    group: m.the_pool,
    listener: m.scene_leader,
    nobody: m.scene_leader_none,
    line: m.scene_line_newest,
    idle: m.scene_idle_mutex,
  },
};
