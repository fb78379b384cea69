// The script of the frames: a bundle of its own, without the site's framework. A plugin of the site's
// build, so that one build makes both and the prerendered frames know the names of their files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild } from 'vite';
import { isScript, root } from './run.mjs';

export const folder = path.join(root, '.svelte-kit/embed');
const sources = 'web/src/lib/embed';
/** What a frame asks for by itself (web/src/lib/server/embed/document.ts says which). */
const entries = [
  'main.ts',
  'run.ts',
  'chart.ts',
  'FewScene.svelte',
  'MachineScene.svelte',
  'CrowdScene.svelte',
];
/** Below what static hosts and our own server keep for ever. */
const immutable = '_app/immutable/embed';

/**
 * Of one language, words need no way to choose one: that is more than a tenth of a frame's script.
 * @returns {import('vite').Plugin}
 */
function plainWords() {
  const settings = readFileSync(path.join(root, 'web/project.inlang/settings.json'), 'utf8');
  const { locales } = JSON.parse(settings);
  const words = new RegExp(
    `^const ${locales[0]}_(\\w+) = (?:/\\*\\*.*?\\*/ )?(\\(.*?\\) => \\{.*?^\\};)`,
    'ms',
  );
  return {
    name: 'poolscope-plain-words',
    transform: (code, id) => {
      if (locales.length > 1 || !id.includes('/paraglide/messages/')) return undefined;
      const [, name, made] = words.exec(code) ?? [];
      return name && made && code.includes(`export const ${name} =`)
        ? `export const ${name} = ${made}`
        : undefined;
    },
  };
}

/**
 * Fetches the styles of what is loaded later, and only them: Vite's own helper also looks for scripts to
 * preload, which main.ts has asked for by then.
 * @returns {import('vite').Plugin}
 */
function stylesOnly() {
  const helper = `const seen = new Set();
export const __vitePreload = async (load, files = [], from) => {
  await Promise.all(files.filter((file) => file.endsWith('.css')).map((file) => {
    const { href } = new URL(file, from);
    if (seen.has(href)) return;
    seen.add(href);
    return new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: reject });
      document.head.append(link);
    });
  }));
  return load();
};`;
  return {
    name: 'poolscope-styles-only',
    enforce: 'pre',
    load: (id) => (id.includes('vite/preload-helper') ? helper : undefined),
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
      stylesOnly(),
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
        input: entries.map((file) => path.join(root, sources, file)),
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
