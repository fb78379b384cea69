// The content of another language than the first: each file of content/ with its paragraphs in that language. A translation carries
// the hash of the English paragraph that it translates; where that has changed, the English one is shown, marked. The files of zh:
//   zh/X.json   "path of the value": ["hash", "translation"]
//   zh/X.md     front matter likewise; before each paragraph its hash in a comment
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml, stringify as printYaml } from 'yaml';
import { language, OTHERS } from './languages.mjs';
import { root } from './run.mjs';

/** @typedef {readonly [of: string, text: string]} Translation */
/** @typedef {{ file: string, at: string, english: string, was: string | undefined, chinese: string | undefined }} Gap */

export const content = path.join(root, 'content');
/** The language of this process, or the second if that is the first. */
const CODE = (OTHERS.find((one) => one === language) ?? OTHERS[0])?.code ?? '';

/** Which values of a file are words, by their path in it. */
const WORDS = /** @type {readonly (readonly [file: RegExp, values: RegExp])[]} */ ([
  [/^words\/(.+\.)?en\.json$/, /./],
  [/^(names|requests)\.json$/, /./],
  [/^\.\.\/.*\/variables\.json$/, /\/help$/],
  // What the lab has fields for.
  [
    /^scenario\.schema\.json$/,
    /^(\$defs\/(Machine|Start|Budget)\/)?properties\/(cores|\w+_(wake|create|round|tick|cpu)_us|threads|idle_workers|dequeue_attempts|seed|until_us|warm_up_us|steps|record_mb)\/description$/,
  ],
  [/^glossary\.json$/, /^[^/]+\/(term|text|also\/\d+)$/],
  [/^sources\.json$/, /^[^/]+\/note$/],
  [/^coverage\.json$/, /\/(heading|what|answer|by)$/],
  [/^lessons\/en\/course\.json$/, /\/(question|alone|skips)$/],
  [/^said\/claims\.json$/, /\/title$/],
  [
    /^reference\/pages\.json$/,
    /^[^/]+\/(more\/\d+|not\/\d+|set|how|earlier|documented\/\d+\/(range|default)|default\/[^/]+|figure\/(see|says))$/,
  ],
  [/^reference\/names\.json$/, /^[^/]+\/[^/]+\/(answer|aliases\/\d+)$/],
  // Names are servers' words, but for those of sleeping connections.
  [
    /^reference\/lists\.json$/,
    /(^|\/)(title|description|lead(\/\d+)?|note|says|ours)$|^sleep\/.*\/name$/,
  ],
  [/^reference\/states\.json$/, /\/ended_by$/],
  [/^measured\/clients-.+\.json$/, /(\/(did|lead|title|caveat|never)|^machine\/text)$/],
  [/^measured\/differences\.json$/, /(\/note|^reasons\/[^/]+)$/],
  [/^measured\/mariadb-.+\.json$/, /(^scenarios\/\d+\/title|^machine\/text|^source\/title)$/],
  [
    /^benchmarks\/[^/]+\.json$/,
    /(^title|(^|\/)label|^notes\/\d+|\/why|^settings\/.+|^licence|said\/\d+|\/note)$/,
  ],
  [
    /^(reference\/)?scenarios\/[^/]+\.json$/,
    /(^title|^question|^about|^knobs\/\d+\/help|^published\/\d+\/(note|label|settings))$/,
  ],
  [/^lessons\/en\/.+\.md$/, /^(title|kicker|summary|verified\/against|act)$/],
  [/^story\.md$/, /^(title|lead|description|asked\/\d+|levers\/[^/]+\/name)$/],
  [/^said\/(?!README)[^/]+\.md$/, /^(told|verdict|would\/\d+\/words)$/],
]);

const LETTERS = /\p{L}{2}/u;
export const hashOf = (/** @type {string} */ text) =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 8);

/**
 * The line above a paragraph, a list or a table that is newer than its translation, and below such a heading.
 * @type {{ paragraph: string, heading: string }}
 */
const { paragraph, heading } = JSON.parse(
  readFileSync(path.join(content, CODE, 'newer.json'), 'utf8'),
);
export const NEWER = paragraph;
export const NEWER_HEADING = heading;

const valuesOf = (/** @type {string} */ file) => WORDS.find(([like]) => like.test(file))?.[1];

/**
 * The file of a translation; undefined if there is nothing to translate.
 * @param {string} file below content/
 */
export function placeOf(file) {
  if (valuesOf(file) === undefined) return undefined;
  // words/en.json is words/all.json there, words/lab.en.json is words/lab.json.
  const name = file.replace(/(?<=\/)en\.json$/, 'all.json').replace(/\.en\.json$/, '.json');
  return `${CODE}/${name.replace(/^(lessons\/)en\/|^\.\..*\//, '$1')}`;
}

