// What Vitest's own reports leave out: the files that cost most, and those whose process died before it had told everything.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Where it writes which files' processes died, and whether anything else failed, for web/tools/runners.mjs. */
export const DIED = 'POOLSCOPE_DIED';
const DEAREST = 8;

/** @typedef {import('vitest/node').TestModule} TestModule */

export default class {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly { message: string }[]} errors outside of tests
   */
  onTestRunEnd(modules, errors) {
    const name = (/** @type {TestModule} */ of) => path.relative(root, of.moduleId);
    const costs = modules
      .map((one) => ({ name: name(one), ms: one.meta().processor_ms ?? 0 }))
      .sort((a, b) => b.ms - a.ms);
    if (costs.length > 1) {
      console.log('  Most seconds of processor time in their own process:');
      for (const one of costs.slice(0, DEAREST))
        console.log(`  ${(one.ms / 1000).toFixed(1).padStart(6)}  ${one.name}`);
    }
    const file = process.env[DIED];
    if (!file) return;
    const died = modules.filter((one) => /queued|pending/.test(one.state())).map(name);
    const others =
      modules.some((one) => one.state() === 'failed') ||
      errors.some(({ message }) => !message.startsWith('[vitest-pool]'));
    writeFileSync(file, JSON.stringify({ died, others }));
  }
}
