// The Chinese edition: the site built once more, under /zh/, from a copy of its sources with the content in Chinese. Pages in
// English contain nothing of it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isScript, main, root, run } from './run.mjs';
import { basePath, build } from './server.mjs';

/** Not within node_modules, where Vite's globs find nothing. */
const place = path.join(root, '.zh');
const COPIED = [
  'web',
  'content',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'LICENSE',
];
const LINKED = ['node_modules', 'wasm-core'];
/**
 * Only the English site has them: hosts look for the first three at their root, the sitemap names both editions, and a new
 * edition has no former addresses.
 */
const ONCE = /^(404\.html|robots\.txt|sitemap\.xml|benchmarks|against-a-real-server|said)$/;

/** Copies the sources, with the content in Chinese. */
async function copySources() {
  const { content, files, translated } = await import('./translated.mjs'); // not before npm ci
  mkdirSync(place, { recursive: true });
  for (const name of COPIED) {
    rmSync(path.join(place, name), { recursive: true, force: true });
    cpSync(path.join(root, name), path.join(place, name), {
      recursive: true,
      filter: (from) => from !== path.join(content, 'zh'),
    });
  }
  const styles = path.join(place, 'web/src/ui/styles/tokens.css');
  writeFileSync(styles, readFileSync(styles.replace('tokens', 'chinese')), { flag: 'a' });
  // Its font has no Han, and 14 KB of each page.
  writeFileSync(styles.replace('tokens', 'headings'), '');
  for (const name of LINKED)
    if (!existsSync(path.join(place, name)))
      symlinkSync(path.join(root, name), path.join(place, name));
  for (const file of files()) {
    const { text } = translated(file, readFileSync(path.join(content, file), 'utf8'));
    writeFileSync(path.join(place, 'content', file), text);
  }
}

/** Where it stands. */
export const chinese = path.join(build, 'zh');

/** Builds it into {@link chinese}. */
export async function buildChinese() {
  await copySources();
  const site = process.env['SITE_URL']?.replace(/\/+$/, '');
  const env = {
    EDITION: 'zh',
    BASE_PATH: `${basePath()}/zh`,
    ...(site && { SITE_URL: `${site}/zh` }),
  };
  await run(process.execPath, ['web/tools/build.mjs', '--edition'], { cwd: place, env });
  const made = path.join(place, 'build');
  rmSync(chinese, { recursive: true, force: true });
  cpSync(made, chinese, {
    recursive: true,
    filter: (from) => !ONCE.test(path.relative(made, from)),
  });
}

// --copy: only the sources, for a development server in .zh
if (isScript(import.meta.url))
  await main(async () => {
    if (process.argv.includes('--copy')) await copySources();
    else await buildChinese();
  });
