import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SCOPE } from '../../web/tools/svelte.mjs';

const ASSETS = 'build/_app/immutable/assets';
test('a page contains the styles of everything drawn on it before its script runs', () => {
  const styled = new Set(
    readdirSync(ASSETS)
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => readFileSync(path.join(ASSETS, file), 'utf8').match(SCOPE) ?? []),
  );
  expect(styled.size).toBeGreaterThan(50);
  const bare = readdirSync('build', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .flatMap((file) => {
      const html = readFileSync(path.join('build', file), 'utf8');
      const drawn = html.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '');
      const styles = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(
        ([, css = '']) => css,
      );
      for (const [, href = '', rest = ''] of drawn.matchAll(/<link href="([^"]+\.css)"([^>]*)>/g))
        if (rest.includes('rel="stylesheet"') && !rest.includes('disabled'))
          styles.push(readFileSync(path.join('build', path.dirname(file), href), 'utf8'));
      const carried = new Set(styles.flatMap((css) => css.match(SCOPE) ?? []));
      const missing = [...new Set(drawn.match(SCOPE) ?? [])].filter(
        (scope) => styled.has(scope) && !carried.has(scope),
      );
      return missing.length > 0 ? [`${file}: ${missing.length} styles are missing`] : [];
    });
  expect(bare).toEqual([]);
});
