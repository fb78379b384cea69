/**
 * Stands in the head of every page and frame, before anything that draws: what is pressed, typed or drawn is kept until the
 * loader (wake.ts) is there, which then hears it as it happens.
 */
export const EARLY =
  'poolscope_early=[];for(const sign of"pointerover pointerdown pointermove pointerup pointercancel focusin keydown input change click scroll".split(" "))addEventListener(sign,(event)=>poolscope_early.push(event),true);';
