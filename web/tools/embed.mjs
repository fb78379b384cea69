// The script of the frames: a bundle of its own, without the site's framework. A plugin of the site's
// build, so that one build makes both and the prerendered frames know the names of their files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild } from 'vite';
import { isScript, root } from './run.mjs';

export const folder = path.join(root, '.svelte-kit/embed');
const sources = 'web/src/lib/embed';
/** Below what static hosts and our own server keep for ever. */
const immutable = '_app/immutable/embed';

/**
 * Of one language, words need no way to choose one: that is more than a tenth of a frame's script.
 * @returns {import('vite').Plugin}
 */
function plainWords() {
  const settings = readFileSync(path.join(root, 'web/project.inlang/settings.json'), 'utf8');
  const { locales } = JSON.parse(settings);
  return {
    name: 'poolscope-plain-words',
    transform: (code, id) =>
      locales.length > 1 || !id.includes('/paraglide/messages/')
        ? undefined
        : code
            .replace(/^import \{[^}]*\} from '\.\.\/runtime\.js';$/m, '')
            .replace(/^\s*experimentalStaticLocale \?\? .*$/gm, ''),
  };
}

/** @returns {import('vite').InlineConfig} */
export function config() {
  const named = {
    entryFileNames: `${immutable}/[name].[hash].js`,
    chunkFileNames: `${immutable}/[name].[hash].js`,
    assetFileNames: `${immutable}/[name].[hash][extname]`,
  };
  return {
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    plugins: [
      plainWords(),
      svelte({
        configFile: false,
        preprocess: vitePreprocess(),
        compilerOptions: { runes: true },
      }),
    ],
    worker: {
      format: 'es',
      rolldownOptions: { output: named },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['main.ts', 'run.ts', 'chart.ts'].map((file) => path.join(root, sources, file)),
        preserveEntrySignatures: 'allow-extension',
        checks: { bundlerTimings: false },
        output: named,
      },
    },
  };
}

/** @returns {Promise<string[]>} the files of the bundle, as paths in its folder */
export async function buildEmbed() {
  const outputs = [await viteBuild(config())].flat();
  return outputs.flatMap((one) =>
    'output' in one ? one.output.map(({ fileName }) => fileName) : [],
  );
}

/** @type {Promise<string[]> | undefined} */
let built;

/** @returns {import('vite').Plugin} */
export function embedBundle() {
  let server = false;
  return {
    name: 'poolscope-embed',
    apply: 'build',
    configResolved: (resolved) => {
      server = Boolean(resolved.build.ssr);
    },
    buildStart: {
      order: 'post', // the words are compiled by then
      sequential: true,
      handler: async () => {
        built ??= buildEmbed();
        await built;
      },
    },
    async generateBundle() {
      if (server || !built) return;
      for (const fileName of await built) {
        if (fileName.endsWith('manifest.json')) continue;
        this.emitFile({
          type: 'asset',
          fileName,
          source: readFileSync(path.join(folder, fileName)),
        });
      }
    },
  };
}

if (isScript(import.meta.url)) await buildEmbed();
