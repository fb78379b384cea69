/** The one import of the wasm package in the browser. */
import init, * as wasm from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';
import type { MakeRun } from './host';
import type { FiguresRun } from './sweep-host';

let ready: Promise<MakeRun> | undefined;

export function loadEngine(): Promise<MakeRun> {
  ready ??= init({ module_or_path: url }).then(
    () => (scenario, overrides, detail) => new wasm.Run(scenario, overrides, detail),
    (thrown: unknown) => {
      // A failed download may be tried again.
      ready = undefined;
      throw thrown;
    },
  );
  return ready;
}

/** The model of the benchmark curves. */
export interface Curves {
  analytic(case_json: string, system: string, clients: Float64Array, regime: string): Float64Array;
  point(case_json: string, system: string, clients: number, options: string): FiguresRun;
  /** A point as a scenario, to look inside. */
  scenario(case_json: string, system: string, clients: number, seed: number): string;
}

export async function loadCurves(): Promise<Curves> {
  await loadEngine();
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

/** Lets other work through without the 4 ms that nested timeouts cost. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}
