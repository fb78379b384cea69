// Prepares a fresh clone so that everything can be built; quick if there is nothing to do.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isInstalled,
  LINTERS,
  nodeProblem,
  parseToolchain,
  rustProblem,
  rustupArguments,
} from './prerequisites.mjs';
import { inOrder, root, run, Sentence, tryRun } from './run.mjs';

/** @param {string} name a path from the root */
function readJson(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

function packagesAreThere() {
  const hidden = 'node_modules/.package-lock.json';
  const installed = existsSync(path.join(root, hidden)) ? readJson(hidden) : undefined;
  return isInstalled(readJson('package-lock.json'), installed, readJson('package.json'));
}

async function installPackages() {
  // npm gives its own path; without npm (node web/tools/…) the one on the PATH will do.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev'];
  const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { env });
  else await run('npm', args, { env });
}

/** @param {string[]} targets */
async function hasWasmStd(targets) {
  for (const target of targets) {
    const folder = await tryRun('rustc', ['--print', 'target-libdir', '--target', target]);
    if (folder === undefined || !existsSync(folder.trim())) return false;
  }
  return true;
}

/**
 * What is still missing, as stages; throws a message if only the reader can install it.
 * @param {{ linters?: boolean }} [options]
 * @returns {Promise<Record<string, import('./run.mjs').Stage>>}
 */
export async function missing({ linters = false } = {}) {
  const problem = nodeProblem(process.versions.node, readJson('package.json').engines.node);
  if (problem) throw new Sentence(problem);
  const wanted = parseToolchain(readFileSync(path.join(root, 'rust-toolchain.toml'), 'utf8'));
  const rustup = (await tryRun('rustup', ['--version'])) !== undefined;
  const checkRust = async () => {
    const [cargo, rustc] = await Promise.all([
      tryRun('cargo', ['--version']),
      tryRun('rustc', ['--version']),
    ]);
    const facts = { rustup: rustup && cargo !== undefined, rustc };
    const wasmStd = await hasWasmStd(wanted.targets);
    const lacks = rustProblem({ ...facts, wasmStd }, wanted);
    if (lacks) throw new Sentence(lacks);
  };
  const list = ['component', 'list', '--installed', '--toolchain', wanted.channel];
  // Stated explicitly, because RUSTUP_AUTO_INSTALL=0 keeps the pinned file from doing it.
  const toInstall = rustup
    ? rustupArguments(wanted, await tryRun('rustup', list), linters ? LINTERS : [])
    : undefined;
  if (!toInstall) await checkRust();
  return {
    ...(toInstall && {
      rustup: {
        work: async () => {
          await run('rustup', toInstall);
          await checkRust();
        },
      },
    }),
    ...(packagesAreThere() ? {} : { 'npm ci': { work: installPackages } }),
  };
}

/** @param {{ linters?: boolean }} [options] */
export async function setUp(options) {
  await inOrder(await missing(options));
}
