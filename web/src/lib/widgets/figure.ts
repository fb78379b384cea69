import type { KnobSpec } from '../controls/knob';
import type { InputError } from '../engine/failure';
import type { Poster } from '../player/player.svelte';
import type { State } from '../player/transitions';
import type { Outcome, Overrides } from '../run/types';

/** A run that the engine accepted, and where the reader stands in it. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly overrides: Overrides;
  readonly time_ns: number;
  readonly state: State;
}

/** All that a figure needs; `lib/server` makes it when the site is built. */
export interface FigureProps {
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  /** Called with the address that stands for the figure's state, when it comes to rest. */
  readonly onlink?: (search: string) => void;
  /**
   * A scenario that the page itself edits, run in the poster's place when it differs. Such a figure
   * leaves the address alone: the page answers for it.
   */
  readonly edited?: string;
  /** The edited scenario was refused; the run before stands. */
  readonly onrefused?: (problems: readonly InputError[]) => void;
  /** Called after every accepted run, and whenever the figure comes to rest. */
  readonly onrun?: (report: RunReport) => void;
}
