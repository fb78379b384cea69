// The languages of the site (content/languages.json): each is a build of the same sources, with its content read in its language
// and only its own words in its scripts. LOCALE=zh chooses one; the first is the default.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, Sentence } from './run.mjs';

/** @typedef {import('../src/model/languages').Language} Language */

export const LANGUAGES = /** @type {[Language, ...Language[]]} */ (
  JSON.parse(readFileSync(path.join(root, 'content/languages.json'), 'utf8'))
);
const [first, ...others] = LANGUAGES;
export const OTHERS = others;

const asked = process.env['LOCALE'] ?? first.code;
const found = LANGUAGES.find(({ code }) => code === asked);
if (!found)
  throw new Sentence(
    `LOCALE is "${asked}"; allowed: ${LANGUAGES.map(({ code }) => code).join(', ')}.`,
  );
/** The language of this process. */
export const language = found;

/** What is made of the words of a language, for its build. */
const madeOf = (/** @type {string} */ code) =>
  code === first.code
    ? { project: 'web/project.inlang', messages: 'web/src/paraglide' }
    : {
        project: `.svelte-kit/${code}/project.inlang`,
        messages: `.svelte-kit/${code}/paraglide`,
      };
export const { project, messages } = madeOf(language.code);

/** What imports of a language's own modules stand for. */
export const aliases = (code = language.code) => ({
  '#locale': path.join(root, `web/src/model/locales/${code}.ts`),
  '#paraglide': path.join(root, madeOf(code).messages),
});

/** Writes the project of the messages with their words in this language; the first one's is a source. */
export async function writeProject() {
  if (language === first) return;
  const { content, translated } = await import('./translated.mjs'); // not before npm ci
  const source = path.join(root, 'web/project.inlang/settings.json');
  const settings = JSON.parse(readFileSync(source, 'utf8'));
  const { code } = language;
  const place = path.join(root, project);
  const format = 'plugin.inlang.messageFormat';
  /** @type {{ modules: string[] }} */
  const { modules } = settings;
  /** @type {string[]} */
  const patterns = settings[format].pathPattern;
  mkdirSync(path.join(place, '../words'), { recursive: true });
  mkdirSync(place, { recursive: true });
  for (const pattern of patterns) {
    const name = path.basename(pattern);
    const file = `words/${name.replace('{locale}', first.code)}`;
    const { text } = translated(file, readFileSync(path.join(content, file), 'utf8'));
    writeFileSync(path.join(place, '../words', name.replace('{locale}', code)), text);
  }
  const own = {
    ...settings,
    baseLocale: code,
    locales: [code],
    modules: modules.map((one) => one.replace('../', '../../')),
    [format]: { pathPattern: patterns.map((one) => `./words/${path.basename(one)}`) },
  };
  writeFileSync(path.join(place, 'settings.json'), JSON.stringify(own));
}

/**
 * Reads content in the language of this process: words of each file, and the styles of its letters.
 * @returns {import('vite').Plugin}
 */
export function inLanguage() {
  const styles = path.join(root, 'web/src/ui/styles');
  const { code, heading_font } = language;
  /** What a file says in this language; undefined if the same. @type {Map<string, () => string>} */
  const said = new Map();
  return {
    name: 'poolscope-in-language',
    enforce: 'pre',
    async buildStart() {
      if (language === first || said.size > 0) return;
      const { content, files, translated } = await import('./translated.mjs'); // not before npm ci
      for (const name of files()) {
        const file = path.join(content, name);
        said.set(file, () => translated(name, readFileSync(file, 'utf8')).text);
      }
      const tokens = path.join(styles, 'tokens.css');
      const own = path.join(styles, `${code}.css`);
      said.set(tokens, () => readFileSync(tokens, 'utf8') + readFileSync(own, 'utf8'));
      if (!heading_font) said.set(path.join(styles, 'headings.css'), () => '');
    },
    load(id) {
      const [file = '', query] = id.split('?');
      const text = said.get(file)?.();
      if (text === undefined) return null;
      return query === 'raw'
        ? { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
        : text;
    },
  };
}
