import type { Modelled, Pair } from '../../model/benchmarks/benchmark';
import type { Turned } from './turned';

/**
 * One machine and workload under two schedulers: published points, simulated line with its interval, analytic line, errors.
 * `build/benchmarks` makes the pair when the site is built (`pairNamed('pitbull.POINT_SELECT')`). The page's HTML has all
 * of it without a script.
 */
export interface CurveFigureProps {
  readonly pair: Pair;
  /** Another pair on the same axes, with square marks. */
  readonly beside?: Pair | undefined;
  /** The reader draws this system's line first; the lines are covered until then. */
  readonly draw?: Modelled | undefined;
  /** Another guess is pending: show axes and grid only. */
  readonly covered?: boolean | undefined;
  /** The key that stores the guess in this tab; none: it is not stored. */
  readonly key?: string | undefined;
  /** The chosen number of clients: 16, 32, … 16384. */
  readonly at?: number | undefined;
  /** The system to emphasise; the other one is dimmed. */
  readonly light?: Modelled | undefined;
  /** Parts that a page may leave out. */
  readonly sections?: readonly CurveSection[] | undefined;
  /** Called when the reader chooses another number of clients. */
  readonly onat?: ((clients: number) => void) | undefined;
  /** Called when the guess is made or skipped: the page may show what follows. */
  readonly ondone?: (() => void) | undefined;
  /** Changes to the fitted machine that it opens with. */
  readonly turned?: Partial<Turned> | undefined;
  /** The address of what is shown. */
  readonly address?: ((turned: Partial<Turned>) => string) | undefined;
}

export const CURVE_SECTIONS = ['readout', 'live', 'open', 'errors', 'details'] as const;
/** `readout`: values at a place; `live`: change the machine; `open`: open a point's run; `details`: tables and files. */
export type CurveSection = (typeof CURVE_SECTIONS)[number];
