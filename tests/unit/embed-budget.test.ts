import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Weight } from '../../web/src/lib/server/embed/weight';

// Reads build/: npm run build first.

const KB = 1024;
/** A whole frame in its default view, by what its runs need of the engine. */
const MOST: Readonly<Record<Weight['engine'], number>> = {
  none: 60 * KB,
  core: 110 * KB,
  // Schedulers that only the engine's larger module has.
  all: 190 * KB,
};
/** The page of a frame and its first script, before a reader means it. */
const ASLEEP = 30 * KB;

const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;

test('every frame keeps to its budget of bytes', () => {
  const weights = JSON.parse(readFileSync('build/embed/sizes.json', 'utf8')) as Weight[];
  expect(weights.length).toBeGreaterThan(50);
  for (const engine of ['core', 'all', 'none'] as const) {
    const of = weights.filter((one) => one.engine === engine).sort((a, b) => b.total - a.total);
    const [worst] = of;
    if (!worst) continue;
    const { name, html, script, wasm, total } = worst;
    process.stdout.write(
      `  frames, engine ${engine}: ${of.length}; the heaviest is ${name} with ${kb(total)} of ` +
        `${kb(MOST[engine])} (page ${kb(html)}, scripts ${kb(script)}, engine ${kb(wasm)})\n`,
    );
    expect(of.filter((one) => one.total > MOST[engine]).map((one) => one.name)).toEqual([]);
  }
  expect(weights.filter(({ asleep }) => asleep > ASLEEP)).toEqual([]);
});
