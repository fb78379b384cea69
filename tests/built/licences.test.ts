import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Reads build/: npm run build first.

test('third-party code in what pages load is listed, each with the text of its licence', () => {
  const text = readFileSync('build/licences.txt', 'utf8');
  const parts = text.split(/\n-{72}\n/);
  const names = parts.map((part) => /^(\S+) \d\S* \(.+\)$/m.exec(part)?.[1]);
  for (const name of [
    'mediabunny',
    'svelte',
    '@sveltejs/kit',
    'd3-scale',
    'minisearch',
    'serde_json',
    'libm',
  ])
    expect(names).toContain(name);
  expect(names).toContain('@fontsource-variable/figtree');
  for (const part of parts)
    expect(part).toMatch(/Permission|permission|public domain|Mozilla Public License/);
  expect(readFileSync('build/about/index.html', 'utf8')).toContain('href="../licences.txt"');
});
