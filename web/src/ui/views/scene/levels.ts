/** How much of a body is drawn, by its size on the screen. */
export type Level = 'far' | 'middle' | 'near';

/** The radii of a seated body in pixels at which it changes. */
const MIDDLE_PX = 3.5;
const NEAR_PX = 15.9;
/** A level is left only well past its limit, so that it does not flicker. */
const STAYS = 0.15;

export function levelOf(r_px: number, before?: Level): Level {
  const lower = 1 - STAYS;
  if (r_px < MIDDLE_PX * (before === 'middle' || before === 'near' ? lower : 1)) return 'far';
  return r_px < NEAR_PX * (before === 'near' ? lower : 1) ? 'middle' : 'near';
}
