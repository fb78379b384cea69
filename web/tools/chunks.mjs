// Which modules of the site share a file. Left to itself, the bundler makes a file of each set of pages that share something:
// thirty of a few hundred bytes on a lesson, each with its own request and its own headers.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { group, sort, sum } from 'd3-array';

/** Needed by this many pages, a module is in the file that every page loads. */
const MANY = 6;
/** Parts that pages load later, and that share much with each other: what they share is one file for each set of them. */
const LATER =
  /\/(figure\/run\/Figure|figure\/curves\/CurveFigure|features\/diagnose\/Result)\.svelte$/;
const FIGURE = 'Figure';
/** Fewer characters of source than this cost a reader more as a file of their own than as a part of one that is there. */
const FEW = 4_500;
/** And a figure's tap waits for them. */
const FEW_OF_FIGURES = 7_000;
/** Parts that no page has in its HTML: their styles come with them, once they are asked for. */
const UNSEEN = /\/(features\/lab\/opened\.ts|figure\/live\/(Share|Card)\.svelte)$/;
const PAGE = /\/client-optimized\/nodes\/\d+\.js$/;
/** Every page needs these: Kit's entry, its app and the root layout. */
const ALWAYS = /\/client\/entry\.js$|\/client-optimized\/(app|nodes\/0)\.js$/;

/** @typedef {{ getModuleInfo: (id: string) => import('vite').Rollup.ModuleInfo | null }} Bundle */

const isWord = (/** @type {string} */ id) => id.includes('/paraglide/messages');

