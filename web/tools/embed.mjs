// The script of the frames: a bundle of its own, without the site's framework. A plugin of the site's
// build, so that one build makes both and the prerendered frames know the names of their files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { build as viteBuild } from 'vite';
import { whoSays } from './chunks.mjs';
import { isScript, root } from './run.mjs';

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
 * Of one language, words need no way to choose one: that is more than a tenth of a frame's script.
 * @returns {Omit<import('vite').Plugin, 'transform'> & { transform: (code: string, id: string) => string | undefined }}
 */
export function plainWords() {
  const settings = readFileSync(path.join(root, 'web/project.inlang/settings.json'), 'utf8');
  const { locales } = JSON.parse(settings);
  const words = new RegExp(
    `^const ${locales[0]}_(\\w+) = (?:/\\*\\*.*?\\*/ )?(\\(.*?\\) => \\{.*?^\\};)`,
    'ms',
  );
  return {
    name: 'poolscope-plain-words',
    transform(code, id) {
      if (locales.length > 1 || !/\/paraglide\/messages\/(?!_index)/.test(id)) return undefined;
      const [, name, made] = words.exec(code) ?? [];
      if (!made || !code.includes(`export const ${name} =`)) {
        throw new Error(`${id}: its words are not where Paraglide's compiler wrote them`);
      }
      // None is said without what it names.
      return `export const ${name} = ${made.replaceAll('i?.', 'i.')}`;
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
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.code.includes('modulepreload')) {
          this.error(`${file.fileName}: Vite's own helper came in under another name`);
        }
      }
    },
  };
}

/** What stands in for the boundaries of Svelte: an error goes on to the host, nothing waits for a promise. */
const NO_BOUNDARY = `import { EFFECT_PRESERVED, EFFECT_TRANSPARENT } from '#client/constants';
import { block, branch } from '../../reactivity/effects.js';
import { hydrate_next, hydrating } from '../hydration.js';
export const boundary = (node, _, children) =>
  void block(() => {
    if (hydrating) hydrate_next();
    branch(() => children(node));
  }, EFFECT_TRANSPARENT | EFFECT_PRESERVED);
export const pending = () => 0;
`;

/** State is replaced whole, never changed inside. */
const NO_PROXY = `export const proxy = (value) => value;
export const get_proxied_value = proxy;
export const is = Object.is;
`;

const FLATTEN = `export function flatten(_, sync, __, fn) {
  fn(sync.map(derived));
}
`;

/** Styles by name are written after those of the attribute `style`, and win there: nothing of it has to be read. */
const TO_STYLE = `export function to_style(value, styles) {
  if (!styles) return value == null ? null : String(value);
  const [normal, important] = Array.isArray(styles) ? styles : [styles];
  const all = (value ? value + ';' : '') + append_styles(normal ?? {}) + append_styles(important ?? {}, true);
  return all.trim() || null;
}
`;

const CLIENT = '/svelte/src/internal/client';
/** @typedef {readonly (readonly [file: string, what: RegExp, instead: string])[]} Cuts */

/** What no page has, since nothing of this project awaits in its markup; and a list that was kept for nobody. @type {Cuts} */
const OF_ALL = [
  [`${CLIENT}/dom/blocks/each.js`, /var defer = .*/, ''],
  [`${CLIENT}/dom/blocks/each.js`, /\(defer\)/g, '(false)'],
  [`${CLIENT}/dom/blocks/branches.js`, /var defer = .*/, ''],
  [`${CLIENT}/dom/blocks/branches.js`, /\(defer\)/g, '(false)'],
  [
    '/svelte/src/utils.js',
    /(?<=const DOM_PROPERTIES = )(\[[^]*?\])(?=;)/,
    '/* @__PURE__ */ (() => $1)()',
  ],
];

/**
 * @param {string} code
 * @param {string} id
 * @param {Cuts} cuts
 */
function cut(code, id, cuts) {
  let text = code;
  for (const [file, what, instead] of cuts) {
    if (!id.endsWith(file)) continue;
    if (text.search(what) < 0) throw new Error(`${what} is not in ${file}: Svelte is another one`);
    text = text.replace(what, instead);
  }
  return text === code ? undefined : text;
}

/**
 * The same for the site's own pages.
 * @returns {import('vite').Plugin}
 */
