// Writes the element's attributes (web/src/model/embedding/attributes.ts) into the element, its types and its README.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { embed } from './host-scripts.mjs';
import { isScript, root } from './run.mjs';

/** @typedef {typeof import('../src/model/embedding/attributes')} Attributes */
/** @typedef {typeof import('../src/model/embedding/params')} Params */
/** @typedef {import('../src/model/embedding/params').Param} Param */

const words = JSON.parse(readFileSync(path.join(root, 'content/words/embed.en.json'), 'utf8'));

/** The TypeScript of a parameter. @param {Param} param */
function typeOf({ name, kind, allowed }) {
  // Any language of HTML, of which the figure has two.
  if (name === 'lang') return 'string';
  if (kind !== 'choice') return /^(seed|request)$/.test(kind) ? 'number | string' : 'string';
  const numbers = allowed.filter((one) => /^[\d.]+$/.test(one));
  const switched = allowed.join() === '0,1' ? ["''", 'boolean'] : [];
  return [...allowed.map((one) => `'${one}'`), ...numbers, ...switched].join(' | ');
}

/** @param {string} text @param {string} from @param {string} to @param {string} made */
const between = (text, from, to, made) => {
  const [start, end] = [text.indexOf(from) + from.length, text.indexOf(to)];
  if (start < from.length || end < start) throw new Error(`no part from "${from}" to "${to}"`);
  return text.slice(0, start) + made + text.slice(end);
};

/**
 * The files with what they should contain.
 * @param {Attributes} attributes
 * @param {Params} params
 * @returns {Map<string, string>}
 */
export function madeOf({ OWN, PARAMETERS, NOT_IN_QUERY }, { PARAMS }) {
  const all = [
    ...OWN.map((one) => ({ ...one, needed: 'needed' in one, values: '' })),
    ...PARAMS.filter(({ name }) => PARAMETERS.some((one) => one === name)).map((param) => {
      const { name, allowed } = param;
      const values = allowed.map((/** @type {string} */ one) => `\`${one}\``).join(', ');
      return {
        name,
        type: typeOf(param),
        does: words[`embed_param_${name}`],
        needed: false,
        values,
      };
    }),
  ];
  const file = (/** @type {string} */ name) => path.join(embed, name);
  const read = (/** @type {string} */ name) => readFileSync(file(name), 'utf8');

  const lists = Object.entries({ OWN: OWN.map(({ name }) => name), PARAMETERS, NOT_IN_QUERY });
  const constants = lists
    .map(([name, list]) => `const ${name} =\n  '${list.join('|')}';\n`)
    .join('');
  const script = between(
    read('pool-scope.js'),
    'attributes.ts:\n',
    '// End of what is made.',
    constants.replaceAll(/=\n {2}(?=.{0,70}\n)/g, '= '),
  );

  const fields = all.map(
    ({ name, type, does, needed }) => `  /** ${does} */\n  ${name}${needed ? '' : '?'}: ${type};\n`,
  );
  const types = `// Made from \`web/src/model/embedding/attributes.ts\` by \`npm run generate\`.

/** The attributes that have names of their own. */
export interface NamedAttributes {
${fields.join('')}}
`;

  const rows = all.map(
    ({ name, does, values }) => `| \`${name}\` | ${does}${values && ` Allowed: ${values}.`} |\n`,
  );
  const table = `| attribute | what it does |\n|---|---|\n${rows.join('')}`;
  const readme = between(
    read('README.md'),
    '<!-- made by npm run generate -->\n',
    '<!-- end -->',
    `\n${table}\n`,
  );
  return new Map([
    [file('pool-scope.js'), script],
    [file('types/attributes.d.ts'), types],
    [file('README.md'), readme],
  ]);
}

if (isScript(import.meta.url)) {
  const { runnerImport } = await import('vite');
  const config = /** @type {const} */ ({ root, configFile: false, logLevel: 'error' });
  const load = (/** @type {string} */ name) =>
    runnerImport(path.join(root, `web/src/model/embedding/${name}.ts`), config);
  const [attributes, params] = await Promise.all([load('attributes'), load('params')]);
  const made = madeOf(
    /** @type {Attributes} */ (attributes.module),
    /** @type {Params} */ (params.module),
  );
  for (const [file, text] of made) writeFileSync(file, text);
}
