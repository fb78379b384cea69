import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { EARLY } from './web/src/ui/early.js';
import { fewChunks } from './web/tools/chunks.mjs';
import { embedBundle, oneLanguage, oneOfEachModule } from './web/tools/embed.mjs';
import { aliases, inLanguage, messages, project } from './web/tools/languages.mjs';
import { ownWords } from './web/tools/own-words.mjs';
import { basePath, build as made } from './web/tools/server.mjs';
import { notesShipped } from './web/tools/shipped.mjs';
import { compiledOnce, compilerOptions } from './web/tools/svelte.mjs';
import { packages } from './web/tools/wasm.mjs';

/**
 * Kit hashes only what it writes itself; scripts of app.html and styles within markup need hashes too. The script of
 * app.html runs before the first paint, so that stored choices (if storage is on) apply without a flash; a page in a frame
 * stores nothing. It is explained here because every page carries it; it ends with `ui/early.js`.
 */
function inlineHashes(tag: 'script' | 'style', file: string): `sha256-${string}`[] {
  const html = readFileSync(new URL(file, import.meta.url), 'utf8').replace('%early%', () => EARLY);
  const inline = new RegExp(`^[ \\t]+<${tag}>([\\s\\S]*?)</${tag}>`, 'gm');
  return [...html.matchAll(inline)].map(
    (found): `sha256-${string}` =>
      `sha256-${createHash('sha256')
        .update(found[1] ?? '')
        .digest('base64')}`,
  );
}

/** The commit, so that a commit always gives the same files; Kit would use the time. */
function version(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return String(Date.now()); // not a clone but an archive of the sources
  }
}

/** Before a build they are compiled already (web/tools/made.mjs), and other processes may be reading them. */
const words = () =>
  paraglideVitePlugin({
    project: `./${project}`,
    outdir: `./${messages}`,
    strategy: ['baseLocale'],
  });

/**
 * Leaves out what Mediabunny needs in Node. Vite would make it an empty CommonJS module, whose helpers every page would load.
 */
const withoutNode: Plugin = {
  name: 'poolscope-without-node',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === './node.js' && importer?.includes('/mediabunny/') ? '\0without-node' : undefined,
  load: (id) => (id === '\0without-node' ? 'export {};' : undefined),
};

export default defineConfig(({ command }) => ({
  // Not an alias of Kit: that would be written into the configuration of types, which tests read in another language.
  resolve: { alias: aliases() },
  plugins: [
    inLanguage(),
    ...(command === 'serve' ? [words(), ownWords()] : []),
    embedBundle(),
    withoutNode,
    fewChunks(),
    compiledOnce(),
    notesShipped(),
    sveltekit({
      preprocess: vitePreprocess(),
      compilerOptions,
      adapter: adapter({ pages: made, assets: made, fallback: '404.html', strict: true }),
      // Deprecated as a matter of taste only: the root also holds the Rust workspace and the content.
      // oxlint-disable-next-line @typescript-eslint/no-deprecated
      files: { src: 'web/src', assets: 'web/static' },
      paths: { base: basePath() as '' | `/${string}`, relative: true },
      csp: {
        mode: 'hash',
        directives: {
          'default-src': ['self'],
          'script-src': [
            'self',
            'wasm-unsafe-eval',
            ...inlineHashes('script', './web/src/app.html'),
          ],
          // Sandboxed frames can start a worker only from a blob.
          'worker-src': ['self', 'blob:'],
          // No scripts are possible in styles, and style attributes position what a picture draws.
          'style-src': [
            'self',
            ...inlineHashes('style', './web/src/routes/+layout.svelte'),
            ...inlineHashes('style', './web/src/figure/run/Figure.svelte'),
          ],
          'style-src-attr': ['unsafe-inline'],
          'img-src': ['self', 'data:', 'blob:'],
          // A clip that was made on the page (figure/embed/Clip.svelte).
          'media-src': ['blob:'],
          'connect-src': ['self', 'data:'],
          'object-src': ['none'],
          'base-uri': ['self'],
          'form-action': ['self'],
        },
      },
      // A page carries its own styles; the three sheets of all pages and figures are fetched once for all. On a slow phone
      // that shows a first page 0.08 s later, and spares each page after it 11 KB.
      inlineStyleThreshold: 9_000,
      version: { name: version() },
      // web/static/keep.js registers it, and not in frames.
      serviceWorker: { register: false },
      prerender: {
        // What a reader of `npm start` opens first is made first.
        entries: ['/', '/lessons/', '/scenarios/', '/lab/', '*'],
        // PNG pictures, which pages refer to as cards, are made after the pages (web/tools/pictures.mjs).
        handleHttpError: ({ path, status, message }) => {
          if (status === 404 && /\/(card|poster)\/[\w.-]+\.png$/.test(path)) return;
          throw new Error(message);
        },
        handleMissingId: 'fail',
      },
    }),
    oneOfEachModule,
  ],
  // Each worker is one file, so that a slow network needs one request.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    assetsInlineLimit: 0, // as base64 in a script, the wasm would be bigger and could not stream
    // The entries that a frame loads on demand are part of a page's figure.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      treeshake: oneLanguage,
    },
  },
  server: {
    fs: {
      allow: [...packages.map((name) => `wasm-core/${name}`), 'content'],
    },
  },
}));
