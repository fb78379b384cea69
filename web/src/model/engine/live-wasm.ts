/** Live runs from the module with all: the smaller one is without what turns them. */
import type { MakeLive } from './live-run';
import { loadAll } from './wasm-all';

export async function loadLive(): Promise<MakeLive> {
  const { Run } = await loadAll();
  return (scenario) => new Run(scenario, '{}', 'figures');
}
