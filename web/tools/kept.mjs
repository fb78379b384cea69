// Makes build/kept/, the files that a device stores for offline use (web/src/service-worker.ts). Runs after the pages.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';
import { build } from './server.mjs';
import { gzipped } from './sizes.mjs';

/**
 * Stored after one visit: lessons, tools and reference. Left out are whole lessons on one page, which repeat their steps.
 */
const FIRST =
  /^(|(lessons|scenarios|lab|diagnose|hangs|reference|glossary|search|about|offline)\/.*)$/;
const isWhole = (/** @type {string} */ page) => page.endsWith('/whole/');
const isFirst = (/** @type {string} */ page) => FIRST.test(page) && !isWhole(page);
/** Addresses that a reader may look up besides pages. */
const DOWNLOADS = ['capture.sql', 'watch.sql', 'scenario.schema.json'];

const folder = path.join(build, 'kept');
const text = (/** @type {string} */ file) => readFileSync(path.join(build, file), 'utf8');
const filesIn = (/** @type {string} */ place, /** @type {RegExp} */ names) =>
  readdirSync(path.join(build, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .map((file) => path.posix.join(place, file))
    .sort();

/** Kit's pages by address: frames, pictures and figures as one file have documents of their own. */
const pages = () =>
  filesIn('', /(^|\/)index\.html$/)
    .filter((file) => !/^(embed|take)\//.test(file))
    .map((file) => file.slice(0, -'index.html'.length));

/** Posters that have been read. @type {Set<object>} */
const posters = new Set();
/** The type of web/src/hooks.ts for devalue: a device makes the picture again. */
const reading = {
  Poster: (/** @type {import('../src/model/run/poster').PosterPacked} */ { frame, ...rest }) => {
    const poster = { $: 'poster', ...rest, time_ns: JSON.parse(frame).time_ns };
    posters.add(poster);
    return poster;
  },
};

const SHARED_FROM = 70;

/** Writes what web/src/model/offline/pages.ts reads. */
function writer() {
  /** @type {Map<string, number>} */
  const places = new Map();
  /** @type {unknown[]} */
  const shared = [];
  /** The runs of posters by name, as scenario and settings. @type {Record<string, unknown>} */
  const runs = {};
  /** @param {unknown} written */
  const short = (written) => {
    const said = JSON.stringify(written);
    if (said.length < SHARED_FROM) return written;
    const place = places.get(said) ?? shared.push(written) - 1;
    places.set(said, place);
    return { $: place };
  };
  /** @param {object} poster */
  const note = (poster) => {
    const { run, overrides } = /** @type {import('../src/model/run/poster').PosterPacked} */ (
      poster
    );
    const { scenario_json } = JSON.parse(text(`run/${run}.json`));
    runs[run] ??= { scenario: write(JSON.parse(scenario_json)), overrides };
  };
  /** @param {unknown} value @returns {unknown} */
  const write = (value) => {
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Error(`a page's data has ${value}, which JSON cannot say`);
    if (typeof value !== 'object' || value === null)
      return typeof value === 'string' ? short(value) : value;
    if (posters.has(value)) {
      note(value);
      return value;
    }
    if (ArrayBuffer.isView(value))
      return { $: value.constructor.name, value: [.../** @type {any} */ (value)].map(write) };
    if (Array.isArray(value)) return short(value.map(write));
    if ('$' in value) throw new Error("a page's data has a key $, which stands for something else");
    // A key without a value reads as one that is not there.
    const said = Object.entries(value).filter(([, one]) => one !== undefined);
    return short(Object.fromEntries(said.map(([key, one]) => [key, write(one)])));
  };
  return { shared, runs, note, write };
}

/** Kit's answer with a page's data. @param {string} page @returns {{ nodes?: ({ data?: any } | null)[] }} */
function answer(page) {
  const file = `${page}__data.json`;
  return existsSync(path.join(build, file)) ? JSON.parse(text(file)) : {};
}

/**
 * @param {readonly string[]} which @param {string} version
 * @param {readonly string[]} visited pages that a device may have as they were visited: of these, only the runs
 */
async function dataOf(which, version, visited = []) {
  const { unflatten } = await import('devalue'); // not before npm ci
  const { shared, runs, note, write } = writer();
  const kept = which.map((page) => {
    const { nodes, ...rest } = answer(page);
    if (nodes === undefined) return [page, null];
    const shorter = nodes.map((node) =>
      node?.data ? { ...node, data: write(unflatten(node.data, reading)) } : node,
    );
    return [page, { ...rest, nodes: shorter }];
  });
  posters.clear();
  for (const page of visited)
    for (const node of answer(page).nodes ?? []) if (node?.data) unflatten(node.data, reading);
  for (const poster of posters) note(poster);
  return { version, shared, runs, pages: Object.fromEntries(kept) };
}

/** The address of each package's module in the site, by its bytes. */
function modules() {
  const files = filesIn('_app/immutable', /\.wasm$/);
  const places = new Map(files.map((file) => [digest(path.join(build, file)), file]));
  if (places.size < files.length) throw new Error(`a module is there twice: ${files.join(', ')}`);
  return (/** @type {string} */ pkg) => {
    const made = path.join(root, 'wasm-core', pkg, 'poolscope_wasm_bg.wasm');
    const found = places.get(digest(made));
    if (found === undefined) throw new Error(`${made} is not in the site`);
    return found;
  };
}

/** What makes clips, which few readers do, is stored on request too. */
const SELDOM = ['Clip.svelte', 'encode.ts'].map((file) => `web/src/figure/embed/${file}`);

/**
 * The scripts and styles that only pages stored on request need. Scripts contain the names of what they may load.
 * @param {readonly string[]} all addresses of pages
 * @param {readonly string[]} scripts
 */
function filesOfRest(all, scripts) {
  const nodes = new Map(
    scripts.flatMap((file) => {
      const [, number] = /\/nodes\/(\d+)\./.exec(file) ?? [];
      return number === undefined ? [] : [[number, file]];
    }),
  );
  /** @param {Iterable<string>} files */
  const neededBy = (files) => {
    const reached = new Set(files);
    for (const file of reached)
      for (const [named] of text(file).matchAll(/[\w.-]+\.(js|css)(?=["'`])/g)) {
        const found = scripts.find((other) => path.basename(other) === named);
        if (found !== undefined) reached.add(found);
      }
    return reached;
  };
  // Kit's numbers of the layout that every page has, and of the error page.
  const always = ['0', '1'];
  const numbers = all.filter(isFirst).flatMap((page) => {
    const [, of = ''] = /node_ids: \[([\d, ]+)\]/.exec(text(`${page}index.html`)) ?? [];
    return of.split(', ');
  });
  const made = path.join(root, '.svelte-kit/output/client/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(made, 'utf8'));
  const seldom = SELDOM.map((source) => manifest[source].file);
  const first = neededBy([...always, ...numbers].flatMap((number) => nodes.get(number) ?? []));
  const any = neededBy(nodes.values());
  return (/** @type {string} */ file) =>
    any.has(file) && (!first.has(file) || seldom.includes(file));
}

const digest = (/** @type {string} */ file) =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * In gzip whatever the host does: a device unpacks it, and the build has it once.
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  writeFileSync(path.join(folder, name), gzipSync(JSON.stringify(value), { level: 9 }));
  return `kept/${name}`;
}

export async function makeKept() {
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(text('_app/version.json'));
  const named = modules();
  const scripts = filesIn('_app/immutable', /\.(js|css)$/).filter(
    (file) => !file.includes('/immutable/embed/'),
  );
  const all = pages();
  const isOfRest = filesOfRest(all, scripts);
  /** @param {readonly string[]} list */
  const files = (list) => ({
    version,
    // Files that begin alike are neighbours: gzip looks back 32 KB, and this way it saves 30.
    files: Object.fromEntries(
      list
        .map((file) => ({ file, says: text(file) }))
        .sort((one, other) => (one.says < other.says ? -1 : 1))
        .map(({ file, says }) => [file, says]),
    ),
  });
  const sized = (/** @type {string[]} */ list) =>
    list.map((file) => {
      const whole = path.join(build, file);
      return [file, file.endsWith('.pack') ? statSync(whole).size : gzipped(whole)];
    });
  const index = {
    version,
    engine: named('pkg'),
    first: sized([
      ...filesIn('_app/immutable', /\.woff2$/).filter((file) => !file.includes('/embed/')),
      write(
        'files.pack',
        files([...scripts.filter((file) => !isOfRest(file)), '404.html', 'keep.js']),
      ),
      write(
        'pages.pack',
        await dataOf(
          all.filter(isFirst),
          version,
          all.filter((page) => !isFirst(page) && !isWhole(page)),
        ),
      ),
      ...[named('pkg'), named('pkg-diagnose'), 'search.json'],
    ]),
    rest: sized([
      write('more-files.pack', files(scripts.filter(isOfRest))),
      write(
        'more.pack',
        await dataOf(
          all.filter((page) => !isFirst(page)),
          version,
        ),
      ),
      ...DOWNLOADS,
    ]),
  };
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index));
  // A lesson on one page has no script that would ask for its data.
  for (const page of all.filter(isWhole)) rmSync(path.join(build, `${page}__data.json`));
  // Withdraws the worker from every device: `OFFLINE=off npm run build`.
  if (process.env['OFFLINE'] === 'off')
    copyFileSync(path.join(root, 'web/tools/no-worker.js'), path.join(build, 'service-worker.js'));
}
