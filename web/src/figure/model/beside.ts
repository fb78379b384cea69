/** Places a sheet next to its picture, and avoids covering it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A smaller sheet is unreadable. */
const LEAST = { width: 300, height: 170 } as const;
const GAP = 8;
/** If there is no such place: this share of the screen, at its foot. */
const FOOT = 0.62;
const WIDEST = 720;
const LOWEST = 0.2;

/** `foot`: the height of a dock at the foot of the screen; `least`: of the sheet. */
export function sheetPosition(
  figure: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  foot = 0,
  least: number = LEAST.height,
): Box {
  const end = height - foot;
  const bottom = figure.top + figure.height;
  const right = figure.left + figure.width;
  // Level with the picture, so that the page's header stays visible.
  const top = Math.min(Math.max(GAP, figure.top), height * LOWEST);
  const tall = end - top - GAP;
  const places: readonly Box[] = [
    { left: GAP, top, width: figure.left - 2 * GAP, height: tall },
    { left: right + GAP, top, width: width - right - 2 * GAP, height: tall },
    { left: 0, top: bottom + GAP, width, height: end - bottom - GAP },
  ];
  const fit = places.filter((box) => box.width >= LEAST.width && box.height >= least);
  const size = (box: Box) => box.width * box.height;
  const [best] = fit.sort((a, b) => size(b) - size(a));
  const foot_tall = Math.min(end - GAP, height * FOOT);
  const box = best ?? { left: 0, top: end - foot_tall, width, height: foot_tall };
  // For readable lines, at most as wide as the figure below, and centred.
  const most = Math.max(WIDEST, Math.min(figure.width, box.width));
  return box.width <= most ? box : { ...box, left: (width - most) / 2, width: most };
}

/** Attaches a menu of this width to its button, inside the screen: below it, or above if there is more room. */
export function menuPosition(
  button: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  menu: number,
): { readonly right: number; readonly most: number } & (
  | { readonly top: number }
  | { readonly bottom: number }
) {
  const end = button.top + button.height;
  const right = Math.max(GAP, Math.min(width - (button.left + button.width), width - menu - GAP));
  return height - end >= button.top
    ? { right, top: end + 4, most: height - end - 4 - GAP }
    : { right, bottom: height - button.top + 4, most: button.top - 4 - GAP };
}
