import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KINDS } from '../../web/src/build/site/test-kinds';

// A whole run of the tests is recorded by their folders, and the next build reads that record.
test('the page of a copy has a name for each folder of tests', () => {
  const folders = readdirSync('tests', { withFileTypes: true }).filter(
    (one) =>
      one.isDirectory() &&
      readdirSync(`tests/${one.name}`).some((file) => /\.(?:test|spec)\.ts$/.test(file)),
  );
  expect(folders.length).toBeGreaterThan(4);
  for (const { name } of folders) expect(KINDS).toContain(name);
});
