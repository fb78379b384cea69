/**
 * How tall a frame is: by what it shows and by its width, whatever its run does. The style sheet of the frame, oEmbed and
 * the panel have it from here; tests/journeys/frames.spec.ts holds every figure to it.
 */
import type { Options, WidgetKind } from './params';

/** Below it lines of words are longer than the frame is wide: they take more of its height. */
export const NARROW = 560;
/** As oEmbed gives it, and about a blog's column. */
export const COLUMN = 720;
export const TALL = {
  scenario: { wide: 440, narrow: 500 },
  pair: { wide: 550, narrow: 600 },
  benchmark: { wide: 430, narrow: 420 },
} as const satisfies Record<WidgetKind, object>;
/** The row that a run has no more. */
export const NO_CONTROLS = 44;

export function frameHeight(
  kind: WidgetKind,
  width: number,
  controls: Options['controls'] = 'full',
): number {
  const { wide, narrow } = TALL[kind];
  const less = controls === 'none' && kind !== 'benchmark' ? NO_CONTROLS : 0;
  return (width < NARROW ? narrow : wide) - less;
}
