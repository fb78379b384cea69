// Tags the messages of frames that have a word with which a writer may want another (web/src/model/words/own.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { project } from './languages.mjs';
import { root } from './run.mjs';

const OWN = path.join(root, 'web/src/model/words/own.ts');

/** Whether a message has a word that has another one. */
function worded() {
  const file = path.join(root, project, '../words/embed.en.json');
  const { plain_words = '', plain_labels = '' } = /** @type {Record<string, string>} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  );
  const servers = plain_words.split('; ').map((pair) => pair.split('→')[0] ?? '');
  const labels = plain_labels.split(/; | \| |\/|: /);
  const any = [...servers, ...labels].filter((word) => word !== '');
  const all = any.map((word) => word.replaceAll(/[()=.]/g, '\\$&')).join('|');
  return new RegExp(all, 'i');
}

/** @returns {import('vite').Plugin} */
export function ownWords() {
  /** @type {RegExp | undefined} */
  let any;
  return {
    name: 'poolscope-own-words',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/paraglide/messages/') || id.includes('plain_')) return null;
      any ??= worded();
      const tagged = code.replaceAll(/\(`([^`]*)`\)/g, (all, text) =>
        any?.test(text) ? `(own\`${text}\`)` : all,
      );
      if (tagged === code) return null;
      return { code: `import { own } from '${OWN}';\n${tagged}`, map: null };
    },
  };
}
