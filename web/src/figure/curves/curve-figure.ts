import type { Modelled, Pair } from '../../model/benchmarks/benchmark';
import type { Turned } from './turned';

/**
 * One machine and workload under two schedulers: published points, simulated line with its interval, the
 * line by arithmetic, errors. `build/benchmarks` makes the pair when the site is built
 * (`pairNamed('pitbull.POINT_SELECT')`). All of it stands in the page's HTML without a script.
 */
export interface CurveFigureProps {
  readonly pair: Pair;
  /** Another pair on the same axes, with square marks. */
  readonly beside?: Pair | undefined;
  /** The reader draws this system's line first; the lines are covered until then. */
  readonly draw?: Modelled | undefined;
  /** Another guess comes first: axes and grid alone. */
  readonly covered?: boolean | undefined;
  /** Where the guess is kept in this tab; none: it is forgotten. */
  readonly key?: string | undefined;
  /** The number of clients that is spoken of: 16, 32, … 16384. */
  readonly at?: number | undefined;
  /** The other system steps back. */
  readonly light?: Modelled | undefined;
  /** Parts that a page may leave out. */
  readonly sections?: readonly CurveSection[] | undefined;
  /** The reader has gone to another number of clients. */
  readonly onat?: ((clients: number) => void) | undefined;
  /** The guess is made, or passed by: what follows may be shown. */
  readonly ondone?: (() => void) | undefined;
  /** The machine that it opens with, where it is not the fitted one. */
  readonly turned?: Partial<Turned> | undefined;
  /** The address that stands for what is shown. */
  readonly address?: ((turned: Partial<Turned>) => string) | undefined;
}

export const CURVE_SECTIONS = ['readout', 'live', 'open', 'errors', 'details'] as const;
/** `readout`: the values at a place; `live`: change the machine; `open`: look inside; `details`: tables, files. */
export type CurveSection = (typeof CURVE_SECTIONS)[number];
