// What a reader downloads, in gzip: the wasm, each script, and the home page's first load.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isScript } from './run.mjs';
import { build } from './server.mjs';

/** @param {string} file */
function gzipped(file) {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

/**
 * The scripts and styles that a page asks for at once, as paths from its own folder.
 * @param {string} html
 */
export function firstLoad(html) {
  const links = html.matchAll(/<link\b[^>]*\bhref="([^"]+\.(?:js|css))"[^>]*>/g);
  const scripts = html.matchAll(/(?:<script\b[^>]*\bsrc=|\bimport\()"([^"]+\.js)"/g);
  return [...new Set([...links, ...scripts].flatMap((found) => found[1] ?? []))];
}

/** @param {string} folder */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** @returns {[name: string, bytes: number][]} */
export function sizes() {
  const immutable = path.join(build, '_app/immutable');
  const files = filesUnder(immutable).filter((file) => /\.(wasm|js|css)$/.test(file));
  /** @type {[string, number][]} */
  const rows = files.map((file) => [file, gzipped(path.join(immutable, file))]);
  const home = path.join(build, 'index.html');
  const parts = firstLoad(readFileSync(home, 'utf8')).map((part) => path.join(build, part));
  const total = [home, ...parts].reduce((bytes, file) => bytes + gzipped(file), 0);
  return [...rows, [`home page, first load (${parts.length + 1} files)`, total]];
}

export function printSizes() {
  console.log('\n  gzip');
  for (const [name, bytes] of sizes()) {
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(8)} KB  ${name}`);
  }
}

if (isScript(import.meta.url)) printSizes();
