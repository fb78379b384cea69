/** Makes runs that keep only their figures, and points of benchmark curves, with the same wasm as all other runs. */
import type { MakeFiguresRun, PointAsk } from './sweep-host';
import { loadCurves, loadEngine } from './wasm';
import { unreachable } from './protocol';

export async function loadFigures(ask: PointAsk): Promise<MakeFiguresRun> {
  switch (ask.type) {
    case 'run': {
      const make = await loadEngine(ask.scenario, ask.overrides);
      return () => make(ask.scenario, ask.overrides, 'figures');
    }
    case 'curve': {
      const curves = await loadCurves();
      return () => curves.point(ask.case_json, ask.system, ask.clients, ask.options);
    }
    default:
      return unreachable(ask);
  }
}
