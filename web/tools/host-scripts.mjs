// Minifies what other people's pages load: the element and the host script.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isScript, main, root, Sentence } from './run.mjs';
import { build } from './server.mjs';

export const embed = path.join(root, 'web/embed');
export const SCRIPTS = ['pool-scope.js', 'resize.js'];

/** @param {string} name */
async function packed(name) {
  const { minify } = await import('vite'); // not before npm ci
  // The element's style sheet is a string, which no minifier looks into.
  const source = readFileSync(path.join(embed, name), 'utf8').replace(
    /(?<=const CSS = `)[^`]*/,
    (css) => css.trim().replaceAll(/\s*([{};:,])\s*(?!host)|\n/g, '$1'),
  );
  const { code, errors } = await minify(name, source, { module: name === 'pool-scope.js' });
  if (errors.length > 0) throw new Sentence(`${name}: ${errors.map(String).join('; ')}`);
  return code;
}

/** @param {string} [folder] */
export async function buildHostScripts(folder = path.join(build, 'embed')) {
  mkdirSync(folder, { recursive: true });
  for (const name of SCRIPTS) {
    const code = await packed(name);
    const bytes = gzipSync(code, { level: 9 }).length;
    console.log(`  ${name}: ${bytes} bytes in gzip`);
    writeFileSync(path.join(folder, name), code);
  }
}

if (isScript(import.meta.url)) await main(() => buildHostScripts());
