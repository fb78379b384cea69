/** The first moment of a live run, for the page before its engine has loaded. */
import { Run } from '#wasm/poolscope_wasm.js';
import type { LiveStill } from '../../figure/live/live.svelte';
import { LiveRun } from '../../model/engine/live-run';
import { dialsOf, SEED } from '../../model/hand/cases';
import { m } from '#paraglide/messages.js';
import { startEngine } from './engine';

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
    return { moment: { ...run.go(0), ended: [], figures: [] } };
  } finally {
    run.free();
  }
}
