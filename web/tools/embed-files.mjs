// How much the snippets for other pages make readers load, counted from the files of the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isScript } from './run.mjs';
import { build } from './server.mjs';

/** PNG is compressed already. */
const PACKED = /\.png$/;

/** @param {string} file */
function bytes(file) {
  const content = readFileSync(file);
  return PACKED.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
}

/** @param {string} [folder] */
export function lineBytes(folder = build) {
  const all = (/** @type {string} */ under) =>
    readdirSync(path.join(folder, under))
      .filter((name) => /\.(svg|png|js)$/.test(name))
      .sort()
      .map((name) => [
        under === 'embed' ? name : `${under}/${name}`,
        bytes(path.join(folder, under, name)),
      ]);
  const common = { run: 0, chart: 0 };
  for (const kind of /** @type {const} */ (['run', 'chart']))
    common[kind] = bytes(path.join(folder, `take/${kind}.txt`));
  /** Put together in a reader's browser from the shared file of its kind and the figure's frame. @param {string} name */
  const taken = (name) => {
    const frame = path.join(folder, 'embed', name, 'index.html');
    const kind = /\/chart\.[^/]*\.js/.test(readFileSync(frame, 'utf8')) ? 'chart' : 'run';
    return [`take/${name}.html`, common[kind] + bytes(frame)];
  };
  const figures = readdirSync(path.join(folder, 'take')).filter((file) => file.endsWith('.html'));
  return {
    scripts: Object.fromEntries(all('embed').filter(([name]) => String(name).endsWith('.js'))),
    files: Object.fromEntries([
      // Of a figure's posters the panel states the PNG, and the element's.
      ...all('poster').filter(([name]) => /(\.png|-wide\.svg)$/.test(String(name))),
      ...figures.map((file) => taken(file.slice(0, -'.html'.length))),
    ]),
  };
}

/** For the panel that states it. */
export function writeLineBytes(folder = build) {
  writeFileSync(path.join(folder, 'embed/files.json'), `${JSON.stringify(lineBytes(folder))}\n`);
}

if (isScript(import.meta.url)) writeLineBytes();
