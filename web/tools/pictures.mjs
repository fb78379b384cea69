// Makes PNG files of the site's pictures for places without SVG: posters in both themes, and the cards of links. The fonts
// come from npm, so that every machine draws the same.
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
import { createRequire } from 'node:module';
import path from 'node:path';
import { withHan } from './han.mjs';
import { language } from './languages.mjs';
import { pngOf } from './png.mjs';
import { isScript, main, root } from './run.mjs';
import { build } from './server.mjs';

const { resolve } = createRequire(import.meta.url);
/** A cache: pictures change rarely. */
const cache = path.join(root, 'node_modules/.cache/poolscope-pictures');

/** @type {[family: string, styles: string[]][]} */
const FONTS = [
  [
    'Figtree',
    ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold', '700Bold', '800ExtraBold'],
  ],
  ['BricolageGrotesque', ['700Bold']],
];

export function fontFiles() {
  return FONTS.flatMap(([family, styles]) =>
    styles.map((style) =>
      resolve(
        `@expo-google-fonts/${family.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}/${style}/${family}_${style}.ttf`,
      ),
    ),
  );
}

/** @param {string} svg */
const inOurFonts = (svg) =>
  svg.replace(
    /font-family="([^"]*)"/g,
    (_, /** @type {string} */ names) =>
      `font-family="${names.includes('Bricolage') ? 'Bricolage Grotesque' : 'Figtree'}"`,
  );

/** Pixels per point. */
const FOLDERS = { poster: 1, card: 1 };

/** Posters in the shape of a frame: only the element shows them, as SVG. */
const FOR_THE_ELEMENT = /-(narrow|wide)\.svg$/;

/** @param {string} file */
const read = (file) => readFileSync(file);

/**
 * @param {string} folder of the built site
 * @returns {Promise<{ drawn: number, kept: number, bytes: number }>}
 */
export async function buildPictures(folder = build) {
  const { renderAsync } = await import('@resvg/resvg-js'); // not before npm ci
  const font = {
    fontFiles: fontFiles(),
    loadSystemFonts: false,
    defaultFontFamily: 'Figtree',
  };
  const version = createHash('sha256').update(read(resolve('@resvg/resvg-js/package.json')));
  version.update(read(path.join(root, 'web/tools/png.mjs')));
  version.update(read(path.join(root, 'web/tools/han.mjs')));
  for (const file of font.fontFiles) version.update(file.replace(root, ''));
  const made_with = version.digest('hex');
  mkdirSync(cache, { recursive: true });
  const jobs = Object.entries(FOLDERS).flatMap(([name, zoom]) => {
    const place = path.join(folder, name);
    if (!existsSync(place)) return [];
    return readdirSync(place)
      .filter((file) => file.endsWith('.svg') && !FOR_THE_ELEMENT.test(file))
      .map((file) => ({ file: path.join(place, file), zoom, only: name === 'card' }));
  });
  const wanted = new Set();
  let drawn = 0;
  let bytes = 0;
  const one = async (/** @type {(typeof jobs)[number]} */ { file, zoom, only }) => {
    const svg = read(file);
    const key = createHash('sha256').update(made_with).update(String(zoom)).update(svg);
    const kept = path.join(cache, `${key.digest('hex').slice(0, 32)}.png`);
    wanted.add(path.basename(kept));
    if (!existsSync(kept)) {
      const { svg: named, files } = await withHan(inOurFonts(svg.toString()));
      const image = await renderAsync(named, {
        font: { ...font, fontFiles: [...font.fontFiles, ...files] },
        fitTo: { mode: 'zoom', value: zoom },
      });
      writeFileSync(kept, pngOf(image));
      drawn += 1;
    }
    const png = read(kept);
    bytes += png.length;
    writeFileSync(file.replace(/\.svg$/, '.png'), png);
    if (only) rmSync(file);
  };
  const queue = [...jobs];
  const lane = async () => {
    for (let job = queue.pop(); job; job = queue.pop()) await one(job);
  };
  await Promise.all([lane(), lane()]);
  forgetUnused([...wanted]);
  measureEnclosures(folder);
  return { drawn, kept: jobs.length - drawn, bytes };
}

/**
 * Deletes cached pictures that no language's last build had.
 * @param {readonly string[]} wanted by this one
 */
function forgetUnused(wanted) {
  const list = `${language.code}.json`;
  writeFileSync(path.join(cache, list), JSON.stringify(wanted));
  const files = readdirSync(cache);
  const used = files
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => [file, ...JSON.parse(read(path.join(cache, file)).toString())]);
  for (const file of files) if (!used.includes(file)) rmSync(path.join(cache, file));
}

/**
 * A feed states the size of its pictures, which is known once they are drawn.
 * @param {string} folder
 */
function measureEnclosures(folder) {
  const file = path.join(folder, 'feed.xml');
  if (!existsSync(file)) return;
  const feed = readFileSync(file, 'utf8').replace(
    /(<enclosure url="[^"]*?(\/card\/[^"/]+\.png)" length=")0"/g,
    (_, before, picture) => `${before}${statSync(path.join(folder, picture)).size}"`,
  );
  writeFileSync(file, feed);
}

export async function printPictures() {
  const { drawn, kept, bytes } = await buildPictures();
  console.log(`  ${drawn} drawn, ${kept} as before, ${(bytes / 1e6).toFixed(1)} MB of PNG`);
}

if (isScript(import.meta.url)) await main(printPictures);
