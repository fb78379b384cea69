// Builds the frames' scripts: a bundle of their own, without Kit. Before the site's build, so that the prerendered frames
// know the names of their files; in a process of its own, so that its memory is free again.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild, defaultClientConditions } from 'vite';
import { whoSays } from './chunks.mjs';
import { aliases, inLanguage } from './languages.mjs';
import { ownWords } from './own-words.mjs';
import { isScript, main, root } from './run.mjs';
import { compiledOnce, compilerOptions } from './svelte.mjs';

const folder = path.join(root, '.svelte-kit/embed');
const sources = 'web/src/features/embed';
/** The modules that a frame loads by name (web/src/build/embed/document.ts). */
const entries = [
  ...['main.ts', 'run.ts', 'chart.ts', 'words.ts', 'pool-main.ts', 'pool-frame.ts'],
  ...readdirSync(path.join(root, sources)).filter((file) => /(Scene|Times)\.svelte$/.test(file)),
];
/** Within the folder whose files never change. */
const immutable = '_app/immutable/embed';

/**
 * The place of a file that is not a script. Frames, workers and pages share one copy of each engine.
 * @param {string} folder
 * @returns {(asset: { names: readonly string[] }) => string}
 */
const placeOf =
  (folder) =>
  ({ names: [name = ''] }) =>
    `${name.endsWith('.wasm') ? '_app/immutable/assets' : folder}/[name].[hash][extname]`;

/** Overrides Kit's folder for files that workers load. @type {import('vite').Plugin} */
export const oneOfEachModule = {
  name: 'poolscope-one-of-each-module',
  config: () => ({
    worker: {
      rolldownOptions: { output: { assetFileNames: placeOf('_app/immutable/workers/assets') } },
    },
  }),
};

/**
 * Makes few large files of many small ones, which compress better: one for main.ts, one for every figure of a run, and one for
 * what charts need too.
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
    return null;
  };
  return { listener, groups: [{ name }] };
}

/**
 * Every message asks for the language, by a function and a property; as there is only one, the bundler may drop the question.
 * Then no property may be read only for what reading it does.
 */
export const oneLanguage = /** @type {const} */ ({
  manualPureFunctions: ['getLocale'],
  propertyReadSideEffects: false,
});

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
    resolve: { alias: aliases() },
    base: './',
    logLevel: 'warn',
    plugins: [
      inLanguage(),
      ownWords(),
      compiledOnce(),
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
      modulePreload: false, // main.ts requests all scripts at once
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
 * Builds figures that are one file: for each kind a module that imports nothing, with its styles, and the script of the pages that
 * put them together. `#link` of package.json is the engine without a worker there.
 */
async function buildAlone() {
  const inputs = { main: 'main.ts', run: 'one-file.ts', chart: 'chart.ts', take: 'take.ts' };
  for (const [name, input] of Object.entries(inputs)) {
    const usual = config();
    await viteBuild({
      ...usual,
      resolve: { ...usual.resolve, conditions: ['one-file', ...defaultClientConditions] },
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

/** Adds the frames' files to the site. @returns {import('vite').Plugin} */
export function embedBundle() {
  let server = false;
  return {
    name: 'poolscope-embed',
    apply: 'build',
    configResolved: (resolved) => {
      server = Boolean(resolved.build.ssr);
    },
    generateBundle(_, bundle) {
      if (server) return;
      const all = readdirSync(folder, { recursive: true, withFileTypes: true });
      for (const one of all.filter((entry) => entry.isFile())) {
        const file = path.join(one.parentPath, one.name);
        const fileName = path.relative(folder, file).split(path.sep).join('/');
        if (fileName === 'manifest.json' || fileName in bundle) continue;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      }
    },
  };
}

if (isScript(import.meta.url))
  await main(async () => {
    await viteBuild(config());
    await buildAlone();
  });
