// Which modules of the site share a file. Left to itself, the bundler makes a file of each set of pages that share
// something: thirty of a few hundred bytes on a lesson, each with its own request and its own headers.
// Of a scenario's page, scripts in KB of gzip and requests, before a press and on it: 54.8 in 13 and 96.9 in 10. Five groups by
// who needs a module (30 lines) come to 61.8 in 20 and 83.8 in 4, over the bar on four pages; four groups
// come to 53.8 in 21 and 94.6 in 21. The bundler's own (`entriesAware`) joins what is small with whatever is near: 246.8 in 34, all of it before.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a request costs beside its content, in bytes: its headers, and a slow network's round trip shared by six. */
const REQUEST = 1_200;
/** Of a module's source, what a reader gets of it: minified and packed. */
const PACKED = 1 / 7;
/** Parts that need each other in a row. */
const LEVELS = 24;
/** What every page gets counts as much as so many pages together. */
const EVERYBODY = 20;
const FIGURE = '/figure/run/Figure.svelte';
/** Seldom asked for: it takes files as the others have them. */
const SELDOM = /\/features\/diagnose\/film-parts\.ts$/;
/** What every page needs: Kit's start, its app and the layout of all. */
const ALWAYS =
  /\/client\/entry\.js$|\/client-optimized\/app\.js$|\/client-optimized\/nodes\/0\.js$/;

/** @typedef {{ bytes: number, needed: Set<string>, imports: Set<Part>, modules: string[] }} Part */
/** @typedef {(id: string) => import('vite').Rollup.ModuleInfo | null} Info */

/** Words are imported all at once: who says them tells. */
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
 * Parts of the site with what they need, by who asks for them: pages, and what is imported when it is used.
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
    part.bytes += (info(id)?.code?.length ?? 0) * PACKED;
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

/** A part and all that it stands on. @param {Part} part */
function reachedFrom(part) {
  const reached = new Set([part]);
  for (const one of reached) for (const next of one.imports) reached.add(next);
  return reached;
}

/** What it is worth, in bytes, that two parts are one file. @param {Part} one @param {Part} other */
function gain(one, other) {
  const weight = (/** @type {string} */ by) =>
    by === '' ? EVERYBODY : by.includes('/client-optimized/') ? 1 : by.endsWith(FIGURE) ? 8 : 0.25;
  // Who needs one of the two gets the other too, and what that stands on.
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

/** A file that needs another which needs it would run before what it stands on. @param {Part} one @param {Part} other */
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

/** @param {Part[]} parts those that several ask for @returns {Part[]} */
function merged(parts) {
  const all = new Set(parts);
  for (;;) {
    /** @type {[Part, Part] | undefined} */
    let best;
    let most = 0;
    const list = [...all];
    list.forEach((one, i) => {
      for (const other of list.slice(i + 1)) {
        const worth = gain(one, other);
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

/** How many parts stand below this one. @param {Part} part @returns {number} */
const levelOf = ({ imports }) => Math.max(0, ...[...imports].map((one) => levelOf(one) + 1));

/**
 * Kit meets each file once: what is on a page and in something that the page loads later, it counts to whichever it comes
 * by first. So each says itself what it needs, and what it may load later last.
 * @param {import('vite').Manifest} manifest
 */
function tellAll(manifest) {
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
    const told = (/** @type {'css' | 'dynamicImports'} */ what) => [
      ...new Set([...reached].flatMap((one) => one[what] ?? [])),
    ];
    Object.assign(root, { css: told('css'), dynamicImports: told('dynamicImports') });
  }
  // And of what may come later Kit takes what a page names: named by another, it would be met too deep to count.
  for (const one of all) if (!one.isEntry) delete one.dynamicImports;
}

/**
 * Of pages, and of what they import when it is used: few files in place of many.
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
      ).flatMap((part, i) => {
        const place = { name: `part-${i}`, level: levelOf(part) };
        return part.modules.map((id) => /** @type {const} */ ([id, place]));
      }),
    );
  // A group takes along what its modules need, but for what a group before it has: what others stand on comes first.
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
      order: 'post', // by then Kit has said which of its two builds this is
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
      order: 'pre', // Kit reads it then
      sequential: true,
      handler({ dir = '' }) {
        const file = path.join(dir, '.vite/manifest.json');
        const manifest = JSON.parse(readFileSync(file, 'utf8'));
        tellAll(manifest);
        writeFileSync(file, JSON.stringify(manifest));
      },
    },
  };
}