export const leanSvelte = () => ({
  name: 'poolscope-lean-svelte',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => cut(code, id, OF_ALL),
});

/**
 * No component of a frame has a boundary, awaits in its markup, forks or binds a choice, and all are written in runes: what
 * Svelte has for the rest is a twelfth of a frame's script.
 * @returns {import('vite').Plugin}
 */
function onlyWhatIsUsed() {
  const used =
    /\$\.(?:boundary|pending|async|save|run|async_derived|async_body|fork|legacy_\w+|(?:bind_)?select_\w+|init_select|proxy)\(/;
  /** @type {Cuts} */
  const cuts = [
    ...OF_ALL,
    [`${CLIENT}/reactivity/async.js`, /export function flatten\([^]*?\n\}\n/, FLATTEN],
    [`${CLIENT}/reactivity/sources.js`, /(?<!function )is_runes\(\)/g, 'true'],
    [`${CLIENT}/runtime.js`, /(?<!function )is_runes\(\)/g, 'true'],
    [`${CLIENT}/runtime.js`, /var is_fork = .*/, 'const is_fork = false;'],
    [`${CLIENT}/reactivity/sources.js`, /!batch\.is_fork/, 'true'],
    [`${CLIENT}/reactivity/deriveds.js`, /current_batch\?\.is_fork/g, 'false'],
    [`${CLIENT}/reactivity/batch.js`, /\b(this|batch)\.is_fork(?! =)/g, 'false'],
    ['/svelte/src/internal/shared/attributes.js', /export function to_style[^]*?\n\}\n/, TO_STYLE],
  ];
  return {
    name: 'poolscope-only-what-is-used',
    enforce: 'pre',
    load: (id) =>
      id.endsWith(`${CLIENT}/dom/blocks/boundary.js`)
        ? NO_BOUNDARY
        : id.endsWith(`${CLIENT}/proxy.js`)
          ? NO_PROXY
          : undefined,
    transform: (code, id) => cut(code, id, cuts),
    moduleParsed({ id, code }) {
      const [found] = (/\.svelte(\.ts)?$/.test(id) && code && used.exec(code)) || [];
      if (found) this.error(`${id}: ${found}...) is what a frame's bundle of Svelte has not`);
    },
  };
}

/**
 * A frame reads its parameters; what the documents say of each is not for it.
 * @returns {import('vite').Plugin}
 */
const undocumented = () => ({
  name: 'poolscope-undocumented',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/model/embedding/params.ts')) return undefined;
    const text = code.replaceAll(/^ +(normal|does|example): '.*',\n/gm, '');
    if (text === code) this.error('the table of parameters is written in another way');
    return text;
  },
});

/**
 * Few large files in place of many small ones, so that what is alike is packed once: one of all that every figure of
 * runs needs, one of what those of charts need too, and the scene of a few groups.
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
    if (files.has(id) || by.has('main.ts')) return null;
    const runs = [['run.ts'], scenes, slides].some((all) => all.every((entry) => by.has(entry)));
    if (runs) return by.has('chart.ts') ? 'figure' : 'runs';
    const few = by.has('FewScene.svelte') && by.has('MachineScene.svelte');
    return few && !by.has('CrowdScene.svelte') ? 'scene' : null;
  };
  return { listener, groups: [{ name }] };
}

/** @returns {import('vite').InlineConfig} */
export function config() {
  const named = {
    entryFileNames: `${immutable}/[name].[hash].js`,
    chunkFileNames: `${immutable}/[name].[hash].js`,
    assetFileNames: `${immutable}/[name].[hash][extname]`,
  };
  const { listener, groups } = fewFiles();
  return {
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    plugins: [
      plainWords(),
      stylesOnly(),
      onlyWhatIsUsed(),
      undocumented(),
      svelte({
        configFile: false,
        preprocess: vitePreprocess(),
        compilerOptions: { runes: true },
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
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entries.map((file) => path.join(root, sources, file)),
        preserveEntrySignatures: 'allow-extension',
        checks: { bundlerTimings: false },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
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

/** One module for each kind of figure, and its styles. */
async function buildAlone() {
  const wasm = new Set();
  for (const entry of ['main', 'run', 'chart']) {
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

if (isScript(import.meta.url)) {
  await buildEmbed();
  await buildAlone();
}
