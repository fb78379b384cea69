// Runs of the engine: a scenario in, the lives of its requests out.
import { readFileSync } from 'node:fs';
import { initSync, Run } from './poolscope_wasm.js';

initSync({ module: readFileSync(new URL('poolscope_wasm_bg.wasm', import.meta.url)) });

const STEPS_PER_CALL = 100_000;

export class ScenarioError extends Error {
  name = 'ScenarioError';
  /** @param {readonly { path: string, message: string }[]} problems */
  constructor(problems) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** @param {unknown} error what the engine threw: its message is JSON, or it is a fault */
function told(error) {
  const { message = '' } = /** @type {Error} */ (error);
  if (!message.startsWith('{')) return error;
  return new ScenarioError(JSON.parse(message).errors);
}

/** @type {typeof import('./index.js').run} */
export function run(scenario, settings = {}) {
  const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
  let made;
  try {
    made = new Run(text, JSON.stringify(settings));
    while (!made.advance(STEPS_PER_CALL));
  } catch (error) {
    made?.free();
    throw told(error);
  }
  const whole = made;
  const outcome = JSON.parse(whole.outcome());
  return {
    outcome,
    frame: (time_ns) => whole.frame(time_ns),
    instruments: (time_ns) => JSON.parse(whole.instruments(time_ns)),
    digest: () => whole.digest(),
    free: () => whole.free(),
  };
}
