import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Weight } from '../../web/src/build/embed/weight';

// Reads build/: npm run build first.

const KB = 1024;
/** The most bytes of a whole frame as it opens, by the source of its run. */
const MOST: Readonly<Record<Weight['engine'], number>> = {
  none: 60 * KB,
  recorded: 118 * KB,
  // Runs too long to record: they open with the engine.
  engine: 280 * KB,
};
/** Crowds and runs of many requests, some side by side: they exceed the limit, and each has its own. */
const OVER: Readonly<Record<string, number>> = {
  'requests-65-waiting-vs-requests-65-computing': 125.5 * KB,
  'plantegg-96-groups': 123 * KB,
  'requests-65-waiting': 122 * KB,
  'starving-percona-vs-starving-mariadb': 121 * KB,
  'mysql-60-slow-readers-vs-mariadb-slow-readers': 119 * KB,
};
/** The page of a frame and its first script, before a reader shows interest. */
const ASLEEP = 29 * KB;

const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;

test('every frame stays within its budget of bytes', () => {
  const weights = JSON.parse(readFileSync('build/embed/sizes.json', 'utf8')) as Weight[];
  expect(weights.length).toBeGreaterThan(50);
  for (const engine of ['recorded', 'engine', 'none'] as const) {
    const of = weights.filter((one) => one.engine === engine).sort((a, b) => b.total - a.total);
    const [worst] = of;
    if (!worst) continue;
    const { name, html, script, run, total, more } = worst;
    process.stdout.write(
      `  frames, ${engine}: ${of.length}; the heaviest is ${name} with ${kb(total)} of ` +
        `${kb(MOST[engine])} (page ${kb(html)}, scripts ${kb(script)}, run ${kb(run)}; another setting ${kb(more)} more)\n`,
    );
    const over = of.filter((one) => one.total > (OVER[one.name] ?? MOST[engine]));
    expect(over.map((one) => one.name)).toEqual([]);
  }
  expect(weights.filter(({ asleep }) => asleep > ASLEEP)).toEqual([]);
});
