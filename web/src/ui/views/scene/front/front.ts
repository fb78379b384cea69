/** How tall the applications' own connection pools are in front of the server. */
/** With more pools than this each is a column. */
export const MOST_LINES = 4;
export const LINE = 28;
/** A column with the squares of its places. */
export const COLUMN = 46;
export const COLUMNS_HEIGHT = 66;
/** Below it a scene has more use of the room. */
const LEAST = 120;
export const FRONT_GAP = 6;
/** Of those who wait, so many have room in a line; more stand in a hall. */
export const MOST_BODIES = 10;
/** A hall with its words, and the least height at which it is one. */
const HALL = 96;
export const LEAST_HALL = 48;
/** The most of the whole height that is in front. */
const MOST_SHARE = 0.3;

/**
 * As tall as its lines, halls or columns; if there is no room for them, one line about all. `most`: how many ever wait at
 * once.
 */
export function frontHeight(pools: number, most: number, width: number, height: number): number {
  if (pools === 0 || height < LEAST) return 0;
  const room = Math.max(LINE, height * MOST_SHARE);
  const hall = Math.floor(Math.min(HALL, room / pools));
  if (pools <= MOST_LINES && most > MOST_BODIES && hall >= LEAST_HALL) return pools * hall;
  const whole =
    pools <= MOST_LINES ? pools * LINE : pools * COLUMN <= width ? COLUMNS_HEIGHT : LINE;
  return whole <= room ? whole : LINE;
}
