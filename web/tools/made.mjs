// What the site's sources need beside them: the words as code, the types of Kit's pages, the fonts, the engine.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fonts } from './fonts.mjs';
import { root, runPackage, Sentence } from './run.mjs';
import { modules } from './wasm.mjs';

/** The sentences that are found by a key made from data, by what their names are like: a page carries no others. */
const KEYED = {
  events: /^event_.*(?<!_one)$/,
  parts: /^(asked|level)_/,
  reasons: /^(why|place|wait|lane)_.*(?<!_one)$/,
  'short-reasons': /^scene_why_/,
  states: /^state_client_/,
  singular: /^event_.*_one$/,
  'singular-reasons': /^(why|place|wait|lane)_.*_one$/,
};

/** A module of each: what they are kept in asks the compiler whether one is missing (model/words/sentences.ts). */
function keyed() {
  const words = path.join(root, 'content', 'words');
  const names = readdirSync(words).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(words, file), 'utf8'))),
  );
  const folder = path.join(root, 'web', 'src', 'model', 'words', 'keyed');
  mkdirSync(folder, { recursive: true });
  for (const [name, like] of Object.entries(KEYED)) {
    const list = names.filter((one) => like.test(one)).join(', ');
    const code = `export { ${list} } from '#paraglide/messages.js';\n`;
    writeFileSync(path.join(folder, `${name}.ts`), code);
  }
}

async function generate() {
  keyed();
  const args = [
    ...['compile', '--project', 'web/project.inlang', '--outdir', 'web/src/paraglide'],
    ...['--strategy', 'baseLocale'],
    // As Vite's plugin says it in `npm run dev`: what is the server's only is left out of a page's script.
    ...['--is-server', "import.meta.env?.SSR ?? typeof window === 'undefined'"],
  ];
  const options = { bin: 'paraglide-js', tee: true };
  const said = await runPackage('@inlang/paraglide-js', args, options);
  // It goes on without its plugin, and so without any message.
  if (/warn|error/i.test(said)) throw new Sentence('The messages did not compile.');
  await runPackage('@sveltejs/kit', ['sync'], { bin: 'svelte-kit' });
}

/** All of it, as stages. */
export const made = {
  ...modules,
  fonts,
  'generated code': { needs: ['npm ci'], work: generate },
};
