/** Rows of a table that may have thousands: as many as are read, and the rest when they are asked for. */
import type { Life } from '../../model/run/types';

/** More than any run of the site keeps that says all of it at once; a page draws them in a moment. */
export const ROWS_AT_FIRST = 250;

/** The one that was asked for is always among them. */
export function rowsOf(
  lives: readonly Life[],
  chosen: number | undefined,
  most: number,
): readonly Life[] {
  if (lives.length <= most) return lives;
  const first = lives.slice(0, most);
  const asked = lives.slice(most).find(({ request }) => request === chosen);
  return asked ? [...first, asked] : first;
}
