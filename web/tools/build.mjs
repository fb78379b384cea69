// The wasm, then the site, into build/.
import { isScript, main, runPackage, step } from './run.mjs';
import { setUp } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { buildModules } from './wasm.mjs';

export async function buildAll() {
  await step('wasm', () => buildModules());
  await buildSite();
}

/** With the wasm that is there. */
export function buildSite() {
  return step('site', () => runPackage('vite', ['build', '--logLevel', 'warn']));
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await setUp();
    await buildAll();
    printSizes();
  });
}
