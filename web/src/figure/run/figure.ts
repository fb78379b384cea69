import type { KnobSpec } from '../../model/run/knob';
import type { InputError } from '../../model/run/failure';
import type { Poster } from '../player/player.svelte';
import type { State } from '../player/transitions';
import type { Cue } from '../../model/run/cue';
import type { Outcome, Overrides } from '../../model/run/types';

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

/** All that a figure needs; `build` makes it when the site is built. */
export interface FigureProps {
  /** Keeps the result to itself until the end: the reader is about to guess it. */
  readonly quiet?: boolean | undefined;
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  /** The scenario's name: a copied link leads to its page. */
  readonly name?: string | undefined;
  /** Its opening state, and where "Reset" leads. A changed cue moves the figure there. */
  readonly cue?: Cue | undefined;
  readonly sections?: readonly Section[] | undefined;
  /** Called with the address that stands for the figure's state, when it comes to rest. Such a figure also opens as the page's address says. */
  readonly onlink?: ((search: string) => void) | undefined;
  /**
   * A scenario that the page itself edits, run in the poster's place when it differs; `of` is the
   * case that it is an edit of. Such a figure leaves the address alone: the page answers for it.
   */
  readonly edited?: { readonly json: string; readonly of: string } | undefined;
  /** The edited scenario was refused; the run before stands. */
  readonly onrefused?: ((problems: readonly InputError[]) => void) | undefined;
  /** Called after each accepted run and whenever the figure comes to rest. */
  readonly onrun?: ((report: RunReport) => void) | undefined;
}

export const FIGURE_KEYS = [
  'poster',
  'knobs',
  'name',
  'cue',
  'sections',
  'quiet',
  'onlink',
  'onrun',
  'edited',
  'onrefused',
] as const satisfies readonly (keyof FigureProps)[];

/** One of two runs under one clock. */
export interface TwinProps {
  /** The scenario's name: two that have one can be embedded. */
  readonly name?: string | undefined;
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  /** What it is called beside the other; else its server, or its title where that is the same. */
  readonly label?: string | undefined;
}

/** Two runs on identical arrivals, side by side. */
export interface TwinsProps {
  readonly left: TwinProps;
  readonly right: TwinProps;
  /** Time, request and light hold for both; settings are those of the posters. */
  readonly cue?: Cue | undefined;
  readonly sections?: readonly Section[] | undefined;
  readonly quiet?: boolean | undefined;
  /** Called after each run of either, and whenever they come to rest. */
  readonly onrun?: ((left: RunReport, right: RunReport) => void) | undefined;
}

export const TWINS_KEYS = [
  'left',
  'right',
  'cue',
  'sections',
  'quiet',
  'onrun',
] as const satisfies readonly (keyof TwinsProps)[];
