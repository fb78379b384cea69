/** /licences.txt: the authors and licences of third-party code that readers load, as those licences demand. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

interface Package {
  readonly name: string;
  readonly licence: string;
  readonly home: string;
  readonly text: string;
}

const FONTS = ['@fontsource-variable/figtree', '@fontsource/bricolage-grotesque'];

/** The MIT licence, if a package offers several. */
function textIn(folder: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file));
  const file = files.find((one) => /mit/i.test(one)) ?? files[0];
  if (file === undefined) throw new Error(`${folder} has no text of its licence`);
  return readFileSync(path.join(folder, file), 'utf8').trim();
}

/** Packages of npm, as noted by the site's build (web/tools/shipped.mjs), and the fonts. */
function scripts(): Package[] {
  const noted = '.svelte-kit/shipped.json';
  if (!existsSync(noted)) throw new Error(`${noted} is missing: npm run build makes it`);
  const names = [...(JSON.parse(readFileSync(noted, 'utf8')) as string[]), ...FONTS];
  return names.map((name) => {
    const folder = path.join('node_modules', name);
    const { version, license, homepage } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    return {
      name: `${name} ${version}`,
      licence: license ?? '',
      home: homepage ?? `https://www.npmjs.com/package/${name}`,
      text: textIn(folder),
    };
  });
}

/** Crates compiled into the modules that pages load. */
function crates(): Package[] {
  const edges = ['-e', 'normal,no-proc-macro', '--target', 'wasm32-unknown-unknown'];
  const tree = execFileSync(
    'cargo',
    [
      ...['tree', '--locked', '-p', 'poolscope-wasm', '-p', 'poolscope-diagnosis-wasm', ...edges],
      ...['--prefix', 'none', '--no-dedupe', '--format', '{p}|{l}|{r}'],
    ],
    { cwd: 'wasm-core', encoding: 'utf8' },
  );
  const sources = path.join(process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo'), 'registry/src');
  // A blank line stands between the two modules.
  const lines = [...new Set(tree.trim().split('\n'))].filter(
    (line) => line !== '' && !line.startsWith('poolscope-'),
  );
  return lines.map((line) => {
    const [crate = '', licence = '', home = ''] = line.split('|');
    const name = crate.replace(/ v/, ' ');
    const folder = readdirSync(sources)
      .map((registry) => path.join(sources, registry, name.replace(' ', '-')))
      .find((one) => existsSync(one));
    if (folder === undefined) throw new Error(`${name} is not in ${sources}`);
    return { name, licence, home, text: textIn(folder) };
  });
}

export function licences(): string {
  const parts = [...scripts(), ...crates()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const told = parts.map(
    ({ name, licence, home, text }) => `${name} (${licence})\n${home}\n\n${text}\n`,
  );
  return `What Poolscope's pages load that others wrote. The rest is Poolscope's own, under the MIT licence.

${told.join(`\n${'-'.repeat(72)}\n\n`)}`;
}
