// The languages of the site (content/languages.json): each is a build of the same sources, with its content read in its language
// and only its own words in its scripts. LOCALE=zh chooses one; the first is the default.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compiled } from './grammar.mjs';
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
const madeOf = (/** @type {string} */ code) => ({
  project: `.svelte-kit/${code}/project.inlang`,
  messages: code === first.code ? 'web/src/paraglide' : `.svelte-kit/${code}/paraglide`,
});
export const { project, messages } = madeOf(language.code);

/** What imports of a language's own modules stand for. */
export const aliases = (code = language.code) => ({
  '#locale': path.join(root, `web/src/model/locales/${code}.ts`),
  '#paraglide': path.join(root, madeOf(code).messages),
});

const WORDS = path.join(root, 'content/words');
/** The files with the words of pages; the command's are its own. */
export const wordFiles = () => readdirSync(WORDS).filter((file) => file !== 'command.en.json');

/** Writes the project of the messages, with their words in this language. */
export async function writeProject() {
  const { translated } = await import('./translated.mjs'); // not before npm ci
  const { code } = language;
  const words = path.join(root, project, '../words');
  mkdirSync(words, { recursive: true });
  mkdirSync(path.join(root, project), { recursive: true });
  const files = wordFiles();
  for (const name of files) {
    const text = readFileSync(path.join(WORDS, name), 'utf8');
    const own = language === first ? text : translated(`words/${name}`, text).text;
    const messages = Object.entries(JSON.parse(own)).map(([key, said]) => [key, compiled(said)]);
    writeFileSync(path.join(words, name), JSON.stringify(Object.fromEntries(messages)));
  }
  const settings = {
    $schema: 'https://inlang.com/schema/project-settings',
    baseLocale: code,
    locales: [code],
    modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': { pathPattern: files.map((file) => `./words/${file}`) },
    telemetry: 'off',
  };
  writeFileSync(path.join(root, project, 'settings.json'), JSON.stringify(settings));
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
