// The script of the frames: a bundle of its own, without the site's framework. A plugin of the site's
// build, so that one build makes both and the prerendered frames know the names of their files.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild, defaultClientConditions } from 'vite';
import { whoSays } from './chunks.mjs';
import { root } from './run.mjs';
import { compilerOptions } from './svelte.mjs';

const folder = path.join(root, '.svelte-kit/embed');
const sources = 'web/src/features/embed';
/** What a frame asks for by itself (web/src/build/embed/document.ts says which). */
const entries = [
  ...['main.ts', 'run.ts', 'chart.ts'],
  ...readdirSync(path.join(root, sources)).filter((file) => /(Scene|Times)\.svelte$/.test(file)),
];
/** Below what static hosts and our own server keep for ever. */
const immutable = '_app/immutable/embed';

/**
 * Where a file goes that is no script. Frames, workers and pages share the engine's modules: each is in the site once.
 * @param {string} folder
 * @returns {(asset: { names: readonly string[] }) => string}
 */
const placeOf =
  (folder) =>
  ({ names: [name = ''] }) =>
    `${name.endsWith('.wasm') ? '_app/immutable/assets' : folder}/[name].[hash][extname]`;

/** Kit gives what workers load a folder of its own. @type {import('vite').Plugin} */
export const oneOfEachModule = {
  name: 'poolscope-one-of-each-module',
  config: () => ({
    worker: {
      rolldownOptions: { output: { assetFileNames: placeOf('_app/immutable/workers/assets') } },
    },
  }),
};

/**
 * Few large files in place of many small ones, so that what is alike is packed once: one of what main.ts needs, one of all
 * that every figure of runs needs, one of what those of charts need too, and the scene of a few groups.
 */
function fewFiles() {
  const files = new Map(entries.map((entry) => [path.join(root, sources, entry), entry]));
  const scenes = entries.filter((entry) => entry.endsWith('Scene.svelte'));
  const slides = entries.filter((entry) => entry.endsWith('Times.svelte'));
  const { said, hear } = whoSays();
  /** @type {import('vite').Plugin} */
  const listener = { name: 'poolscope-few-files', transform: (code, id) => hear(code, id) };
  /**
   * @param {string} id
   * @param {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} bundle
   */
  const name = (id, bundle) => {
    /** @param {string} module @returns {Iterable<string>} */
    const importers = (module) =>
      module.includes('/paraglide/messages/')
        ? (said.get(path.basename(module, '.js')) ?? [])
        : (bundle.getModuleInfo(module)?.importers ?? []);
    const reached = new Set([id]);
    for (const module of reached) for (const importer of importers(module)) reached.add(importer);
    const by = new Set([...reached].flatMap((module) => files.get(module) ?? []));
    if (files.has(id)) return null;
    if (by.has('main.ts')) return 'first';
    const runs = [['run.ts'], scenes, slides].some((all) => all.every((entry) => by.has(entry)));
    if (runs) return by.has('chart.ts') ? 'figure' : 'runs';
    const few = by.has('FewScene.svelte') && by.has('MachineScene.svelte');
    return few && !by.has('CrowdScene.svelte') ? 'scene' : null;
  };
  return { listener, groups: [{ name }] };
}

/** Each message asks for the language, and there is one: the bundler may leave the question out. */
export const oneLanguage = { manualPureFunctions: ['getLocale'] };

/** @returns {import('vite').InlineConfig} */
function config() {
  const named = {
    entryFileNames: `${immutable}/[name].[hash].js`,
    chunkFileNames: `${immutable}/[name].[hash].js`,
    assetFileNames: placeOf(immutable),
  };
  const { listener, groups } = fewFiles();
  return {
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    plugins: [
      svelte({
        configFile: false,
        preprocess: vitePreprocess(),
        compilerOptions,
      }),
      listener,
    ],
    worker: {
      format: 'es',
      rolldownOptions: { output: named },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      modulePreload: false, // main.ts asks for all scripts at once
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entries.map((file) => path.join(root, sources, file)),
        preserveEntrySignatures: 'allow-extension',
        checks: { bundlerTimings: false },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        treeshake: oneLanguage,
        output: { ...named, codeSplitting: { includeDependenciesRecursively: false, groups } },
      },
    },
  };
}

/**
 * For figures that are one file: a module of each kind, which needs nothing beside itself, and its styles; and the script
 * of the pages that put them together. The engine is where `#link` of package.json says.
 */
async function buildAlone() {
  const inputs = { main: 'main.ts', run: 'one-file.ts', chart: 'chart.ts', take: 'take.ts' };
  for (const [name, input] of Object.entries(inputs)) {
    const usual = config();
    await viteBuild({
      ...usual,
      resolve: { conditions: ['one-file', ...defaultClientConditions] },
      build: {
        ...usual.build,
        outDir: path.join(root, '.svelte-kit/alone', name),
        manifest: false,
        cssCodeSplit: false,
        assetsInlineLimit: () => true,
        rolldownOptions: {
          ...usual.build?.rolldownOptions,
          input: path.join(root, sources, input),
          output: {
            codeSplitting: false,
            exports: 'named',
            entryFileNames: 'code.js',
            assetFileNames: 'style[extname]',
          },
        },
      },
    });
  }
}

/** Makes both. @returns {Promise<string[]>} the files of the frames, as paths in their folder */
async function buildAll() {
  const outputs = [await viteBuild(config())].flat();
  await buildAlone();
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
      order: 'post',
      sequential: true,
      handler: async () => {
        await (built ??= buildAll());
      },
    },
    async generateBundle(_, bundle) {
      if (server || !built) return;
      for (const fileName of await built) {
        if (fileName.endsWith('manifest.json') || fileName in bundle) continue;
        this.emitFile({
          type: 'asset',
          fileName,
          source: readFileSync(path.join(folder, fileName)),
        });
      }
    },
  };
}
