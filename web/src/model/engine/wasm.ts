/** In the browser only this file, wasm-all, -ahead, -curves, -diagnose and alone import the wasm packages. */
import init, { Run } from '#core/poolscope_wasm.js';
import url from '#core/poolscope_wasm_bg.wasm?url';
import { failureOf } from '../run/failure';
import type { MakeRun } from './host';
import { moduleFor } from './modules';
import { once } from './once';
import type { FiguresRun } from './sweep-host';

type RunClass = typeof Run;

const loadCore = once(() => init({ module_or_path: url }).then((): RunClass => Run));
let hasAll = false;

async function loadAll() {
  const module = await (await import('./wasm-all')).loadAll();
  hasAll = true;
  return module;
}

/**
 * Loads the smallest module for a run; once the larger one is loaded, it takes every run. The smaller one refuses without a
 * message, so the larger one is asked for the same and gives the reason.
 */
export async function loadEngine(scenario: string, overrides: string): Promise<MakeRun> {
  const larger = async (): Promise<RunClass> => (await loadAll()).Run;
  const small = !hasAll && moduleFor(scenario, overrides) === 'core';
  // A device prepared for offline use has only the larger module.
  const Class = await (small ? loadCore().catch(larger) : larger());
  return async (...asked) => {
    try {
      return new Class(...asked);
    } catch (thrown) {
      if (Class !== Run || failureOf(thrown).kind !== 'input') throw thrown;
      return new (await larger())(...asked);
    }
  };
}

/** The model of the benchmark curves. */
export interface Curves {
  analytic(case_json: string, system: string, clients: Float64Array, regime: string): Float64Array;
  point(case_json: string, system: string, clients: number, options: string): FiguresRun;
  /** A point as a scenario that readers can open. */
  scenario(case_json: string, system: string, clients: number, seed: number): string;
}

export async function loadCurves(): Promise<Curves> {
  const wasm = await (await import('./wasm-curves')).loadCurveModule();
  return {
    analytic: wasm.curve_analytic,
    point: (case_json, system, clients, options) => {
      const run = new wasm.CurvePoint(case_json, system, clients, options);
      return {
        advance: (steps) => run.advance(steps),
        summary: () => run.numbers(),
        free: () => run.free(),
      };
    },
    scenario: wasm.curve_scenario,
  };
}
