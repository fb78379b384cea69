// What the Chinese texts of content/zh/ are held to: the terms of terms.json, and AutoCorrect's typography (spaces between Han and
// Latin, full-width punctuation).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHOICE } from './grammar.mjs';
import { isScript, main, root, Sentence } from './run.mjs';
import { content, files, knownOf, placeOf } from './translated.mjs';

/** @typedef {{ file: string, at: string, text: string }} Text */
/** @typedef {Readonly<Record<string, { zh: string, not: readonly string[] }>>} Terms */

/** Every Chinese text. @returns {Text[]} */
export const texts = () =>
  files().flatMap((file) => {
    const { front, chunks } = knownOf(file);
    const place = `content/${placeOf(file)}`;
    return [
      ...[...front].map(([at, [, text]]) => ({ file: place, at, text })),
      ...chunks.map(([of, text]) => ({ file: place, at: of, text })),
    ];
  });

export const terms = () =>
  /** @type {Terms} */ (JSON.parse(readFileSync(path.join(content, 'zh', 'terms.json'), 'utf8')));

/** What people type who look for it, in their words. */
const TYPED = /\/aliases\/|(^|\/)asked\/|\/also\//;

/**
 * Terms that are translated in a second way.
 * @param {readonly Text[]} some
 * @param {Terms} table
 */
export function secondWays(some, table) {
  const forms = Object.entries(table).flatMap(([term, { zh, not }]) =>
    not.map((form) => ({ form: new RegExp(form), said: `${term} is ${zh}` })),
  );
  return some
    .filter(({ at }) => !TYPED.test(at))
    .flatMap(({ file, at, text }) =>
      forms.flatMap(({ form, said }) => {
        const [found] = form.exec(text) ?? [];
        return found === undefined ? [] : [`${file} ${at}: ${said}, not ${found}`];
      }),
    );
}

const HAN = /\p{Script=Han}/u;

/** What a reader sees of each line of a text: no code, attributes or addresses. @param {string} text */
export const seen = (text) =>
  text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1$/gm, '')
    .replaceAll(/^:::.*$/gm, '')
    .replaceAll(CHOICE, '$3')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/:\w+\[(?:[^\]|]*\|)?([^\]]*)\](?:\{[^}]*\})?/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/ ?\{(?:#|check=)[^}]*\}/g, '')
    .replaceAll(/\*+/g, '')
    .split(/[\n|]/)
    .filter((line) => HAN.test(line));

const AUTOCORRECT = path.join(root, 'node_modules', '@huacnlee', 'autocorrect');

/** @typedef {typeof import('@huacnlee/autocorrect') & { __wbg_set_wasm(exports: unknown): void }} AutoCorrect */

/** Its own start is for bundlers. */
async function autocorrect() {
  const glue = /** @type {AutoCorrect & WebAssembly.ModuleImports} */ (
    await import(pathToFileURL(path.join(AUTOCORRECT, 'autocorrect_bg.js')).href)
  );
  const bytes = readFileSync(path.join(AUTOCORRECT, 'autocorrect_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './autocorrect_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  // It takes the colon after a number for that of a time.
  glue.loadConfig(JSON.stringify({ rules: { 'halfwidth-word': 0 } }));
  return (/** @type {string} */ text) => glue.format(text);
}

/** Lines that AutoCorrect would write otherwise. @param {readonly Text[]} some */
export async function misspelt(some) {
  const format = await autocorrect();
  return some.flatMap(({ file, at, text }) =>
    seen(text).flatMap((line) => {
      const better = format(line);
      return better === line ? [] : [`${file} ${at}:\n  ${line}\n  ${better}`];
    }),
  );
}

export async function checkChinese() {
  const some = texts();
  const wrong = [...secondWays(some, terms()), ...(await misspelt(some))];
  if (wrong.length > 0) throw new Sentence(wrong.join('\n'));
}

if (isScript(import.meta.url)) await main(checkChinese);
