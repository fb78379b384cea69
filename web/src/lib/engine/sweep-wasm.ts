/** Runs that keep their figures only, from the same wasm as all others. */
import type { MakeFiguresRun } from './sweep-host';
import { loadEngine } from './wasm';

export async function loadFigures(): Promise<MakeFiguresRun> {
  const make = await loadEngine();
  return (scenario, overrides) => make(scenario, overrides, 'figures');
}
