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

/** As tall as its lines or columns; if there is no room for them, one line about all. */
export function frontHeight(pools: number, width: number, height: number): number {
  if (pools === 0 || height < LEAST) return 0;
  const whole =
    pools <= MOST_LINES ? pools * LINE : pools * COLUMN <= width ? COLUMNS_HEIGHT : LINE;
  return whole <= Math.max(LINE, height * 0.3) ? whole : LINE;
}
