import { expect, test } from 'vitest';
import { pageSizes } from '../../web/tools/sizes.mjs';

// Reads build/: npm run build first.

const KB = 1024;
/** A first view, and what of it is script before the reader does anything. */
const FIRST_VIEW = 150 * KB;
const SCRIPT = 60 * KB;

test('every page keeps to its budget of bytes', () => {
  const pages = pageSizes();
  expect(pages.length).toBeGreaterThan(10);
  const heavy = pages.filter(
    ({ bytes, script_bytes }) => bytes > FIRST_VIEW || script_bytes > SCRIPT,
  );
  expect(heavy).toEqual([]);
});
