/** Rows of a table that may have thousands: some at first, and the rest on request. */
import type { Life } from '../../model/run/types';

/** More than any fully recorded run of the site has; a page draws them quickly. */
export const ROWS_AT_FIRST = 250;

/** The chosen request is always among them. */
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
