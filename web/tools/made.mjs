// What the site's sources need beside them: the words as code, the types of Kit's pages, the fonts, the engine.
import { fonts } from './fonts.mjs';
import { runPackage, Sentence } from './run.mjs';
import { modules } from './wasm.mjs';

async function generate() {
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
