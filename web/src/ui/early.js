/**
 * Runs in the head of every page and frame, before anything is drawn: records presses, typing and strokes until the loader
 * (wake.ts) is there, which then replays them. A button that has to wait for its code says so at once (`aria-busy`); what
 * is recorded here is what nothing else answers yet.
 */
export const EARLY =
  'poolscope_early=[];for(const sign of"pointerover pointerdown pointermove pointerup pointercancel focusin keydown input change click scroll".split(" "))addEventListener(sign,(event)=>{poolscope_early.push(event)&&sign=="click"&&event.target.closest?.("button:not([popovertarget])")?.setAttribute("aria-busy",true)},true);';
