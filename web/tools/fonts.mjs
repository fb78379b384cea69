// Cuts the site's two font families down to the letters that it uses: half the size of their packages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './run.mjs';

const require = createRequire(import.meta.url);
const folder = path.join(root, 'web/src/ui/fonts');

/** For each name in fonts.css, the package's file that it is cut from. */
const FILES = {
  'bricolage.woff2':
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
};
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
/** Further characters in sentences, names and numbers; rarer ones come from the reader's own fonts. */
const MORE = '\u00a0µ·×–—‘’“”…−‹›äåçéèñöøüß';

/** Features that browsers use by default, and tabular figures; the fonts have more, which nobody sees. */
const OPTIONS = {
  targetFormat: /** @type {const} */ ('woff2'),
  keepFeatures: 'calt ccmp clig kern liga locl mark mkmk rlig tnum'.split(' '),
  noHinting: true,
};

/** @typedef {(font: Buffer, letters: string, options: typeof OPTIONS) => Promise<Buffer>} Subset */

/** Runs once for each version of a font. */
export async function cutFonts() {
  // Not before npm ci.
  const subset = /** @type {Subset} */ (require('subset-font'));
  mkdirSync(folder, { recursive: true });
  for (const [name, from] of Object.entries(FILES)) {
    const file = path.join(folder, name);
    const source = readFileSync(require.resolve(from));
    const stamp = `${file}.of`;
    const made_of = `${source.length} ${ASCII}${MORE} ${JSON.stringify(OPTIONS)}`;
    if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === made_of) continue;
    const cut = await subset(source, ASCII + MORE, OPTIONS);
    writeFileSync(file, cut);
    writeFileSync(stamp, made_of);
    console.log(`  ${name}: ${source.length} bytes, ${cut.length} with the letters that are used`);
  }
}

export const fonts = { needs: ['npm ci'], work: cutFonts };
