/**
 * How tall a frame is, by its contents and width, whatever its run does. The frame's style sheet, oEmbed and the panel read
 * it here; tests/journeys/frames.spec.ts checks every figure against it.
 */
import type { Options, WidgetKind } from './params';

/** Below this width the text wraps and takes more of the frame's height. */
export const NARROW = 560;
/** The width that oEmbed states, about that of a blog's column. */
export const COLUMN = 720;
export const TALL = {
  scenario: { wide: 440, narrow: 500 },
  pair: { wide: 550, narrow: 600 },
  benchmark: { wide: 430, narrow: 420 },
} as const satisfies Record<WidgetKind, object>;
/** Height of the row of controls, which a frame without controls saves. */
export const NO_CONTROLS = 44;
/** What the reader said, and what came of it: lines below the scene of a frame that asks for a guess. */
export const GUESSED = 48;

export function frameHeight(
  kind: WidgetKind,
  width: number,
  { controls, view }: Partial<Pick<Options, 'controls' | 'view'>> = {},
): number {
  const { wide, narrow } = TALL[kind];
  const own = width < NARROW ? narrow : wide;
  if (kind === 'benchmark') return own;
  return own - (controls === 'none' ? NO_CONTROLS : 0) + (view === 'guess' ? GUESSED : 0);
}
