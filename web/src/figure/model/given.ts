/** What a page passes to a figure, and what the figure reports back. */
import type { Snippet } from 'svelte';
import type { KnobSpec } from '../../model/run/knob';
import type { InputError } from '../../model/run/failure';
import type { GivenPoster } from '../../model/run/poster';
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

/** What a page learns about a figure's run, to check goals and claims. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly overrides: Overrides;
  readonly time_ns: number;
  readonly state: State;
}

/** One run; `build` makes it when the site is built. */
export interface GivenRun {
  readonly poster: GivenPoster;
  readonly knobs: readonly KnobSpec[];
  /** The scenario's name, if it has a page: copied links lead there, and the figure can be embedded. */
  readonly name?: string | undefined;
  /** Its label next to another run; defaults to its server, or to its title if the servers are the same. */
  readonly label?: string | undefined;
}

/** A one-time request of the page to the figure; a new object repeats it. */
export type FigureRequest =
  | { readonly kind: 'show'; readonly time_ns: number }
  /** Plays from a moment on. For readers who want less motion, the figure goes to the moment in question. */
  | {
      readonly kind: 'play';
      readonly from_ns?: number | undefined;
      readonly to_ns?: number | undefined;
      /** If set, it stops at `to_ns`, and the screen takes this long. */
      readonly ms?: number | undefined;
    };

/** The props of a figure: one run, or two with identical arrivals under one clock. */
export interface FigureProps extends GivenRun {
  /** The second run. The settings of two runs are those of their posters. */
  readonly beside?: GivenRun | undefined;
  /** The reader's prediction, as flags on the timeline. */
  readonly guess?: readonly GuessMark[] | undefined;
  readonly wish?: FigureRequest | undefined;
  /** Shown next to the knobs: the goals of a lesson. */
  readonly goals?: Snippet | undefined;
  /** Its opening state, to which "Reset" returns. A new cue moves the figure there. */
  readonly cue?: Cue | undefined;
  readonly sections?: readonly Section[] | undefined;
  /**
   * Called with the query of the figure's state when it comes to rest. Such a figure also opens as the page's address says.
   */
  readonly onlink?: ((search: string) => void) | undefined;
  /**
   * A scenario that the page edits; it runs in the poster's place if it differs. `of` is the original case. Such a figure
   * leaves the address alone: the page controls it.
   */
  readonly edited?: Edited | undefined;
  /** Called when the edited scenario was refused; the previous run stays. */
  readonly onrefused?: ((problems: readonly InputError[]) => void) | undefined;
  /** Called after each accepted run and whenever the figure comes to rest; with both if there are two runs. */
  readonly onrun?: ((report: RunReport, beside?: RunReport) => void) | undefined;
  /** Called with the moment of each picture. */
  readonly ontime?: ((time_ns: number) => void) | undefined;
  /** Called when the handle gets further than ever into the page's own run. */
  readonly onreach?: ((reached_ns: number) => void) | undefined;
}

export interface Edited {
  readonly json: string;
  readonly of: string;
}
