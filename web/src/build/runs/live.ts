/** The first moment of a live run, for the page before its engine has loaded. */
import { Run } from '#wasm/poolscope_wasm.js';
import type { LiveStill } from '../../features/lab/live/live.svelte';
import { longer, NOBODY } from '../../features/lab/live/record';
import { storyOf } from '../../features/lab/live/starts';
import { LiveRun } from '../../model/engine/live-run';
import { startEngine } from './engine';

export function liveStill(): LiveStill {
  startEngine();
  const run = new LiveRun((scenario) => new Run(scenario, '{}', 'figures'), storyOf('steady'));
  try {
    const moment = run.go(run.time_ns);
    return { moment: { ...moment, waited: [] }, record: longer(NOBODY, moment) };
  } finally {
    run.free();
  }
}
