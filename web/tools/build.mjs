// The wasm, then the site, into build/.
import { writeLineBytes } from './embed-lines.mjs';
import { buildHostScripts } from './host-scripts.mjs';
import { printPictures } from './pictures.mjs';
import { isScript, main, runPackage, step } from './run.mjs';
import { setUp } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { buildModules } from './wasm.mjs';

export async function buildAll() {
  await step('wasm', () => buildModules());
  await buildSite();
}

/** With the wasm that is there. */
export async function buildSite() {
  await step('site', () => runPackage('vite', ['build', '--logLevel', 'warn']));
  await step('pictures', printPictures);
  if (!process.env['SITE_URL'])
    console.log('  SITE_URL is not set: oEmbed, cards and feed have addresses without a host');
  await step('scripts for other pages', async () => {
    await buildHostScripts();
    writeLineBytes();
  });
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await setUp();
    await buildAll();
    printSizes();
  });
}
