/** Runs that keep their figures only, and points of benchmark curves, from the same wasm as all others. */
import type { MakeFiguresRun } from './sweep-host';
import { loadCurves, loadEngine } from './wasm';
import { unreachable } from './protocol';

export async function loadFigures(): Promise<MakeFiguresRun> {
  const [make, curves] = await Promise.all([loadEngine(), loadCurves()]);
  return (ask) => {
    switch (ask.type) {
      case 'run':
        return make(ask.scenario, ask.overrides, 'figures');
      case 'curve':
        return curves.point(ask.case_json, ask.system, ask.clients, ask.options);
      default:
        return unreachable(ask);
    }
  };
}
