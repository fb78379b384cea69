// Makes what the site's sources need: messages as code, types of Kit's pages, fonts, the engine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fonts } from './fonts.mjs';
import { messages, project, wordFiles, writeProject } from './languages.mjs';
import { root, runPackage, Sentence } from './run.mjs';
import { modules } from './wasm.mjs';

/** Patterns of the sentences that are found by a key made from data, by module: a page carries only the modules it uses. */
const KEYED = {
  diagnosis: /^diagnose_/,
  events: /^event_/,
  parts: /^(act|asked|level)_/,
  reasons: /^(why|place|wait|lane)_/,
};

/** Modules whose keys are only the last part of the names; the first part is the module's name. */
const FAMILIES = [
  'chain_wait embed_controls embed_font embed_theme embed_view embed_words figure_curve_measure',
  'figure_mark figure_tab',
  'lab_arrivals lab_export lab_leaving lab_name lab_on_give_up lab_opened lab_reuse lab_span lab_step',
  'measured_verdict reference_checked',
  'pair_asks table_asks',
  'reference_kind said_kind scene_why search_kind sources_how sources_kind state_client',
].flatMap((some) => some.split(' '));

/** Writes one module each; the compiler checks their types for missing sentences (model/words/sentences.ts). */
function keyed() {
  const words = path.join(root, 'content', 'words');
  const names = wordFiles().flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(words, file), 'utf8'))),
  );
  const folder = path.join(root, 'web', 'src', 'model', 'words', 'keyed');
  mkdirSync(folder, { recursive: true });
  const write = (/** @type {string} */ name, /** @type {readonly string[]} */ list) => {
    const code = `export { ${list.join(', ')} } from '#paraglide/messages.js';\n`;
    writeFileSync(path.join(folder, `${name}.ts`), code);
  };
  for (const [name, like] of Object.entries(KEYED))
    write(
      name,
      names.filter((one) => like.test(one)),
    );
  for (const family of FAMILIES) {
    const own = names.filter((one) => one.startsWith(`${family}_`));
    write(
      family,
      own.map((one) => `${one} as ${one.slice(family.length + 1)}`),
    );
  }
}

/** What the compiler of messages reads, and modules that name some of them. */
export async function prepareWords() {
  keyed();
  await writeProject();
}

export async function generate() {
  await prepareWords();
  const args = [
    ...['compile', '--project', project, '--outdir', messages],
    ...['--strategy', 'baseLocale'],
    // Like Vite's plugin in `npm run dev`: leaves server code out of a page's script.
    ...['--is-server', "import.meta.env?.SSR ?? typeof window === 'undefined'"],
  ];
  const options = { bin: 'paraglide-js', tee: true };
  const said = await runPackage('@inlang/paraglide-js', args, options);
  // Paraglide continues without its plugin, and so without any message.
  if (/warn|error/i.test(said)) throw new Sentence('The messages did not compile.');
  await runPackage('@sveltejs/kit', ['sync'], { bin: 'svelte-kit' });
}

/** All of it, as stages. */
export const made = {
  ...modules,
  fonts,
  'generated code': { needs: ['npm ci'], work: generate },
};
