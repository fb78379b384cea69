// Checks the dependencies between the files of a Rust package, as dependency-cruiser does for web/src: no cycles, and the
// engine's folders in their order. Cargo ensures the same between packages.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isScript, main, Sentence, wasmCore } from './run.mjs';

const PACKAGES = [
  'clockwork',
  'scenario',
  'steps',
  'engine',
  'curves',
  'diagnosis',
  'wasm/engine',
  'wasm/diagnosis',
  'cli',
];

/** The engine's folders, in two packages: each may use those before it and its own files. */
const ROOMS = ['record', 'kernel', 'scheduler', 'run', 'report', 'sim', 'vectors'];

/** @typedef {{ needed: string[], passed: string[] }} Paths what a module needs, and what it only re-exports */

/**
 * The paths of a `use` tree: `a::{b, c::d as e}` is a::b and a::c::d.
 * @param {string} tree
 * @returns {string[]}
 */
function flat(tree) {
  const at = tree.indexOf('{');
  if (at < 0) return [tree.trim().replace(/ as .*|::self$/, '')];
  const parts = tree.slice(at + 1, tree.lastIndexOf('}')).split(/,(?![^{]*\})/);
  return parts.flatMap((part) => (part.trim() ? flat(tree.slice(0, at) + part.trim()) : []));
}

/** @param {string} text of a file @returns {Paths} */
function paths(text) {
  const code = text.replace(/\/\/.*/g, '').replace(/#\[cfg\(test\)\]\s+mod [^]*/, '');
  const needed = /** @type {string[]} */ ([]);
  const given = /** @type {string[]} */ ([]);
  const rest = code.replace(/^ *(pub\S* )?use ([^;]+);/gm, (_, pub, /** @type {string} */ tree) => {
    (pub ? given : needed).push(...flat(tree.replace(/\s+/g, ' ')));
    return '';
  });
  const words = new Set(rest.match(/\w+/g));
  const own = given.filter((it) => words.has(it.replace(/.*::/, '')));
  return {
    needed: [...needed, ...(rest.match(/\b[a-z_]+(::\w+)+/g) ?? []), ...own],
    passed: given,
  };
}

/**
 * The module that a path refers to, seen from another; a re-exported name belongs to the module that defines it.
 * @param {Map<string, Paths>} all
 * @param {string} from
 * @param {string} needed
 * @returns {string}
 */
function home(all, from, needed) {
  const names = needed.split('::');
  let at = names[0] === 'crate' ? '' : from;
  while (/^(crate|self|super)$/.test(names[0] ?? '')) {
    if (names.shift() === 'super') at = at.replace(/(^|::)\w+$/, '');
  }
  const inside = () => (at === '' ? String(names[0]) : `${at}::${names[0]}`);
  for (; all.has(inside()); names.shift()) at = inside();
  const passed = all.get(at)?.passed.find((it) => it.endsWith(`::${names[0]}`) && it !== needed);
  return passed === undefined ? at : home(all, at, passed);
}

/** The modules that each module of a package needs. @param {string} folder */
async function needs(folder) {
  /** @type {Map<string, Paths>} */
  const all = new Map();
  for (const file of await readdir(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.rs')) continue;
    const name = file.replace(/(^|\/)(lib|main|mod)\.rs$|\.rs$/, '').replaceAll('/', '::');
    all.set(name, paths(await readFile(path.join(folder, file), 'utf8')));
  }
  return new Map(
    [...all].map(([name, { needed }]) => [name, new Set(needed.map((it) => home(all, name, it)))]),
  );
}

const rank = (/** @type {string} */ module) => ROOMS.indexOf(module.replace(/::.*/, ''));

/** The mistakes of a package, one per line. @param {string} name */
async function wrong(name) {
  const graph = await needs(path.join(wasmCore, name, 'src'));
  const found = /** @type {string[]} */ ([]);
  const done = new Set();
  const walk = (/** @type {string} */ at, /** @type {string[]} */ way) => {
    if (way.includes(at))
      found.push(`a circle: ${[...way.slice(way.indexOf(at)), at].join(' -> ')}`);
    if (done.has(at)) return;
    done.add(at);
    for (const next of graph.get(at) ?? []) if (next !== at) walk(next, [...way, at]);
  };
  for (const [at, needed] of graph) {
    walk(at, []);
    const room = /steps|engine/.test(name) && at !== '' ? rank(at) : Infinity;
    for (const other of needed) if (rank(other) > room) found.push(`${at} knows of ${other}`);
  }
  return found.map((it) => `${name}: ${it}`);
}

/** Fails with the names of all files in a cycle, or using a later folder. */
export async function checkRustRooms() {
  const all = (await Promise.all(PACKAGES.map(wrong))).flat();
  if (all.length > 0) throw new Sentence(all.join('\n'));
}

if (isScript(import.meta.url)) await main(checkRustRooms);
