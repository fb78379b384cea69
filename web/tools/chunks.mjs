// Which modules of the site share a file. Left to itself, the bundler makes a file of each set of pages that share
// something: thirty of a few hundred bytes on a lesson, each with its own request and its own headers.
// On a scenario page this gives 54.8 KB of scripts in 13 requests before a press and 96.9 KB in 10 on it. Five groups by which
// pages need a module (30 lines) give 61.8 in 20 and 83.8 in 4, and break the bar of four pages; four groups give 53.8 in 21
// and 94.6 in 21; the bundler's own `entriesAware` joins small modules with their neighbours: 246.8 in 34, all before a press.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The cost of a request without its content, in bytes: its headers, and a sixth of a slow network's round trip. */
const REQUEST = 1_200;
/** The share of a module's source that a reader downloads, minified and compressed. */
const PACKED = 1 / 7;
/** The longest chain of parts that need each other. */
const LEVELS = 24;
/** A file that every page loads weighs as much as this many pages. */
const EVERYBODY = 20;
const FIGURE = '/figure/run/Figure.svelte';
/** Rarely loaded, so it does not influence the grouping. */
const SELDOM = /\/(features\/diagnose\/film-parts\.ts|figure\/embed\/(Clip\.svelte|encode\.ts))$/;
/** Every page needs these: Kit's entry, its app and the root layout. */
const ALWAYS =
  /\/client\/entry\.js$|\/client-optimized\/app\.js$|\/client-optimized\/nodes\/0\.js$/;

/** What says which language it is, and words of the other one. English bundles keep nothing of it, so there it groups nothing. */
const FOLDED =
  process.env['EDITION'] === 'zh'
    ? /^$/
    : /\/(model\/(joined|words\/names)\.ts|content\/names\.json)$/;
const IMPORTS_IT = /^import .*\/(?:joined|names)['"];$/gm;

/** The page with the most scripts in its first view weighs as much as this many. */
const LAB = 4;
const ofLab = (/** @type {string} */ id, /** @type {Info} */ info) =>
  id.includes('/client-optimized/') &&
  info(id)?.importedIds.some((one) => one.endsWith('/routes/lab/+page.svelte'));

/** @typedef {{ bytes: number, needed: Set<string>, imports: Set<Part>, modules: string[] }} Part */
/** @typedef {(id: string) => import('vite').Rollup.ModuleInfo | null} Info */

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

const isWord = (/** @type {string} */ id) => id.includes('/paraglide/messages');

/**
 * Groups modules into parts by the pages and dynamic imports that need them.
 * @param {readonly string[]} ids
 * @param {Info} info
 * @param {ReadonlyMap<string, ReadonlySet<string>>} said
 */
function partsOf(ids, info, said) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map(ids.map((id) => [id, new Set()]));
  const words = new Map(
    ids.filter(isWord).map((id) => /** @type {const} */ ([path.basename(id, '.js'), id])),
  );
  for (const id of ids)
    if (!isWord(id))
      for (const other of info(id)?.importedIds ?? [])
        if (!isWord(other)) imports.get(id)?.add(other);
  for (const [word, by] of said) {
    const id = words.get(word);
    if (id !== undefined) for (const one of by) imports.get(one)?.add(id);
  }
  const roots = ids.filter((id) => {
    const { isEntry, dynamicImporters } = info(id) ?? {};
    return isEntry || (dynamicImporters?.length ?? 0) > 0;
  });
  /** @type {Map<string, Set<string>>} */
  const needed = new Map(ids.map((id) => [id, new Set()]));
  for (const root of roots.filter((id) => !SELDOM.test(id))) {
    const reached = new Set([root]);
    for (const id of reached) for (const other of imports.get(id) ?? []) reached.add(other);
    for (const id of reached) needed.get(id)?.add(ALWAYS.test(root) ? '' : root);
  }
  for (const id of ids) if (FOLDED.test(id)) needed.set(id, new Set(['']));
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** @type {Map<string, Part>} */
  const partOf = new Map();
  for (const id of ids) {
    const by = needed.get(id) ?? new Set();
    if (by.size === 0 || roots.includes(id)) continue;
    const key = by.has('') ? '' : [...by].sort().join(' ');
    /** @type {Part} */
    const part = parts.get(key) ?? {
      bytes: 0,
      needed: by.has('') ? new Set(['']) : by,
      imports: new Set(),
      modules: [],
    };
    if (!FOLDED.test(id))
      part.bytes += (info(id)?.code?.replace(IMPORTS_IT, '').length ?? 0) * PACKED;
    part.modules.push(id);
    parts.set(key, part);
    partOf.set(id, part);
  }
  for (const [id, part] of partOf)
    for (const other of imports.get(id) ?? []) {
      const to = partOf.get(other);
      if (to && to !== part) part.imports.add(to);
    }
  return [...parts.values()];
}

