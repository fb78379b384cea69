/** The boxes that a page has before it knows its own: a laptop's and a phone's. What is given scales them. */
const UNMEASURED = [
  { name: 'broad', width: 860, height: 250 },
  { name: 'narrow', width: 360, height: 168 },
] as const;

/** What a whole figure has beside its words, on a screen that is high enough. */
export const TALL = { name: 'tall', width: 920, height: 440 } as const;

/** The same where it is known about how low they are. */
export const unmeasured = (most = Infinity) =>
  UNMEASURED.map((box) => ({ ...box, height: Math.min(box.height, most) }));
