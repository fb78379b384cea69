/** Crowds: groups as tiles of cells, and one thread for each connection as one field of cells. */
import type { Poster } from '../../figure/player/player.svelte';
import type { Piece } from '../../ui/marks/marks';
import { Chronicle } from '../../ui/views/scene/chronicle';
import { DenseView } from '../../ui/views/scene/dense/dense';
import { CoreSeats } from '../../ui/views/scene/machine/machine';

/** As tall as tiles like to be. */
const SHAPE = 0.62;

export function densePiece(
  { outcome, first, frame }: Poster,
  width: number,
  height = width * SHAPE,
): Piece {
  const view = new DenseView(outcome, first);
  const round = new Chronicle(outcome.events).lastRound(frame);
  return view.piece(view.layout(width, height), frame, round, new CoreSeats());
}
