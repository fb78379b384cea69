// Brings a fresh clone to where everything can be built; quick when there is nothing to do.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isInstalled,
  nodeProblem,
  parseToolchain,
  rustProblem,
  rustupArguments,
} from './prerequisites.mjs';
import { root, run, Sentence, step, tryRun } from './run.mjs';

/** @param {string} name a path from the root */
function readJson(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

function checkNode() {
  const problem = nodeProblem(process.versions.node, readJson('package.json').engines.node);
  if (problem) throw new Sentence(problem);
}

async function installPackages() {
  const hidden = 'node_modules/.package-lock.json';
  const installed = existsSync(path.join(root, hidden)) ? readJson(hidden) : undefined;
  if (isInstalled(readJson('package-lock.json'), installed, readJson('package.json'))) return;
  await step('npm ci', async () => {
    // npm says where its own file is; without npm (node web/tools/…) the one on the PATH will do.
    const npm = process.env['npm_execpath'];
    const args = ['ci', '--include=dev'];
    const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
    if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { env });
    else await run('npm', args, { env });
  });
}

async function installRust() {
  const wanted = parseToolchain(readFileSync(path.join(root, 'rust-toolchain.toml'), 'utf8'));
  const rustup = (await tryRun('rustup', ['--version'])) !== undefined;
  if (rustup) {
    const list = ['component', 'list', '--installed', '--toolchain', wanted.channel];
    const args = rustupArguments(wanted, await tryRun('rustup', list));
    // Said in so many words, because RUSTUP_AUTO_INSTALL=0 keeps the pinned file from doing it.
    if (args) await step(`rustup: Rust ${wanted.channel}`, () => run('rustup', args));
  }
  const [cargo, rustc] = await Promise.all([
    tryRun('cargo', ['--version']),
    tryRun('rustc', ['--version']),
  ]);
  const problem = rustProblem(
    { rustup: rustup && cargo !== undefined, rustc, wasmStd: await hasWasmStd(wanted.targets) },
    wanted,
  );
  if (problem) throw new Sentence(problem);
}

/** @param {string[]} targets */
async function hasWasmStd(targets) {
  for (const target of targets) {
    const folder = await tryRun('rustc', ['--print', 'target-libdir', '--target', target]);
    if (folder === undefined || !existsSync(folder.trim())) return false;
  }
  return true;
}

export async function setUp() {
  checkNode();
  await installPackages();
  await installRust();
}
