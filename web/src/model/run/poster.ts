/** The picture of a figure before its engine runs, and what a page carries of it. */
import type { Frame, Outcome, Overrides } from './types';

/** The same engine's answer, computed when the site was built. */
export interface Poster {
  readonly scenario_json: string;
  /** The settings of its outcome. */
  readonly overrides: Overrides;
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
}

/**
 * A poster in a page's data. Its run is a file of its own, `/run/NAME.json`, because many pages show the same one, and only
 * a figure that a reader wakes needs it.
 */
export interface PosterAside extends Pick<Poster, 'overrides' | 'frame'> {
  readonly run: string;
  /** Whether the picture needs code that is loaded later. */
  readonly of_few: boolean;
}
/** As a page contains it. */
export type PosterPacked = Omit<PosterAside, 'frame'> & { readonly frame: string };
export type GivenPoster = Poster | PosterAside;
