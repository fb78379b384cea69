// The script of the frames: a bundle of its own, without the site's framework. A plugin of the site's
// build, so that one build makes both and the prerendered frames know the names of their files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild } from 'vite';
import { whoSays } from './chunks.mjs';
import { isScript, root } from './run.mjs';
import { compilerOptions } from './svelte.mjs';

export const folder = path.join(root, '.svelte-kit/embed');
const sources = 'web/src/features/embed';
/** What a frame asks for by itself (web/src/build/embed/document.ts says which). */
const entries = [
  'main.ts',
  'run.ts',
  'chart.ts',
  'FewScene.svelte',
  'MachineScene.svelte',
  'CardScene.svelte',
  'CardMachineScene.svelte',
  'CrowdScene.svelte',
  'RunTimes.svelte',
  'PairTimes.svelte',
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
export function config() {
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

/** @returns {Promise<string[]>} the files of the bundle, as paths in its folder */
export async function buildEmbed() {
  const outputs = [await viteBuild(config())].flat();
  return outputs.flatMap((one) =>
    'output' in one ? one.output.map(({ fileName }) => fileName) : [],
  );
}

/** Where the figures that are one file find their code: no module of theirs has another's address. */
export const alone = path.join(root, '.svelte-kit/alone');

/** One module of all that a figure of runs may fetch: its pictures share their components' runtime with it. */
const RUNS = 'poolscope:runs';
const runs = () =>
  entries
    .filter((entry) => !['main.ts', 'chart.ts'].includes(entry))
    .map((entry) => {
      const from = JSON.stringify(path.join(root, sources, entry));
      return entry.endsWith('.ts')
        ? `export * from ${from};`
        : `export { default as ${path.basename(entry, '.svelte')} } from ${from};`;
    })
    .join('\n');

/**
 * A module that needs nothing beside itself: the wasm comes from the page, and the engine runs in slices.
 * @param {Set<string>} wasm names of the files that the page has to carry
 * @param {Set<string>} cut modules of the engine that must be met, and get another content
 * @returns {import('vite').Plugin}
 */
function nothingBeside(wasm, cut) {
  const WORKER = /new Worker\(new URL\('\.\/worker\.ts', import\.meta\.url\), [^)]*\)/;
  return {
    name: 'poolscope-nothing-beside',
    enforce: 'pre',
    resolveId: (id) =>
      id === RUNS || /^#(wasm|core)\/.*\.wasm\?url$/.test(id) ? `\0${id}` : undefined,
    load(id) {
      if (id === `\0${RUNS}`) return runs();
      // One module of the engine is enough: the one that has all.
      if (id.endsWith('/model/engine/modules.ts')) {
        cut.delete('modules.ts');
        return "export const moduleFor = () => 'all';";
      }
      if (id.startsWith('\0#core/')) return 'export default undefined';
      if (!id.startsWith('\0#wasm/')) return undefined;
      const file = id.slice(id.indexOf('/') + 1, -'?url'.length);
      wasm.add(file);
      return `export default globalThis.poolscope_wasm[${JSON.stringify(file)}]`;
    },
    transform(code, id) {
      if (!id.endsWith('/model/engine/link.ts')) return undefined;
      if (!WORKER.test(code)) this.error('the worker of the engine is not where it was');
      cut.delete('link.ts');
      return code.replace(WORKER, "(() => { throw new Error('no worker in one file') })()");
    },
    generateBundle() {
      if (cut.size > 0) this.error(`not where it was in the engine: ${[...cut].join(', ')}`);
    },
  };
}

/** One module for each kind of figure, and its styles; and the script of the pages that put them together. */
async function buildAlone() {
  const wasm = new Set();
  for (const entry of ['main', 'run', 'chart', 'take']) {
    const usual = config();
    const cut = new Set(entry === 'run' ? ['modules.ts', 'link.ts'] : []);
    await viteBuild({
      ...usual,
      plugins: [nothingBeside(wasm, cut), usual.plugins],
      build: {
        ...usual.build,
        outDir: path.join(alone, entry),
        manifest: false,
        cssCodeSplit: false,
        assetsInlineLimit: () => true,
        rolldownOptions: {
          ...usual.build?.rolldownOptions,
          input: entry === 'run' ? RUNS : path.join(root, sources, `${entry}.ts`),
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
  writeFileSync(path.join(alone, 'wasm.json'), JSON.stringify([...wasm]));
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
        built ??= buildEmbed().then(async (files) => {
          await buildAlone();
          return files;
        });
        await built;
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

if (isScript(import.meta.url)) {
  await buildEmbed();
  await buildAlone();
}
