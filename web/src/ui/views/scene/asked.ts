/** Lets the page get the marks of tiles, which are painted on a canvas. */
import type { Piece } from '../../marks/marks';

export const MARKS_REQUEST = 'marks-asked';

export interface MarksRequest {
  piece: Piece | undefined;
}
