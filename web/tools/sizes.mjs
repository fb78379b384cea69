// What a reader downloads, in gzip: the wasm, each script, and each page's first load.
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
 * The scripts, styles and fonts that a page asks for at once, as paths from its own folder. A style sheet that stands in the
 * page already is named by a link that is disabled: no browser fetches it.
 * @param {string} html
 */
export function firstLoad(html) {
  const links = html.matchAll(/<link\b(?![^>]* disabled)[^>]*\bhref="([^"]+\.(?:js|css))"[^>]*>/g);
  const scripts = html.matchAll(/(?:<script\b[^>]*\bsrc=|\bimport\()"([^"]+\.js)"/g);
  const fonts = html.matchAll(/url\("?([^")]+\.woff2)/g);
  return [...new Set([...links, ...scripts, ...fonts].flatMap((found) => found[1] ?? []))];
}

/** @param {string} folder */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/**
 * What each page of the build asks for before a reader does anything: all of it, and its scripts.
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

/** @returns {[name: string, bytes: number][]} */
export function sizes() {
  const immutable = path.join(build, '_app/immutable');
  const files = filesUnder(immutable).filter((file) => /\.(wasm|js|css)$/.test(file));
  /** @type {[string, number][]} */
  const rows = files.map((file) => [file, gzipped(path.join(immutable, file))]);
  const pages = pageSizes().flatMap(({ page, bytes, script_bytes }) => [
    /** @type {[string, number]} */ ([`${page} first load`, bytes]),
    /** @type {[string, number]} */ ([`${page} its scripts before interaction`, script_bytes]),
  ]);
  const { first, rest } = JSON.parse(readFileSync(path.join(build, 'kept/index.json'), 'utf8'));
  const sum = (/** @type {[string, number][]} */ part) =>
    part.reduce((all, [, one]) => all + one, 0);
  return [
    ...rows,
    ...pages,
    ['kept on a device after one visit', sum(first)],
    ['kept besides, when a reader asks for it', sum(rest)],
  ];
}

export function printSizes() {
  console.log('\n  gzip');
  for (const [name, bytes] of sizes()) {
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(8)} KB  ${name}`);
  }
}

if (isScript(import.meta.url)) printSizes();
