// Makes the files of a release in release/: npm run release. Its owner publishes them.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { packCommand, tryPacked } from './command.mjs';
import { json, pack } from './pack.mjs';
import { isScript, main, root, run, Sentence, step, tryRun } from './run.mjs';

const folder = path.join(root, 'release');
/**
 * The changelog's entry for a version; throws if it is missing or incomplete.
 * @param {string} changelog
 * @param {string} version
 */
export function entryOf(changelog, version) {
  const entries = changelog.split(/^## /m).slice(1);
  const titles = entries.map((entry) => entry.slice(0, entry.indexOf('\n')).trim());
  const entry = entries[titles.findIndex((title) => title.split(' ')[0] === version)];
  const text = entry?.slice(entry.indexOf('\n')).trim();
  if (!text)
    throw new Sentence(
      `CHANGELOG.md says nothing of ${version}, the version in package.json; it has ${titles.join(', ')}.`,
    );
  return text;
}

/**
 * The site with the files for hosts, as one folder in one archive.
 * @param {string} version
 */
async function packSite(version) {
  const name = `poolscope-${version}`;
  const whole = path.join(folder, name);
  for (const part of ['build', 'hosting', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(path.join(root, part), path.join(whole, part), { recursive: true });
  await run('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  rmSync(whole, { recursive: true });
  return `${whole}.tar.gz`;
}

/**
 * A file's SHA-256.
 * @param {string} file
 */
export const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * A file's name, size and sum, on a line.
 * @param {string} file
 */
export const told = (file) =>
  `  ${path.relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB  sha256 ${sumOf(file)}`;

if (isScript(import.meta.url)) {
  await main(async () => {
    const manifest = json('package.json');
    const { version } = manifest;
    entryOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
    const changed = await tryRun('git', ['status', '--porcelain']);
    if (changed) throw new Sentence(`Not all is committed:\n${changed.trimEnd()}`);
    if (!process.env['SITE_URL'])
      throw new Sentence('Where will it stand? SITE_URL=https://example.org npm run release');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await run(process.execPath, [path.join(root, 'web/tools/build.mjs')]);
    const site = await step('the site', () => packSite(version));
    const element = await step('the element', () => pack('web/embed', folder));
    const command = await step('the command', () => packCommand(folder));
    await step('the command, tried', () => tryPacked(command));
    console.log(`\n${told(site)}\n${told(element)}\n${told(command)}`);
    for (const name of ['homepage', 'repository'])
      if (!manifest[name])
        console.log(`  package.json has no "${name}": the element on npm has none.`);
    console.log(`\nThen: git tag -a v${version} -m v${version} && git push origin v${version}
      npm publish ${path.relative(root, element)}
      npm publish ${path.relative(root, command)}`);
  });
}
