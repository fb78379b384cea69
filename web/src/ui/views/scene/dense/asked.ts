/** Lets the page get the marks of tiles, which are painted on a canvas. */
import type { Piece } from '../../../marks/marks';

export const ASKED = 'marks-asked';

export interface Asked {
  piece: Piece | undefined;
}
