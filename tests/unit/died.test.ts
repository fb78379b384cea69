// A test whose process dies is no failed test: it runs once more, and the report says so. The process really ends itself.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vitest, type Told } from '../../web/tools/runners.mjs';

const FIXTURE = 'tests/fixtures/dies';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dies-'));
  vi.stubEnv('POOLSCOPE_DIES', folder);
  // What this run's own programs get from it.
  for (const name of Object.keys(process.env))
    if (/^(VITEST|TEST)/.test(name)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('Vitest: the file runs once more, and both files count', async () => {
  const told: Told[] = [];
  const report = path.join(folder, 'report.json');
  await vitest(report, [`--config=${FIXTURE}/vitest.config.ts`], (one) => told.push(one));
  expect(told).toEqual([{ passed: 2, failed: 0, died: [`${FIXTURE}/dies.test.ts`] }]);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: unknown[] };
  expect(testResults).toHaveLength(2);
});
