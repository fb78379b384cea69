/** In the browser only this file, wasm-diagnose and alone import the WebAssembly packages. */
import init, { CurvePoint, curve_analytic, curve_scenario, Run } from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';
import type { MakeRun } from './host';
import type { MakeLive } from './live-run';
import { once } from './once';
import { unreachable } from './protocol';
import type { FiguresRun, MakeFiguresRun } from './sweep-host';

const ready = once(() => init({ module_or_path: url }));

export async function loadEngine(): Promise<MakeRun> {
  await ready();
  return (...asked) => new Run(...asked);
}

/** Runs whose settings change while they go. */
export async function loadLive(): Promise<MakeLive> {
  await ready();
  return (scenario) => new Run(scenario, '{}', 'figures');
}

/** The model of the benchmark curves. */
export interface Curves {
  analytic(case_json: string, system: string, clients: Float64Array, regime: string): Float64Array;
  point(case_json: string, system: string, clients: number, options: string): FiguresRun;
  /** A point as a scenario that readers can open. */
  scenario(case_json: string, system: string, clients: number, seed: number): string;
}

export async function loadCurves(): Promise<Curves> {
  await ready();
  return {
    analytic: curve_analytic,
    point: (case_json, system, clients, options) => {
      const run = new CurvePoint(case_json, system, clients, options);
      return {
        advance: (steps) => run.advance(steps),
        summary: () => run.numbers(),
        free: () => run.free(),
      };
    },
    scenario: curve_scenario,
  };
}

/** Runs that keep only their figures, and points of benchmark curves. */
export async function loadFigures(): Promise<MakeFiguresRun> {
  const curves = await loadCurves();
  return (ask) => {
    switch (ask.type) {
      case 'run':
        return new Run(ask.scenario, ask.overrides, 'figures');
      case 'curve':
        return curves.point(ask.case_json, ask.system, ask.clients, ask.options);
      default:
        return unreachable(ask);
    }
  };
}
