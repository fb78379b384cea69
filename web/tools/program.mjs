// Packs the command as a program for machines without Rust: npm run program [-- TARGET], with its manual pages, completions and
// what goes beside it; on Linux as a Debian package too, if cargo-deb is installed.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from './pack.mjs';
import { sumOf, told } from './release.mjs';
import { isScript, main, root, run, Sentence, step, tryRun, wasmCore } from './run.mjs';
import { locked, targetFolder } from './wasm.mjs';

const folder = path.join(root, 'release');
const parts = path.join(folder, 'parts');
const SHELLS = { bash: 'poolscope.bash', zsh: '_poolscope', fish: 'poolscope.fish' };

/** The system that this machine's compiler makes programs for. */
async function here() {
  const said = await tryRun('rustc', ['-vV']);
  const host = /^host: (.+)$/m.exec(said ?? '')?.[1];
  if (host === undefined) throw new Sentence('There is no rustc: https://rustup.rs installs it.');
  return host;
}

/**
 * @param {string} target
 * @returns {Promise<readonly string[]>} the files that it made
 */
async function packProgram(target) {
  const what = ['-p', 'poolscope-cli', '--release'];
  await run('rustup', ['target', 'add', target], { cwd: wasmCore });
  await run('cargo', ['build', ...locked, ...what, '--target', target], { cwd: wasmCore });
  const file = target.includes('windows') ? 'poolscope.exe' : 'poolscope';
  const program = path.join(targetFolder(), target, 'release', file);
  // A page and a completion say what this program's options say, which is the same for every system.
  const runs = (/** @type {string[]} */ ...args) =>
    run('cargo', ['run', '--quiet', ...locked, '-p', 'poolscope-cli', '--', ...args], {
      cwd: wasmCore,
      tee: true,
      quiet: true,
    });
  for (const part of ['man', 'completions']) mkdirSync(path.join(parts, part), { recursive: true });
  await runs('manual', path.join(parts, 'man'));
  for (const [shell, name] of Object.entries(SHELLS))
    writeFileSync(path.join(parts, 'completions', name), await runs('completions', shell));

  const { version } = json('package.json');
  const name = `poolscope-${version}-${target}`;
  const whole = path.join(folder, name);
  rmSync(whole, { recursive: true, force: true });
  mkdirSync(whole);
  cpSync(program, path.join(whole, file));
  cpSync(parts, whole, { recursive: true });
  cpSync(path.join(root, 'content/captures/alerts'), path.join(whole, 'alerts'), {
    recursive: true,
  });
  for (const sql of ['capture.sql', 'watch.sql'])
    cpSync(path.join(root, 'content/captures', sql), path.join(whole, 'alerts', sql));
  for (const text of ['LICENSE', 'README.md'])
    cpSync(path.join(root, text), path.join(whole, text));
  await run('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  rmSync(whole, { recursive: true });
  const archive = `${whole}.tar.gz`;
  if (!target.includes('linux') || !(await tryRun('cargo', ['deb', '--version']))) return [archive];
  const deb = ['-p', 'poolscope-cli', '--no-build', '--no-strip', '--target', target];
  await run('cargo', ['deb', ...deb, '--output', `${whole}.deb`], { cwd: wasmCore });
  return [archive, `${whole}.deb`];
}

if (isScript(import.meta.url)) {
  await main(async () => {
    const target = process.argv[2] ?? (await here());
    const made = await step(target, () => packProgram(target));
    for (const file of made) {
      console.log(told(file));
      writeFileSync(`${file}.sha256`, `${sumOf(file)}  ${path.basename(file)}\n`);
    }
  });
}
