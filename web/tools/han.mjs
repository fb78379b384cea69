// Han letters for pictures. The package has Noto Sans SC as a hundred slices of a variable font, a twentieth of the size of
// its whole fonts; each that a picture needs becomes a font of its own, in two weights, in a format that resvg reads.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './run.mjs';

const require = createRequire(import.meta.url);
const PACKAGE = '@fontsource-variable/noto-sans-sc';
const WEIGHTS = [400, 700];
const LETTERS = /[\u2e80-\u9fff\uf900-\uffef]/gu;
/** The family's name in the slices. */
const FAMILY = 'Noto Sans SC Thin';

const read = (/** @type {string} */ file) => readFileSync(require.resolve(`${PACKAGE}/${file}`));

/** @type {Map<string, string> | undefined} the slice of each letter */
let slices;
function slicesOf() {
  if (slices) return slices;
  slices = new Map();
  for (const [name, ranges] of Object.entries(JSON.parse(read('unicode.json').toString()))) {
    const [, slice] = /^\[(\d+)\]$/.exec(name) ?? [];
    if (slice === undefined) continue;
    for (const [, from = '', to = from] of String(ranges).matchAll(/U\+(\w+)(?:-(\w+))?/g))
      for (let code = parseInt(from, 16); code <= parseInt(to, 16); code += 1)
        slices.set(String.fromCodePoint(code), slice);
  }
  return slices;
}

/** As long as the family's own name, so that it can be written over it. */
const nameOf = (/** @type {string} */ slice) => `Han ${slice}`.padEnd(FAMILY.length, '-');

/** In the font's own encoding. */
const inUtf16 = (/** @type {string} */ text) => Buffer.from(text, 'utf16le').swap16();

/** @typedef {(font: Buffer, letters: string, options: object) => Promise<Buffer>} Subset */

/**
 * Cut once for each version of the package.
 * @param {string} slice
 * @param {number} weight
 */
async function fontOf(slice, weight) {
  const { version } = JSON.parse(read('package.json').toString());
  const folder = path.join(root, 'node_modules/.cache/poolscope-han');
  const file = path.join(folder, `${version}-${slice}-${weight}.ttf`);
  if (existsSync(file)) return file;
  const subset = /** @type {Subset} */ (require('subset-font')); // not before npm ci
  const letters = [...slicesOf()].filter(([, of]) => of === slice).map(([letter]) => letter);
  const font = await subset(
    read(`files/noto-sans-sc-${slice}-wght-normal.woff2`),
    letters.join(''),
    {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
      noHinting: true,
    },
  );
  const from = inUtf16(FAMILY);
  const to = inUtf16(nameOf(slice));
  for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from, at)) to.copy(font, at);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, font);
  return file;
}

/**
 * A picture with the fonts of its Han letters named, and their files.
 * @param {string} svg
 */
export async function withHan(svg) {
  const used = new Set();
  const named = svg.replaceAll(/<(title|desc)>[^<]*<\/\1>/g, '').replaceAll(LETTERS, (letter) => {
    const slice = slicesOf().get(letter);
    if (slice === undefined) throw new Error(`${PACKAGE} has no ${letter}`);
    used.add(slice);
    return `<tspan font-family="${nameOf(slice)}">${letter}</tspan>`;
  });
  /** @type {string[]} */
  const files = [];
  for (const slice of used) for (const weight of WEIGHTS) files.push(await fontOf(slice, weight));
  return { svg: named, files };
}
