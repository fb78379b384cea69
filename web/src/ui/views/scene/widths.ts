/** The boxes used before a page's own is measured: a laptop's and a phone's. The real box scales the drawing. */
const UNMEASURED = [
  { name: 'broad', width: 860, height: 250 },
  { name: 'narrow', width: 360, height: 168 },
] as const;

/** A whole figure next to its text, on a screen that is high enough. */
export const TALL = { name: 'tall', width: 920, height: 440 } as const;

/** The same, limited to an approximate height. */
export const unmeasured = (most = Infinity) =>
  UNMEASURED.map((box) => ({ ...box, height: Math.min(box.height, most) }));
