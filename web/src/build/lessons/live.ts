/** The first moment of a live run, for the page before its engine has loaded. */
import { Run } from '#wasm/poolscope_wasm.js';
import { DARE_WORDS } from '../../figure/live/dare-words';
import type { LiveStill } from '../../figure/live/live.svelte';
import { LiveRun } from '../../model/engine/live-run';
import { DARES, dialsOf, SEED } from '../../model/hand/cases';
import { lessons } from './index';
import { m } from '#paraglide/messages.js';
import { startEngine } from '../runs/engine';

/** How long each dare's lesson takes. */
function minutesOf(): LiveStill['minutes'] {
  const all = DARES.map((dare) => {
    const { lesson } = DARE_WORDS[dare];
    const found = lessons.find(({ slug }) => slug === lesson);
    if (!found) throw new Error(`the dare ${dare} has no lesson ${lesson}`);
    return [dare, found.minutes] as const;
  });
  return Object.fromEntries(all) as LiveStill['minutes'];
}

export function liveStill(): LiveStill {
  startEngine();
  const run = new LiveRun((scenario) => new Run(scenario, '{}', 'figures'), {
    name: 'steady',
    title: m.live_figure(),
    dials: dialsOf('steady'),
    seed: SEED,
    log: [],
    until_ns: 0,
  });
  try {
    // The page has no use for what came before.
    return { moment: { ...run.go(0), ended: [], figures: [] }, minutes: minutesOf() };
  } finally {
    run.free();
  }
}
