// Each kind of scene at five moments and in three sizes, as one picture that a reviewer can leaf through:
// `UPDATE_PICTURES=1 npx vitest run tests/unit/pictures.test.ts` draws them all anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { inTheme } from '../../web/src/build/pictures/themes';
import { sceneOf } from '../../web/src/figure/picture/runs';
import { sheet } from '../../web/src/ui/marks/markup';
import { group, type Piece } from '../../web/src/ui/marks/marks';
import { variable } from '../../web/src/ui/marks/attributes';
import { pngOf } from '../../web/tools/png.mjs';
import { runNamed } from '../seen';

const { resolve } = createRequire(import.meta.url);
const font = (file: string) => resolve(`@expo-google-fonts/${file}.ttf`);
const FONTS = {
  fontFiles: [
    font('figtree/400Regular/Figtree_400Regular'),
    font('figtree/700Bold/Figtree_700Bold'),
    font('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
  ],
  loadSystemFonts: false,
};

/** A laptop's, a phone's, and the narrowest frame's. */
const SIZES = [
  [920, 436],
  [358, 316],
  [260, 200],
] as const;
const MOMENTS = [0, 0.2, 0.45, 0.7, 1];
const GAP = 16;
/** A picture is so much smaller than on a screen. */
const SCALE = 0.4;

/** One run of each kind of scene. */
const KINDS = [
  ['few', 'mariadb-max-threads-6'],
  ['two groups', 'percona-two-groups'],
  ['a gate', 'percona-two-four-two'],
  ['a thread each', 'one-thread-eight-sleeps'],
  ['few groups', 'pool-in-front'],
  ['groups of which most rest', 'plantegg-96-groups'],
  ['many pools in front', 'twenty-pools-in-front'],
  ['some groups', 'your-order'],
  ['many groups', 'dense-36-groups'],
  ['very many connections', 'dense-16384-connections'],
  ['workers with a queue each', 'many-queues-16-workers'],
  ['a latch and its corridor', 'priorities-percona'],
  ['a latch without a pool', 'latch-pile-up-threads'],
  ['a run queue', 'small-server-cores'],
] as const;

/** Moments below each other, sizes beside each other. */
function leaf(name: string): Piece {
  const { run, outcome, first, at } = runNamed(name);
  try {
    const frames = MOMENTS.map((share) => at(Math.round(share * outcome.end_ns)));
    const row_h = Math.max(...SIZES.map(([, h]) => h)) + GAP;
    let x = GAP;
    const columns = SIZES.map(([w, h]) => {
      const draw = sceneOf(
        { outcome, first, frame: first, scenario_json: '', overrides: {} },
        w,
        h,
      );
      const made = frames.map((frame, row) =>
        group(draw(frame).marks, { key: `${w} ${row}`, x, y: GAP + row * row_h }),
      );
      x += w + GAP;
      return made;
    });
    return { marks: columns.flat(), width: x, height: GAP + frames.length * row_h };
  } finally {
    run.free();
  }
}

const drawn = (svg: string) =>
  new Resvg(svg, { font: FONTS, fitTo: { mode: 'original' } }).render();

function picture(name: string) {
  const { marks, width, height } = leaf(name);
  const [w, h] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  const svg = sheet({ title: name, width, height, size: 13, marks }, variable).replace(
    `width="${width}" height="${height}"`,
    `width="${w}" height="${h}"`,
  );
  return drawn(inTheme(svg, 'light'));
}

/** What a PNG file shows. */
function shown(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const source = `data:image/png;base64,${png.toString('base64')}`;
  return drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`,
  );
}

/** Of 255: the soft edges of letters may differ. */
const FAR = 48;
/** The share of pixels that may be farther from those of the committed picture: less than two bodies. */
const MOST_FAR = 0.0002;

test.each(KINDS)('%s: looks as committed', (kind, name) => {
  const file = `tests/golden/pictures/${kind.replaceAll(' ', '-')}.png`;
  const { width, height, pixels } = picture(name);
  const png = pngOf({ width, height, pixels }, 256);
  if (process.env['UPDATE_PICTURES'] !== undefined) writeFileSync(file, png);
  // Both with the few colours of a file.
  const [now, before] = [shown(png), shown(readFileSync(file))];
  expect([now.width, now.height]).toEqual([before.width, before.height]);
  const [a, b] = [now.pixels, before.pixels];
  let far = 0;
  for (let at = 0; at < a.length; at += 4)
    far += [0, 1, 2].some((part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)) > FAR)
      ? 1
      : 0;
  expect(far / (a.length / 4)).toBeLessThanOrEqual(MOST_FAR);
});
