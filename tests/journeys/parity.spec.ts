// The WebAssembly in the browser produces exactly the traces of the native engine.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findFirefox, foundOnce, startFirefox } from '../hosts/drivers';
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

/** Runs scenarios in a page; written as text for browsers that take only that. */
async function digests([address, texts]: readonly [string, Readonly<Record<string, string>>]) {
  const module = (await import(`${address}poolscope_wasm.js`)) as Module;
  await module.default({ module_or_path: `${address}poolscope_wasm_bg.wasm` });
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => {
      const run = new module.Run(text, '{}');
      while (!run.advance(5000));
      return [file, run.digest()];
    }),
  );
}

const texts = Object.fromEntries(
  Object.keys(golden).map((file) => [file, readFileSync(file, 'utf8')]),
);
const served = () => serve({ folder: 'wasm-core/pkg', base: '', port: 0, exact: true });

test('every digest of the native engine', async ({ page }) => {
  const pkg = await served();
  try {
    await page.goto(`${pkg.address}poolscope_wasm.js`);
    expect(await page.evaluate(digests, [pkg.address, texts] as const)).toEqual(golden);
  } finally {
    pkg.close();
  }
});

const firefox = foundOnce('Firefox', findFirefox);
if (!('missing' in firefox))
  test('Firefox: every digest of the native engine', async () => {
    const pkg = await served();
    const driver = await startFirefox(firefox.firefox);
    try {
      await driver.open(`${pkg.address}poolscope_wasm.js`);
      const asked = JSON.stringify([pkg.address, texts]);
      expect(await driver.run(`(${digests.toString()})(${asked})`)).toEqual(golden);
    } finally {
      await driver.close();
      pkg.close();
    }
  });
