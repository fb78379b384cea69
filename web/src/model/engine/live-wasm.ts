/** Loads live runs from the larger module: the smaller one can't change settings during a run. */
import type { MakeLive } from './live-run';
import { loadAll } from './wasm-all';

export async function loadLive(): Promise<MakeLive> {
  const { Run } = await loadAll();
  return (scenario) => new Run(scenario, '{}', 'figures');
}
