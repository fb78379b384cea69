/** When the applications' own connection pools are drawn in front of the server, and how tall. */
import { NONE } from '../../../../model/run/frame';
import { isTextbook } from '../../../../model/run/families';
import type { Frame, Outcome } from '../../../../model/run/types';

type Run = Pick<Outcome, 'metrics' | 'scenario'>;

/**
 * The crowds whose application has a pool, by their place in the scenario; none if nobody ever waits there. The queues of a
 * textbook have no applications.
 */
export function poolsInFront({ metrics, scenario }: Run, first: Frame): readonly number[] {
  if (isTextbook(scenario.server.scheduler)) return [];
  const { columns, values } = metrics.series;
  const waits = values[columns.indexOf('application')]?.some((mean) => mean > 0) ?? false;
  const limited = scenario.clients?.some(({ patience }) => patience?.places) ?? false;
  if (!waits && !limited) return [];
  return [...first.crowd_places.keys()].filter((crowd) => first.crowd_places[crowd] !== NONE);
}

/** With more pools than this each is a column. */
export const MOST_LINES = 4;
export const LINE = 28;
/** A column with the squares of its places. */
export const COLUMN = 46;
export const COLUMNS_HEIGHT = 66;
/** Below it a scene has more use of the room. */
const LEAST = 120;
export const FRONT_GAP = 6;

/** As tall as its lines or columns; if there is no room for them, one line about all. */
export function frontHeight(pools: number, width: number, height: number): number {
  if (pools === 0 || height < LEAST) return 0;
  const whole =
    pools <= MOST_LINES ? pools * LINE : pools * COLUMN <= width ? COLUMNS_HEIGHT : LINE;
  return whole <= Math.max(LINE, height * 0.3) ? whole : LINE;
}
