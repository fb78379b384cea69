// Renders the recipes for Hugo and Jekyll with these programs, if they are installed: node web/tools/recipes.mjs.
// The page that each makes must have the example's frame.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from './run.mjs';

const SITE = 'https://example.org/pools/';
const own = path.join(root, 'web/src/model/embedding/recipes.ts');
/** @typedef {typeof import('../src/model/embedding/recipes')} Recipes */
/** @typedef {import('../src/model/embedding/recipes').RecipeName} RecipeName */
const { module: recipes } = /** @type {{ module: Recipes }} */ (
  await runnerImport(own, {
    root,
    configFile: false,
    logLevel: 'error',
  })
);

/**
 * The program, its arguments, what else a site of it needs, and where the page is made.
 * @type {readonly (readonly [RecipeName, string, readonly string[], Readonly<Record<string, string>>, RegExp])[]}
 */
const PROGRAMS = [
  [
    'hugo',
    'hugo',
    ['--quiet'],
    {
      'config.toml':
        "baseURL = 'https://example.org/'\ntitle = 'A blog'\ndisableKinds = ['taxonomy', 'term', 'RSS']",
      'layouts/_default/single.html': '{{ .Content }}',
      'layouts/index.html': '{{ .Title }}',
      'layouts/_default/list.html': '{{ .Title }}',
    },
    /^public\/posts\/threads\/index\.html$/,
  ],
  [
    'jekyll',
    'jekyll',
    ['build', '--quiet', '--future'],
    { '_config.yml': 'title: A blog' },
    /^_site\/.*threads\.html$/,
  ],
];

for (const [name, program, args, files, page] of PROGRAMS) {
  let version;
  try {
    [version] = execFileSync(program, [program === 'hugo' ? 'version' : '--version'], {
      encoding: 'utf8',
    }).split('\n');
  } catch {
    console.log(`${name}: ${program} is not installed.`);
    continue;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'recipe-'));
  /** @type {Record<string, string>} */
  const all = { ...files };
  for (const { where, code } of recipes.recipe(name, SITE)) {
    const front = /^(content|_posts)\//.test(where) ? '---\ntitle: Threads\n---\n' : '';
    all[where] = `${front}${code}\n`;
  }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
  const made = /** @type {string[]} */ (readdirSync(folder, { recursive: true })).find((file) =>
    page.test(file),
  );
  const html = made ? readFileSync(path.join(folder, made), 'utf8') : '';
  const [, src = ''] = /<iframe[^>]*\ssrc="([^"]*)"/.exec(html) ?? [];
  const [, title = ''] = /<iframe[^>]*\stitle="([^"]*)"/.exec(html) ?? [];
  const wanted = `${SITE}embed/${recipes.EXAMPLE.name}/?${recipes.EXAMPLE_QUERY}`;
  if (
    src.replaceAll(/&(amp|#38);/g, '&') !== wanted ||
    title !== recipes.EXAMPLE.title ||
    !html.includes('height="560"')
  )
    throw new Error(`${name}: ${program} made this:\n${html}`);
  console.log(`${name}: a frame, made by ${version}.`);
  rmSync(folder, { recursive: true });
}
