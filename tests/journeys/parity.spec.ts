// The WebAssembly in the browser produces exactly the traces of the native engine.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { serve } from '../../web/tools/server.mjs';

const golden = JSON.parse(readFileSync('tests/golden/digests.json', 'utf8')) as Record<
  string,
  string
>;

interface Module {
  default: (options: { module_or_path: string }) => Promise<unknown>;
  Run: new (
    scenario: string,
    overrides: string,
  ) => { advance: (steps: number) => boolean; digest: () => string };
}

async function digests(page: Page, files: readonly string[]) {
  const pkg = await serve({ folder: 'wasm-core/pkg', base: '', port: 0, exact: true });
  try {
    await page.goto(`${pkg.address}poolscope_wasm.js`);
    const scenarios = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
    return await page.evaluate(
      async ([address, texts]) => {
        const module = (await import(`${address}poolscope_wasm.js`)) as Module;
        await module.default({ module_or_path: `${address}poolscope_wasm_bg.wasm` });
        return Object.fromEntries(
          Object.entries(texts).map(([file, text]) => {
            const run = new module.Run(text, '{}');
            while (!run.advance(5000));
            return [file, run.digest()];
          }),
        );
      },
      [pkg.address, scenarios] as const,
    );
  } finally {
    pkg.close();
  }
}

test('every digest of the native engine', async ({ page }) => {
  const files = Object.keys(golden);
  expect(await digests(page, files)).toEqual(golden);
});