/** Modules import all messages at once, so their source has to show which ones they use. */
export function whoSays() {
  /** @type {Map<string, Set<string>>} */
  const said = new Map();
  const hear = (/** @type {string} */ code, /** @type {string} */ id) => {
    const tables = code.matchAll(/export \{([^}]*)\} from ['"][^'"]*paraglide/g);
    const words = [...code.matchAll(/\bm\.(\w+)/g), ...tables].flatMap(([, found = '']) =>
      found.split(/[\s,]+/),
    );
    for (const word of words) said.set(word, (said.get(word) ?? new Set()).add(id));
  };
  return { said, hear };
}

/**
 * The pages and later parts that need each module.
 * @param {readonly string[]} ids
 * @param {Bundle} bundle
 * @param {ReadonlyMap<string, ReadonlySet<string>>} said
 */
function neededBy(ids, bundle, said) {
  const words = new Map(ids.filter(isWord).map((id) => [path.basename(id, '.js'), id]));
  /** @type {Map<string, string[]>} */
  const imports = new Map(
    ids.map((id) => {
      const all = isWord(id) ? [] : (bundle.getModuleInfo(id)?.importedIds ?? []);
      return [id, all.filter((other) => !isWord(other))];
    }),
  );
  for (const [word, by] of said) for (const id of by) imports.get(id)?.push(words.get(word) ?? id);
  /** @type {Map<string, string[]>} */
  const needed = new Map(ids.map((id) => [id, []]));
  for (const root of ids.filter((id) => PAGE.test(id) || ALWAYS.test(id) || LATER.test(id))) {
    const reached = new Set([root]);
    for (const id of reached) for (const other of imports.get(id) ?? []) reached.add(other);
    for (const id of reached) needed.get(id)?.push(root);
  }
  return needed;
}

/**
 * The file of a module, from what needs it; undefined leaves it to the bundler. Whatever a module imports is needed by at least
 * the same, so no two files need each other.
 * @param {readonly string[]} needed
 */
export function fileOf(needed) {
  const nameOf = (/** @type {string} */ one) => path.parse(one).name;
  const pages = needed.filter((one) => PAGE.test(one)).map(nameOf);
  const later = needed.filter((one) => LATER.test(one)).map(nameOf);
  if (needed.some((one) => ALWAYS.test(one))) return 'all';
  if (pages.length === 0) return later.includes(FIGURE) ? later.join('-') : undefined;
  const shared = pages.length < MANY ? pages.join('-') : 'many';
  return later.includes(FIGURE) ? `${shared}-${FIGURE}` : shared;
}

/**
 * The file of each module. A small one joins what its readers load anyway: the file of what it imports, or the one of many pages.
 * Then no two files need each other either.
 * @param {ReadonlyMap<string, readonly string[]>} needed
 * @param {Bundle} bundle
 */
function filesOf(needed, bundle) {
  const info = (/** @type {string} */ id) => bundle.getModuleInfo(id);
  // What is asked for by its own name keeps a file of its own.
  const isAsked = (/** @type {string} */ id) =>
    info(id)?.isEntry || (info(id)?.dynamicImporters ?? []).length > 0;
  const placed = [...needed].flatMap(([id, by]) => {
    const file = isAsked(id) ? undefined : fileOf(by);
    return file === undefined ? [] : { id, by: by.length, file };
  });
  const files = new Map(placed.map(({ id, file }) => [id, file]));
  // Those that most need come first: they import only each other.
  const sorted = sort(
    group(placed, ({ file }) => file),
    ([, [one]]) => -(one?.by ?? 0),
  );
  for (const [file, modules] of sorted) {
    const shared = file.endsWith(FIGURE) ? `many-${FIGURE}` : 'many';
    if (file === 'all' || file === shared || modules[0]?.by === 1) continue;
    const few = file.endsWith(FIGURE) ? FEW_OF_FIGURES : FEW;
    if (sum(modules, ({ id }) => info(id)?.code?.length ?? 0) > few) continue;
    const imported = modules.flatMap(({ id }) => info(id)?.importedIds ?? []);
    const others = new Set(imported.map((id) => files.get(id)));
    for (const one of [undefined, file, 'all', shared, `many-${FIGURE}`]) others.delete(one);
    if (others.size > 1) continue;
    const [joined = shared] = others;
    for (const { id } of modules) files.set(id, joined);
  }
  return files;
}

/**
 * Kit visits each file once, so a script or a style that a page and one of its later parts share counts for whichever comes first.
 * Here each entry lists all its styles itself, and the parts that it may load later.
 * @param {import('vite').Manifest} manifest
 */
function listAll(manifest) {
  const all = Object.values(manifest);
  const isRoot = (/** @type {import('vite').ManifestChunk} */ one) =>
    one.isEntry || one.isDynamicEntry;
  for (const root of all.filter(isRoot)) {
    const reached = new Set([root]);
    for (const one of reached)
      for (const name of one.imports ?? []) {
        const other = manifest[name];
        if (other) reached.add(other);
      }
    const all_of = (/** @type {'css' | 'dynamicImports'} */ what) => [
      ...new Set([...reached].flatMap((one) => one[what] ?? [])),
    ];
    const later = all_of('dynamicImports').filter((name) => !UNSEEN.test(name));
    Object.assign(root, { css: all_of('css'), dynamicImports: later });
  }
  // Kit follows later parts only from pages: named by another file, they would be too deep for it.
  for (const one of all) if (!one.isEntry) delete one.dynamicImports;
}

/**
 * Makes few files of many modules, for pages and for what they import later.
 * @returns {import('vite').Plugin}
 */
export function fewChunks() {
  const { said, hear } = whoSays();
  /** @type {string[]} */
  let ids = [];
  /** @type {ReturnType<typeof filesOf> | undefined} */
  let files;
  const name = (/** @type {string} */ id, /** @type {Bundle} */ bundle) => {
    files ??= filesOf(neededBy(ids, bundle, said), bundle);
    return files.get(id) ?? null;
  };
  return {
    name: 'poolscope-few-chunks',
    apply: 'build',
    config: {
      order: 'post', // Kit has set `ssr` by then
      handler: ({ build }) =>
        build?.ssr
          ? undefined
          : {
              build: {
                rolldownOptions: {
                  preserveEntrySignatures: 'allow-extension',
                  output: {
                    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] },
                  },
                },
              },
            },
    },
    transform: (code, id) => hear(code, id),
    buildEnd() {
      ids = [...this.getModuleIds()].sort();
      files = undefined;
    },
    writeBundle: {
      order: 'pre', // before Kit reads it
      sequential: true,
      handler({ dir = '' }) {
        const file = path.join(dir, '.vite/manifest.json');
        const manifest = JSON.parse(readFileSync(file, 'utf8'));
        listAll(manifest);
        writeFileSync(file, JSON.stringify(manifest));
      },
    },
  };
}
