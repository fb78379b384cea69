// The engine's modules, then the site, into build/.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildChinese, chinese } from './edition.mjs';
import { writeLineBytes } from './embed-lines.mjs';
import { buildHostScripts } from './host-scripts.mjs';
import { makeKept } from './kept.mjs';
import { filesOf, writeHosting } from './hosting/formats.mjs';
import { pack } from './hosting/pack.mjs';
import { generate, made } from './made.mjs';
import { printPictures } from './pictures.mjs';
import { inOrder, isScript, main, root, runPackage, step } from './run.mjs';
import { basePath, build } from './server.mjs';
import { missing } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { packages } from './wasm.mjs';

/** The hash of what build/ was made from, written once it is complete. */
const stamp = path.join(root, 'node_modules/.cache/poolscope-site');

/** The hash of everything that the site is made from. */
function siteInputs() {
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify([
      process.version,
      process.env['BASE_PATH'],
      process.env['SITE_URL'],
      process.env['OFFLINE'],
    ]),
  );
  try {
    hash.update(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root })); // the site's version
  } catch {
    // not a clone: an archive of the sources
  }
  const made = path.join('web', 'src', 'paraglide');
  for (const place of [
    'web',
    'content',
    ...packages.map((name) => `wasm-core/${name}`),
    'package-lock.json',
    'vite.config.ts',
  ]) {
    const whole = path.join(root, place);
    const files = path.extname(place)
      ? [whole]
      : readdirSync(whole, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.sort()) {
      const name = path.relative(root, file);
      if (!name.startsWith(made)) hash.update(name).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Where pages and their files appear one by one, before they are copied to build/. */
export const HALFWAY = ['prerendered/pages', 'prerendered/dependencies', 'client'].map((name) =>
  path.join(root, '.svelte-kit/output', name),
);

let inputs = '';

/** Builds the pages; false if build/ was made from the same files. */
export async function buildPages() {
  inputs = siteInputs();
  if (existsSync(stamp) && existsSync(build) && readFileSync(stamp, 'utf8') === inputs) {
    console.log('  build/ was made of the same files');
    return false;
  }
  rmSync(stamp, { force: true });
  for (const place of HALFWAY) rmSync(place, { recursive: true, force: true });
  await runPackage('vite', ['build', '--logLevel', 'warn']);
  return true;
}

/** The files that {@link buildRest} makes or changes. */
export const REST =
  /\/(poster|card)\/[^/]+\.png$|\/embed\/[^/]+\.js(on)?$|\/feed\.xml$|\/kept\/|\/service-worker\.js$|\/status\.json$|\/zh\//;

const mb = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const bytesUnder = (/** @type {string} */ folder) =>
  filesOf(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);

/** Writes /status.json, from which the page /status/ has the size of each edition, without compressed copies. */
function writeSizes() {
  const sizeOf = (/** @type {string} */ folder) => ({
    bytes: bytesUnder(folder),
    files: filesOf(folder).length,
  });
  const [whole, zh] = [sizeOf(build), sizeOf(chinese)];
  const en = { bytes: whole.bytes - zh.bytes, files: whole.files - zh.files };
  writeFileSync(path.join(build, 'status.json'), JSON.stringify({ en, zh }));
  console.log(
    `  ${mb(en.bytes)} in English, ${mb(zh.bytes)} in Chinese, without compressed copies`,
  );
}

/** Makes what pages of one edition can be opened without: the offline copy, PNG pictures, scripts for other people's pages. */
async function buildOwn() {
  await makeKept();
  await printPictures();
  await buildHostScripts();
  writeLineBytes();
}

/**
 * Makes what the English pages can be opened without, the Chinese edition, then headers and compressed files for hosts. Brotli
 * is slow, so only a build for publication asks for it.
 * @param {{ brotli?: boolean }} [options]
 */
export async function buildRest({ brotli = false } = {}) {
  await buildOwn();
  if (!process.env['SITE_URL'])
    console.log('  SITE_URL is not set: oEmbed, cards and feed have addresses without a host');
  await step('the Chinese edition', buildChinese);
  writeSizes();
  writeHosting(build, basePath());
  const { whole, gz, br } = await pack(build, { brotli });
  console.log(`  ${mb(whole)} packed: ${mb(gz)} in gzip${brotli ? `, ${mb(br)} in brotli` : ''}`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}

export const needs = [...packages, 'generated code', 'fonts'];
export const site = {
  needs,
  work: async () => {
    if (await buildPages()) await buildRest();
  },
};

if (isScript(import.meta.url)) {
  await main(async () => {
    if (process.argv.includes('--edition')) {
      // For web/tools/edition.mjs, which has seen to everything else.
      await generate();
      await buildPages();
      await buildOwn();
      return;
    }
    // Requested by name, so always built.
    rmSync(stamp, { force: true });
    const work = async () => {
      await buildPages();
      await buildRest({ brotli: true });
    };
    await inOrder({ ...(await missing()), ...made, site: { needs, work } });
    printSizes();
  });
}
