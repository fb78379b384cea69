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
import { buildHostScripts } from './host-scripts.mjs';
import { makeKept } from './kept.mjs';
import { filesOf, writeHosting } from './hosting/formats.mjs';
import { pack } from './hosting/pack.mjs';
import { language, LANGUAGES, OTHERS } from './languages.mjs';
import { generate, made } from './made.mjs';
import { printPictures } from './pictures.mjs';
import { inOrder, isScript, main, root, run, runPackage, step } from './run.mjs';
import { basePath, build } from './server.mjs';
import { missing } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { measure } from './spent.mjs';
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
  await bundle();
  return true;
}

async function bundle() {
  for (const place of HALFWAY) rmSync(place, { recursive: true, force: true });
  await step(`pages in ${language.name}`, async () => {
    // The bundler gives memory back at once, which it would keep while pages are made.
    const env = { MIMALLOC_PURGE_DELAY: '0' };
    await run(process.execPath, [path.join(root, 'web/tools/embed.mjs')], { env });
    await runPackage('vite', ['build', '--logLevel', 'warn'], { env });
  });
}

/** The files that {@link buildRest} makes or changes. */
export const REST = new RegExp(
  [
    /\/(poster|card)\/[^/]+\.png$|\/embed\/[^/]+\.js(on)?$|\/feed\.xml$|\/kept\/|\/service-worker\.js$|\/status\.json$/
      .source,
    ...OTHERS.map((one) => `/${one.path}`),
  ].join('|'),
);

const mb = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Writes /status.json, from which the page /status/ has the size of each language, without compressed copies. */
function writeSizes() {
  const all = filesOf(build);
  const sizes = LANGUAGES.map(({ code, path: folder }) => {
    const others = OTHERS.map((one) => one.path).filter((one) => one !== folder);
    const own = all.filter(
      (file) => file.startsWith(folder) && !others.some((other) => file.startsWith(other)),
    );
    const bytes = own.reduce((sum, file) => sum + statSync(path.join(build, file)).size, 0);
    return /** @type {const} */ ([code, { bytes, files: own.length }]);
  });
  writeFileSync(path.join(build, 'status.json'), JSON.stringify(Object.fromEntries(sizes)));
  const told = sizes.map(([code, { bytes }]) => `${mb(bytes)} in ${code}`);
  console.log(`  ${told.join(', ')}, without compressed copies`);
}

/** Makes what pages of one language can be opened without: the offline copy, PNG pictures, scripts for other people's pages. */
async function buildOwn() {
  await makeKept();
  await printPictures();
  await buildHostScripts();
}

/**
 * Only the root of the site has them: search engines look for the first there, the sitemap names all languages, and a new language
 * has no former addresses.
 */
const ONCE = ['robots.txt', 'sitemap.xml', 'benchmarks', 'against-a-real-server', 'said'];

/**
 * Builds the site in another language into its folder, in a process of its own: a module of the build knows one language.
 * @param {typeof language} other
 */
async function buildIn({ code, path: folder }) {
  const site = process.env['SITE_URL']?.replace(/\/+$/, '');
  const own = folder.slice(0, -1);
  const env = {
    LOCALE: code,
    BASE_PATH: `${basePath()}/${own}`,
    ...(site && { SITE_URL: `${site}/${own}` }),
  };
  await run(process.execPath, [path.join(root, 'web/tools/build.mjs')], { env });
}

/**
 * Makes what the pages can be opened without, the other languages, then headers and compressed files for hosts. Brotli is slow, so
 * only a build for publication asks for it.
 * @param {{ brotli?: boolean }} [options]
 */
export async function buildRest({ brotli = false } = {}) {
  await buildOwn();
  if (!process.env['SITE_URL'])
    console.log('  SITE_URL is not set: oEmbed, cards and feed have addresses without a host');
  for (const other of OTHERS) await step(`the site in ${other.name}`, () => buildIn(other));
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
  measure();
  await main(async () => {
    if (OTHERS.includes(language)) {
      // Called by the build of the first language, which has seen to everything else.
      await generate();
      await bundle();
      await buildOwn();
      for (const name of ONCE) rmSync(path.join(build, name), { recursive: true, force: true });
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
