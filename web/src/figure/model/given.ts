/** What a page gives a figure, and what the figure tells it. */
import type { Snippet } from 'svelte';
import type { KnobSpec } from '../../model/run/knob';
import type { InputError } from '../../model/run/failure';
import type { Poster } from '../player/player.svelte';
import type { State } from '../player/transitions';
import type { Cue } from '../../model/run/cue';
import type { Outcome, Overrides } from '../../model/run/types';
import type { GuessMark } from '../../ui/views/timeline-layout';

/** The parts of a figure that a page may leave out. Caption and notices are always there. */
export const SECTIONS = [
  'scene',
  'transport',
  'knobs',
  'timeline',
  'life',
  'log',
  'chart',
  'table',
  'instruments',
  'details',
] as const;
export type Section = (typeof SECTIONS)[number];

/** What a page may know of a figure's run: goals and claims are checked against it. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly overrides: Overrides;
  readonly time_ns: number;
  readonly state: State;
}

/** One run; `build` makes it when the site is built. */
export interface GivenRun {
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  /** The scenario's name: a copied link leads to its page, and it can be embedded. */
  readonly name?: string | undefined;
  /** What it is called beside another; else its server, or its title where that is the same. */
  readonly label?: string | undefined;
}

/** What the page asks of the figure once; a new object asks anew. */
export type Wish =
  | { readonly kind: 'show'; readonly time_ns: number }
  /** From a moment on; who wants less motion is led to the one that it is about. */
  | {
      readonly kind: 'play';
      readonly from_ns?: number | undefined;
      readonly to_ns?: number | undefined;
    };

/** All that a figure needs: a run, or two on identical arrivals under one clock. */
export interface FigureProps extends GivenRun {
  /** The second run. Settings of two runs are those of their posters. */
  readonly beside?: GivenRun | undefined;
  /** What the reader expected: flags on the timeline that the run comes to. */
  readonly guess?: readonly GuessMark[] | undefined;
  readonly wish?: Wish | undefined;
  /** What stands beside the knobs: the goals of a lesson. */
  readonly goals?: Snippet | undefined;
  /** Its opening state, and where "Reset" leads. A changed cue moves the figure there. */
  readonly cue?: Cue | undefined;
  readonly sections?: readonly Section[] | undefined;
  /** Called with the address that stands for the figure's state, when it comes to rest. Such a figure also opens as the page's address says. */
  readonly onlink?: ((search: string) => void) | undefined;
  /**
   * A scenario that the page itself edits, run in the poster's place when it differs; `of` is the
   * case that it is an edit of. Such a figure leaves the address alone: the page answers for it.
   */
  readonly edited?: Edited | undefined;
  /** The edited scenario was refused; the run before stands. */
  readonly onrefused?: ((problems: readonly InputError[]) => void) | undefined;
  /** Called after each accepted run and whenever the figure comes to rest; of two runs with both. */
  readonly onrun?: ((report: RunReport, beside?: RunReport) => void) | undefined;
  /** Called as its handle comes further into the run that the page gave than it has ever been. */
  readonly onreach?: ((reached_ns: number) => void) | undefined;
}

export interface Edited {
  readonly json: string;
  readonly of: string;
}
