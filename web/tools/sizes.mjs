// How much a reader downloads, in gzip.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isScript } from './run.mjs';
import { build } from './server.mjs';

/** @type {Map<string, number>} hundreds of pages share their scripts */
const packed = new Map();

/** @param {string} file */
export function gzipped(file) {
  const bytes = packed.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).length;
  packed.set(file, bytes);
  return bytes;
}

/**
 * The scripts, styles and fonts that a page loads at once, as paths from its own folder. A style sheet that the page
 * contains has a disabled link, which no browser loads.
 * @param {string} html
 */
export function firstLoad(html) {
  const links = html.matchAll(/<link\b(?![^>]* disabled)[^>]*\bhref="([^"]+\.(?:js|css))"[^>]*>/g);
  const scripts = html.matchAll(/(?:<script\b[^>]*\bsrc=|\bimport\()"([^"]+\.js)"/g);
  const fonts = html.matchAll(/(?:url\("?|<link href=")([^")]+\.woff2)/g);
  return [...new Set([...links, ...scripts, ...fonts].flatMap((found) => found[1] ?? []))];
}

/** @param {string} folder */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/**
 * What each page of the build loads before a reader does anything: everything, and its scripts.
 * @returns {{ page: string, bytes: number, script_bytes: number }[]}
 */
export function pageSizes() {
  return filesUnder(build)
    .filter((file) => path.basename(file) === 'index.html')
    .map((file) => {
      const html = path.join(build, file);
      const parts = firstLoad(readFileSync(html, 'utf8')).map((part) =>
        path.resolve(path.dirname(html), part),
      );
      const total = (/** @type {string[]} */ of) =>
        of.reduce((bytes, part) => bytes + gzipped(part), 0);
      return {
        page: `/${path.dirname(file) === '.' ? '' : `${path.dirname(file)}/`}`,
        bytes: total([html, ...parts]),
        script_bytes: total(parts.filter((part) => part.endsWith('.js'))),
      };
    });
}

/** The most that a page may load at once, in gzip, with styles, scripts and fonts; a tenth above the heaviest on 28 November 2026. */
const FIRST_VIEW_BYTES = 165_000;

/** Prints the wasm, the largest pages and frames, and what a device stores; returns what is wrong with the first view of pages. */
export function printSizes() {
  const print = (/** @type {string} */ name, /** @type {number} */ bytes) =>
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(8)} KB  ${name}`);
  console.log('\n  gzip');
  for (const file of filesUnder(path.join(build, '_app/immutable')))
    if (file.endsWith('.wasm')) print(file, gzipped(path.join(build, '_app/immutable', file)));
  const heaviest = pageSizes().sort((a, b) => b.bytes - a.bytes);
  for (const { page, bytes } of heaviest.slice(0, 10)) print(`${page} first load`, bytes);
  /** @type {{ name: string, engine: string, total: number }[]} */
  const frames = JSON.parse(readFileSync(path.join(build, 'embed/sizes.json'), 'utf8'));
  frames.sort((a, b) => b.total - a.total);
  for (const engine of new Set(frames.map((one) => one.engine))) {
    const worst = frames.find((one) => one.engine === engine);
    if (worst) print(`frame ${worst.name}, the heaviest with its run from: ${engine}`, worst.total);
  }
  print('the search: its index', gzipped(path.join(build, 'search.json')));
  const { first, rest } = JSON.parse(readFileSync(path.join(build, 'kept/index.json'), 'utf8'));
  const sum = (/** @type {[string, number][]} */ part) =>
    part.reduce((all, [, one]) => all + one, 0);
  print('kept on a device after one visit', sum(first));
  print('kept besides, when a reader asks for it', sum(rest));
  const over = heaviest.filter(({ bytes }) => bytes > FIRST_VIEW_BYTES);
  return over.map(
    ({ page, bytes }) => `${page} loads ${bytes} bytes, of at most ${FIRST_VIEW_BYTES}.`,
  );
}

if (isScript(import.meta.url)) printSizes();