/** Made from declarations in Rust, and the only file elsewhere. */
const GENERATED = '../web/src/model/generated/';

/** The English files with words. */
export const files = () =>
  [...readdirSync(content, { recursive: true, encoding: 'utf8' }), `${GENERATED}variables.json`]
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => valuesOf(file) !== undefined)
    .sort();

/**
 * The words among a value's values, by path.
 * @param {unknown} value
 * @param {RegExp} which
 */
function wordsIn(value, which) {
  const found = new Map();
  const walk = (/** @type {unknown} */ one, /** @type {string} */ at) => {
    if (typeof one === 'string') {
      if (which.test(at) && LETTERS.test(one)) found.set(at, one);
    } else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) walk(inner, at === '' ? key : `${at}/${key}`);
  };
  walk(value, '');
  return /** @type {Map<string, string>} */ (found);
}

/**
 * The value with other words.
 * @param {any} value
 * @param {(at: string, text: string) => string} say
 * @param {RegExp} which
 * @returns {any}
 */
function said(value, say, which, at = '') {
  if (typeof value === 'string')
    return which.test(at) && LETTERS.test(value) ? say(at, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = (/** @type {string} */ key) => (at === '' ? key : `${at}/${key}`);
  if (Array.isArray(value)) return value.map((one, i) => said(one, say, which, inner(String(i))));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, said(one, say, which, inner(key))]),
  );
}

const FRONT = /^---\n([\s\S]*?)\n---\n/;
const OF = /^<!-- ([0-9a-f]{8}) -->\n/;

/** A file's front matter, and what stands between its blank lines; code stays whole. */
export function partsOf(/** @type {string} */ text) {
  const [whole = '', front = ''] = FRONT.exec(text) ?? [];
  const chunks = /** @type {string[]} */ ([]);
  let fenced = false;
  let open = false;
  for (const line of text.slice(whole.length).split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (line.trim() === '' && !fenced) open = false;
    else if (open) chunks.push(`${chunks.pop() ?? ''}\n${line}`);
    else {
      chunks.push(line);
      open = true;
    }
  }
  return { front, chunks };
}

/**
 * What there is to translate: values by path, and paragraphs.
 * @param {string} file
 * @param {string} text
 */
export function wordsOf(file, text) {
  const which = valuesOf(file) ?? /^$/;
  if (file.endsWith('.json')) return { front: wordsIn(JSON.parse(text), which), chunks: [] };
  const { front, chunks } = partsOf(text);
  return {
    front: wordsIn(parseYaml(front), which),
    chunks: chunks.filter((chunk) => LETTERS.test(chunk)),
  };
}

/** @typedef {{ front: ReadonlyMap<string, Translation>, chunks: readonly Translation[] }} Known */

/** What the translation's file has. @param {string} file @returns {Known} */
export function knownOf(file) {
  const place = path.join(content, placeOf(file) ?? '');
  const empty = { front: new Map(), chunks: [] };
  if (!existsSync(place)) return empty;
  const text = readFileSync(place, 'utf8');
  if (file.endsWith('.json')) return { ...empty, front: new Map(Object.entries(JSON.parse(text))) };
  const { front, chunks } = partsOf(text);
  return {
    front: new Map(Object.entries(parseYaml(front) ?? {})),
    chunks: chunks.map((chunk) => [OF.exec(chunk)?.[1] ?? '', chunk.replace(OF, '')]),
  };
}

/**
 * A file of content/ in Chinese, and what is missing or stale in it.
 * @param {string} file
 * @param {string} text
 * @param {Known} [known]
 */
export function translated(file, text, known = knownOf(file)) {
  const which = valuesOf(file);
  /** @type {Gap[]} */
  const gaps = [];
  if (which === undefined) return { text, gaps };
  const byHash = new Map(known.front.values());
  const say = (/** @type {string} */ at, /** @type {string} */ english) => {
    const hash = hashOf(english);
    const [of, here] = known.front.get(at) ?? [];
    const found = of === hash ? here : byHash.get(hash);
    if (found !== undefined) return found;
    gaps.push({ file, at, english, was: of, chinese: here });
    const marks = english.length > LABEL && !TITLE.test(at) && !DRAWN.test(file);
    return marks ? `${english} ${NEWER}` : english;
  };
  if (file.endsWith('.json'))
    return { text: JSON.stringify(said(JSON.parse(text), say, which)), gaps };
  const { front, chunks } = partsOf(text);
  const head = printYaml(said(parseYaml(front), say, which), { lineWidth: 0 });
  const hashes = new Set(chunks.map(hashOf));
  const places = new Map(known.chunks.map(([of], index) => [of, index]));
  let next = 0;
  let count = 0;
  const body = chunks.map((chunk) => {
    if (!LETTERS.test(chunk)) return chunk;
    count += 1;
    const place = places.get(hashOf(chunk));
    // The translation of a changed paragraph stands after that of the paragraph before it.
    const [was, chinese] = known.chunks[place ?? next] ?? [];
    const stale = place === undefined && was !== undefined && !hashes.has(was);
    if (place !== undefined || stale) next = (place ?? next) + 1;
    if (place !== undefined && chinese !== undefined) return chinese;
    gaps.push({ file, at: `#${count}`, english: chunk, ...(stale ? { was, chinese } : NONE) });
    return marked(chunk);
  });
  return { text: `---\n${head}---\n\n${body.join('\n\n')}\n`, gaps };
}

