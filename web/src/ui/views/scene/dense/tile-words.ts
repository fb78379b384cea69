/** Texts about small groups, for designs whose parts have different names. */
import { m } from '#paraglide/messages.js';
import { familyOf, type Family } from '../../../../model/run/families';
import type { SchedulerName } from '../../../../model/run/types';

/** The data of a sentence about a small group. */
interface OfTile {
  readonly group: number;
  readonly threads: number;
  readonly queued: number;
  readonly unread: number;
  /** The sum of both. */
  readonly waiting: number;
  readonly connections: number;
}

interface TileWords {
  readonly tile: (words: OfTile) => string;
  /** The sentence if the listener is missing; the same one if the design has no listener. */
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
