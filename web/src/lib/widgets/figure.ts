import type { KnobSpec } from '../controls/knob';
import type { Poster } from '../player/player.svelte';

/** All that a figure needs; `lib/server` makes it when the site is built. */
export interface FigureProps {
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  /** Called with the address that stands for the figure's state, when it comes to rest. */
  readonly onlink?: (search: string) => void;
}
