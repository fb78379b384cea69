/** What is said of groups that are tiles, where designs differ in what they are. */
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
  /** How to read the picture: at length, in short, and the way back to it. */
  readonly how: (words: { stretch: string }) => string;
  readonly short: (words: { stretch: string }) => string;
  readonly back: (words: { count: number }) => string;
  readonly tile: (words: OfTile) => string;
  /** Without its listener; the same where it has none by design. */
  readonly unattended: (words: OfTile) => string;
}

const POOL: TileWords = {
  how: m.scene_tiles_how,
  short: m.scene_tiles_short,
  back: m.scene_all_groups,
  tile: m.scene_tile,
  unattended: m.scene_tile_unattended,
};
const ONE_POOL: TileWords = {
  how: m.scene_tiles_how_pool,
  short: m.scene_tiles_short_pool,
  back: m.scene_back_pool,
  tile: m.scene_tile_pool,
  unattended: m.scene_tile_pool,
};
const WORKERS: TileWords = {
  how: m.scene_tiles_how_workers,
  short: m.scene_tiles_short_workers,
  back: m.scene_all_workers,
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
