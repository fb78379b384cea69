import type { Frame } from '../../model/run/types';
import type { Instant } from './time-scale';
import type { Box, GuessMark, TimeMark } from './timeline-layout';
import type { TimelineNotes } from './timeline-notes';

/** The props of a timeline that is the figure's slider, for one run or two. */
export interface Scrubbing {
  readonly time_ns: number;
  readonly end_ns: number;
  /** Each run at this time. */
  readonly frames: readonly Frame[];
  /** The time written next to the handle; default: a thousandth of the run's unit. */
  readonly clock?: string | undefined;
  /** `run`: 0 for the first, 1 for the second. */
  readonly onchoose: (request: number, run: number) => void;
  /** Without it the handle can't be moved. */
  readonly onseek?: ((to: Instant) => void) | undefined;
  /** Called when the reader grabs the handle or releases it. */
  readonly onhold?: ((held: boolean) => void) | undefined;
  readonly onstep?: ((by: 1 | -1) => void) | undefined;
  /** The moment in a sentence, for screen readers. */
  readonly value?: string | undefined;
  /** The code that draws the next two; a frame in another page has neither. */
  readonly notes?: TimelineNotes | undefined;
  /** Notable moments with numbers. */
  readonly marks?: readonly TimeMark[] | undefined;
  /** The reader's prediction, and its text. */
  readonly guess?: readonly GuessMark[] | undefined;
  /** True if the run has been seen once: what comes later is shown pale. */
  readonly revealed?: boolean | undefined;
  /** Default: as tall as its container. */
  readonly height?: number | undefined;
  /** Its size, if known before it is drawn. */
  readonly room?: Box | undefined;
  readonly disabled?: boolean | undefined;
}
