/** What a page may ask of tiles, which are painted on a canvas: the marks of what they show now. */
import type { Piece } from '../../../marks/marks';

export const ASKED = 'marks-asked';

export interface Asked {
  piece: Piece | undefined;
}