/** A part and everything that it imports. @param {Part} part */
function reachedFrom(part) {
  const reached = new Set([part]);
  for (const one of reached) for (const next of one.imports) reached.add(next);
  return reached;
}

/** The bytes saved by joining two parts in one file. @param {Part} one @param {Part} other @param {string | undefined} lab */
function gain(one, other, lab) {
  const weight = (/** @type {string} */ by) =>
    by === ''
      ? EVERYBODY
      : by === lab
        ? LAB
        : by.includes('/client-optimized/')
          ? 1
          : by.endsWith(FIGURE)
            ? 8
            : 0.25;
  // A page that needs one of them also gets the other, and what that imports.
  const added = (/** @type {Part} */ part, /** @type {string} */ by) => {
    let bytes = 0;
    for (const each of reachedFrom(part))
      if (!each.needed.has(by) && !each.needed.has('')) bytes += each.bytes;
    return bytes;
  };
  let sum = 0;
  for (const by of one.needed)
    sum += weight(by) * (other.needed.has(by) ? REQUEST : -added(other, by));
  for (const by of other.needed) if (!one.needed.has(by)) sum -= weight(by) * added(one, by);
  return sum;
}

/** Whether joining them would make two files import each other, so that one runs too early. @param {Part} one @param {Part} other */
function circular(one, other) {
  const between = (/** @type {Part} */ from, /** @type {Part} */ to) => {
    const reached = new Set(from.imports);
    reached.delete(to);
    for (const part of reached)
      for (const next of part.imports) {
        if (next === to) return true;
        reached.add(next);
      }
    return false;
  };
  return between(one, other) || between(other, one);
}

/** @param {Part[]} parts those that several pages need @param {string | undefined} lab @returns {Part[]} */
function merged(parts, lab) {
  const all = new Set(parts);
  for (;;) {
    /** @type {[Part, Part] | undefined} */
    let best;
    let most = 0;
    const list = [...all];
    list.forEach((one, i) => {
      for (const other of list.slice(i + 1)) {
        const worth = gain(one, other, lab);
        if (worth <= most || circular(one, other)) continue;
        most = worth;
        best = [one, other];
      }
    });
    if (!best) return list;
    const [one, other] = best;
    one.bytes += other.bytes;
    one.modules.push(...other.modules);
    one.needed = new Set([...one.needed, ...other.needed]);
    one.imports = new Set([...one.imports, ...other.imports]);
    all.delete(other);
    for (const part of all) if (part.imports.delete(other)) part.imports.add(one);
    one.imports.delete(one);
    for (const part of reachedFrom(one)) part.needed = new Set([...part.needed, ...one.needed]);
  }
}

/** The longest chain of imports from this part. @param {Part} part @returns {number} */
const levelOf = ({ imports }) => Math.max(0, ...[...imports].map((one) => levelOf(one) + 1));

/**
 * Kit visits each file once, so a style that a page and one of its later parts share counts for whichever comes first. Here each
 * entry lists all its styles itself, and the parts that it may load later.
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
    Object.assign(root, { css: all_of('css'), dynamicImports: all_of('dynamicImports') });
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
  /** @type {Map<string, { name: string, level: number }> | undefined} */
  let parts;
  const plan = (/** @type {Info} */ info) =>
    new Map(
      merged(
        partsOf(ids, info, said).filter(({ needed }) => needed.size > 1 || needed.has('')),
        ids.find((id) => ofLab(id, info)),
      ).flatMap((part, i) => {
        const place = { name: `part-${i}`, level: levelOf(part) };
        return part.modules.map((id) => /** @type {const} */ ([id, place]));
      }),
    );
  // A group also takes what its modules import, unless an earlier group has it; so imported parts come first.
  const groups = Array.from({ length: LEVELS }, (_, level) => ({
    priority: LEVELS - level,
    /** @param {string} id @param {{ getModuleInfo: Info }} bundle */
    name: (id, bundle) => {
      parts ??= plan((one) => bundle.getModuleInfo(one));
      const part = parts.get(id);
      return part?.level === level ? part.name : null;
    },
  }));
  return {
    name: 'poolscope-few-chunks',
    apply: 'build',
    config: {
      order: 'post', // Kit has set `ssr` by then
      handler: ({ build }) =>
        build?.ssr
          ? undefined
          : { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    },
    transform: (code, id) => hear(code, id),
    buildEnd() {
      ids = [...this.getModuleIds()].sort();
      parts = undefined;
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
