// What the lines that other pages paste make their readers load, counted from the files of the build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isScript } from './run.mjs';
import { build } from './server.mjs';

/** PNG is packed already. */
const PACKED = /\.png$/;

/** @param {string} file */
function bytes(file) {
  const content = readFileSync(file);
  return PACKED.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
}

/** @param {string} [folder] */
export function lineBytes(folder = build) {
  const all = (/** @type {string} */ under) =>
    existsSync(path.join(folder, under))
      ? readdirSync(path.join(folder, under))
          .filter((name) => /\.(svg|png|html|js)$/.test(name))
          .sort()
          .map((name) => [
            under === 'embed' ? name : `${under}/${name}`,
            bytes(path.join(folder, under, name)),
          ])
      : [];
  return {
    scripts: Object.fromEntries(all('embed').filter(([name]) => String(name).endsWith('.js'))),
    files: Object.fromEntries([...all('poster'), ...all('take')]),
  };
}

/** For the panel that states it. */
export function writeLineBytes(folder = build) {
  writeFileSync(path.join(folder, 'embed/lines.json'), `${JSON.stringify(lineBytes(folder))}\n`);
}

if (isScript(import.meta.url)) writeLineBytes();
