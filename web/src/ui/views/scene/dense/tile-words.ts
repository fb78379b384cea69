/** What is said of groups that are drawn small, where designs differ in what they are. */
import { m } from '#paraglide/messages.js';
import { familyOf, type Family } from '../../../../model/run/families';
import type { SchedulerName } from '../../../../model/run/types';

/** What is said of one group among many. */
interface OfTile {
  readonly group: number;
  readonly threads: number;
  readonly queued: number;
  readonly unread: number;
  /** Both. */
  readonly waiting: number;
  readonly connections: number;
}

interface TileWords {
  readonly tile: (words: OfTile) => string;
  /** Without its listener; the same where it has none by design. */
  readonly unattended: (words: OfTile) => string;
}

const POOL: TileWords = {
  tile: m.scene_tile,
  unattended: m.scene_tile_unattended,
};
const ONE_POOL: TileWords = {
  tile: m.scene_tile_pool,
  unattended: m.scene_tile_pool,
};
const WORKERS: TileWords = {
  tile: m.scene_tile_worker,
  unattended: m.scene_tile_worker,
};

const TILE_WORDS: Readonly<Record<Family, TileWords>> = {
  pool: POOL,
  own_threads: POOL,
  one_queue: ONE_POOL,
  own_queues: WORKERS,
  event_loops: WORKERS,
  system_queue: ONE_POOL,
  one_list: ONE_POOL,
};

export const tileWordsOf = (scheduler: SchedulerName): TileWords => TILE_WORDS[familyOf(scheduler)];
