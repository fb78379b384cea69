// npm run translations: what of the Chinese edition is missing, newer in English than in Chinese, or left over.
//   -- --accept FILE [PATH]   the translation was looked at: it is of the English text of today
//   -- --new FILE             what is missing, in the form that the Chinese file needs
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diffArrays } from 'diff';
import { isScript, main, Sentence, tryRun } from './run.mjs';
import {
  accepted,
  content,
  files,
  hashOf,
  knownOf,
  leftOver,
  placeOf,
  printed,
  translated,
  wordsOf,
} from './translated.mjs';

/** @typedef {import('./translated.mjs').Gap} Gap */

const english = (/** @type {string} */ file) => readFileSync(path.join(content, file), 'utf8');
const gapsOf = (/** @type {string} */ file) => translated(file, english(file)).gaps;
const isStale = (/** @type {Gap} */ { was }) => was !== undefined;

/**
 * The texts with these hashes, from the file's history.
 * @param {string} file
 * @param {readonly string[]} hashes
 */
async function oldTexts(file, hashes) {
  const found = /** @type {Map<string, string>} */ (new Map());
  if (hashes.length === 0) return found;
  const log = await tryRun('git', ['log', '--format=%H', '--', `content/${file}`]);
  for (const commit of (log ?? '').split('\n').filter(Boolean)) {
    const text = await tryRun('git', ['show', `${commit}:content/${file}`]);
    if (text === undefined) continue;
    const { front, chunks } = wordsOf(file, text);
    for (const one of [...front.values(), ...chunks])
      if (hashes.includes(hashOf(one))) found.set(hashOf(one), one);
    if (found.size === hashes.length) break;
  }
  return found;
}

/**
 * Two texts as one: words that went in [-...-], words that came in {+...+}.
 * @param {string} before
 * @param {string} after
 */
export const difference = (before, after) =>
  diffArrays(before.split(/\s+/), after.split(/\s+/))
    .map(({ value, added, removed }) => {
      const text = value.join(' ');
      return added ? `{+${text}+}` : removed ? `[-${text}-]` : text;
    })
    .join(' ');

/** What is to be done in a file, in words. @param {string} file */
async function report(file) {
  const gaps = gapsOf(file);
  const left = leftOver(file);
  if (gaps.length + left.length === 0) return { text: '', missing: 0, stale: 0, left: 0 };
  const old = await oldTexts(
    file,
    gaps.flatMap(({ was }) => was ?? []),
  );
  const stale = gaps.filter(isStale);
  const missing = gaps.length - stale.length;
  const lines = [
    `content/${placeOf(file)}: ${missing} missing, ${stale.length} stale, ${left.length} left over`,
  ];
  for (const { at, english: now, was = '', chinese } of stale) {
    const before = old.get(was);
    lines.push(
      `  stale ${at}`,
      `    ${before === undefined ? now : difference(before, now)}`,
      `    ${chinese}`,
    );
  }
  for (const { at, english: now } of gaps.filter((gap) => !isStale(gap)))
    lines.push(`  missing ${at}`, `    ${now}`);
  for (const one of left) lines.push(`  left over ${one}`);
  return { text: lines.join('\n'), missing, stale: stale.length, left: left.length };
}

async function list() {
  let total = { missing: 0, stale: 0, left: 0 };
  for (const file of files()) {
    const { text, missing, stale, left } = await report(file);
    if (text !== '') console.log(`${text}\n`);
    total = {
      missing: total.missing + missing,
      stale: total.stale + stale,
      left: total.left + left,
    };
  }
  console.log(
    `${files().length} files: ${total.missing} missing, ${total.stale} stale, ${total.left} left over.`,
  );
}

/** The English file, by its own name or by its translation's, with or without content/. @param {string} [name] */
export function fileNamed(name = '') {
  const wanted = name.replace(/^content\//, '');
  const file = files().find((one) => one === wanted || placeOf(one) === wanted);
  if (file === undefined)
    throw new Sentence(`"${name}" is no file with words, such as ${files()[0]}.`);
  return file;
}

/**
 * @param {string} file
 * @param {string} [at]
 */
function accept(file, at) {
  const gaps = gapsOf(file).filter((gap) => isStale(gap) && (at === undefined || gap.at === at));
  if (at !== undefined && gaps.length === 0) throw new Sentence(`${at} is not stale in ${file}.`);
  const text = accepted(file, english(file), (gap) => gaps.some((one) => one.at === gap.at));
  writeFileSync(path.join(content, placeOf(file) ?? ''), text);
  console.log(`${gaps.length} accepted in content/${placeOf(file)}.`);
}

/** @param {string} file */
export function missingIn(file, text = english(file), known = knownOf(file)) {
  const gaps = translated(file, text, known).gaps.filter((gap) => !isStale(gap));
  const isParagraph = (/** @type {Gap} */ { at }) => /^#\d+$/.test(at);
  const one = (/** @type {Gap} */ gap) => /** @type {const} */ ([hashOf(gap.english), gap.english]);
  return printed(
    file,
    gaps.filter((gap) => !isParagraph(gap)).map((gap) => [gap.at, one(gap)]),
    gaps.filter(isParagraph).map(one),
  );
}

if (isScript(import.meta.url)) {
  const [command, file, at] = process.argv.slice(2);
  await main(async () => {
    if (command === '--accept') accept(fileNamed(file), at);
    else if (command === '--new') console.log(missingIn(fileNamed(file)));
    else if (command === undefined) await list();
    else throw new Sentence('npm run translations [-- --accept FILE [PATH] | -- --new FILE]');
  });
}
