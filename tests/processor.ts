// Around each file of tests: how much processor time it takes in its process, its imports included.
import { afterAll, TestRunner, vi } from 'vitest';
import '../web/src/build/runs/node20';

declare module 'vitest' {
  interface TaskMeta {
    /** Threads of the runtime included. */
    processor_ms?: number;
  }
}

const { file } = TestRunner.getCurrentSuite();
const start = process.cpuUsage();
afterAll(async () => {
  // A module that is still being loaded when a file ends would fail, and with it the next file that needs it.
  await vi.dynamicImportSettled();
  const { user, system } = process.cpuUsage(start);
  file.meta.processor_ms = (user + system) / 1000;
});