const NONE = { was: undefined, chinese: undefined };
/** Shorter words are labels. These, titles and what is drawn in pictures have no room for a line more. */
const LABEL = 60;
const TITLE = /(^|\/)(title|kicker|label|question)$/;
const DRAWN = /^words\/(figure|narrator|scene)\./;

/** A paragraph that is newer than its translation; build/lessons/markdown.ts writes the directive. @param {string} chunk */
function marked(chunk) {
  const [, head = '', text = ''] = /^((?::::.*(?:\n|$))*)([\s\S]*)$/.exec(chunk) ?? [];
  if (text === '' || /^(```|~~~)/.test(text)) return chunk;
  if (/^#/.test(text)) return `${chunk}\n\n:newer[${NEWER_HEADING}]`;
  const mark = `${head}:newer[${NEWER}]`;
  // An item or a cell only says that its list or table is in English.
  const [first] = /^(?:\||[-*+]|\d+\.)\s+/.exec(text) ?? [];
  if (first === undefined) return `${mark} ${text}`;
  return `${mark}\n\n${first}:newer[]${text.slice(first.length)}`;
}

/** Everything that is not translated, or no longer. */
export const gaps = () =>
  files().flatMap((file) => translated(file, readFileSync(path.join(content, file), 'utf8')).gaps);

/**
 * Translations that stand for nothing any more: neither for a paragraph of today, nor beside one that has changed.
 * @param {string} file
 * @param {string} [text]
 * @param {Known} [known]
 */
export function leftOver(
  file,
  text = readFileSync(path.join(content, file), 'utf8'),
  known = knownOf(file),
) {
  const { front, chunks } = wordsOf(file, text);
  const stale = translated(file, text, known).gaps.map(({ was }) => was);
  const needed = new Set([...[...front.values(), ...chunks].map(hashOf), ...stale]);
  return [
    ...[...known.front].filter(([at, [of]]) => !front.has(at) && !needed.has(of)).map(([at]) => at),
    ...known.chunks.filter(([of]) => !needed.has(of)).map(([, chunk]) => chunk),
  ];
}

/**
 * The translation's file once more, in the order of the English one, without what stands for nothing.
 * @param {string} file
 * @param {string} text
 * @param {(gap: Gap) => boolean} accepts a stale one whose translation was looked at
 * @param {Known} [known]
 */
export function accepted(file, text, accepts, known = knownOf(file)) {
  const gaps = new Map(translated(file, text, known).gaps.map((gap) => [gap.at, gap]));
  const byHash = new Map([...known.front.values(), ...known.chunks]);
  /** @returns {Translation[]} */
  const of = (/** @type {string} */ at, /** @type {string} */ english) => {
    const hash = hashOf(english);
    const gap = gaps.get(at);
    const [was, here] = known.front.get(at) ?? [];
    if (!gap) return [[hash, (was === hash ? here : byHash.get(hash)) ?? '']];
    if (gap.was === undefined || gap.chinese === undefined) return [];
    return [[accepts(gap) ? hash : gap.was, gap.chinese]];
  };
  const { front, chunks } = wordsOf(file, text);
  return printed(
    file,
    [...front].flatMap(([at, english]) =>
      of(at, english).map((one) => /** @type {const} */ ([at, one])),
    ),
    chunks.flatMap((chunk, index) => of(`#${index + 1}`, chunk)),
  );
}

/**
 * Translations as their file has them.
 * @param {string} file
 * @param {readonly (readonly [at: string, one: Translation])[]} front
 * @param {readonly Translation[]} chunks
 */
export function printed(file, front, chunks) {
  const lines = front.map(
    ([at, [of, text]]) => `${JSON.stringify(at)}: [${JSON.stringify(of)}, ${JSON.stringify(text)}]`,
  );
  if (file.endsWith('.json')) return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;
  const head = lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`;
  const paragraphs = chunks.map(([of, text]) => `<!-- ${of} -->\n${text}\n`);
  return [head, ...paragraphs].filter((one) => one !== '').join('\n');
}
