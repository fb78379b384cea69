/** The boxes that a page has before it knows its own: as wide as this, and as tall as they like. */
export const UNMEASURED = [
  { name: 'wide', width: 760 },
  { name: 'narrow', width: 372 },
] as const;
