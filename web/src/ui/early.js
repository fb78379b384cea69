/**
 * Runs in the head of every page and frame, before anything is drawn: records presses, typing and strokes until the loader
 * (wake.ts) is there, which then replays them.
 */
export const EARLY =
  'poolscope_early=[];for(const sign of"pointerover pointerdown pointermove pointerup pointercancel focusin keydown input change click scroll".split(" "))addEventListener(sign,(event)=>poolscope_early.push(event),true);';
