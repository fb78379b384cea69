/** The boxes that a page has before it knows its own: a laptop's and a phone's. What is given scales them. */
export const UNMEASURED = [
  { name: 'broad', width: 860, height: 250 },
  { name: 'narrow', width: 360, height: 190 },
] as const;
