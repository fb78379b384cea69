import type { Instant } from './time-scale';
import type { Box, GuessMark, TimeMark } from './timeline-layout';
import type { TimelineNotes } from './timeline-notes';

/** What a timeline needs to be the figure's slider, over one run or two. */
export interface Scrubbing {
  readonly time_ns: number;
  readonly end_ns: number;
  /** The time as it is written beside the handle; else to a thousandth of the run's unit. */
  readonly clock?: string | undefined;
  /** Of which run, where there are two: the first is 0. */
  readonly onchoose: (request: number, run: number) => void;
  /** Without it the handle only shows. */
  readonly onseek?: ((to: Instant) => void) | undefined;
  /** A hand takes the handle, or lets go of it. */
  readonly onhold?: ((held: boolean) => void) | undefined;
  readonly onstep?: ((by: 1 | -1) => void) | undefined;
  /** The moment in a sentence, for those who do not see it. */
  readonly value?: string | undefined;
  /** What draws the two that follow: a frame in another page has none of them. */
  readonly notes?: TimelineNotes | undefined;
  /** Moments that are worth a look, by their numbers. */
  readonly marks?: readonly TimeMark[] | undefined;
  /** What a reader expected, and the words for it. */
  readonly guess?: readonly GuessMark[] | undefined;
  /** The run has been seen once: what comes after now is there, pale. */
  readonly revealed?: boolean | undefined;
  /** Else it is as tall as its place. */
  readonly height?: number | undefined;
  /** Its place, where that is known before it is drawn. */
  readonly room?: Box | undefined;
  readonly disabled?: boolean | undefined;
}
