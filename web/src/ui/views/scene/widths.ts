/** The scene's three forms: for each its width, and which one fits a figure. */
export const WIDTHS = { wide: 1060, middle: 720, narrow: 340 } as const;

export type Form = keyof typeof WIDTHS;
/** Widest first. */
export const FORMS: readonly Form[] = ['wide', 'middle', 'narrow'];

/** The same limits stand in the container queries of the components. */
export const formAt = (width: number): Form =>
  width >= 820 ? 'wide' : width >= 560 ? 'middle' : 'narrow';
