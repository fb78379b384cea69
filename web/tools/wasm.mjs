// Builds the WebAssembly modules with cargo, wasm-bindgen (wasm-core/xtask) and wasm-opt: wasm-core/pkg and similar.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inOrder, isScript, main, root, run, runPackage, wasmCore } from './run.mjs';
import { missing } from './setup.mjs';

const optimise = [
  // With -O3 the modules would be as large and as fast, and take two thirds more time to build.
  '-O2',
  // Larger functions with a single caller compress as well without inlining.
  '--one-caller-inline-max-function-size=100',
  // The stack is at the low end, which nothing reaches.
  '--low-memory-unused',
  // The features that rustc enables for this target, and wasm-bindgen's glue uses.
  '--enable-bulk-memory',
  '--enable-multivalue',
  '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int',
  '--enable-reference-types',
  '--enable-sign-ext',
];

/** In CI the lock files decide; by hand cargo may add a new dependency to them. */
export const locked = process.env['CI'] ? ['--locked'] : [];

/** Cargo's target folder. */
export function targetFolder() {
  return process.env['CARGO_TARGET_DIR'] ?? path.join(wasmCore, 'target');
}

/** The modules that pages load, by folder of wasm-core: the crate of each. */
const MODULES = {
  /** The engine: runs of scenarios, and points of benchmark curves. */
  pkg: 'poolscope-wasm',
  /** The diagnosis: reads and judges captures. */
  'pkg-diagnose': 'poolscope-diagnosis-wasm',
};
/** @typedef {keyof typeof MODULES} Module */

/** Their folders. */
export const packages = /** @type {Module[]} */ (Object.keys(MODULES));

const TARGET = 'wasm32-unknown-unknown';
/** Cargo's output under the name that its glue gets. */
const compiled = (/** @type {Module} */ name) =>
  path.join(wasmCore, 'target/modules', name, 'poolscope_wasm.wasm');

/** All in one call, so that one module is compiled while another is linked. */
async function compile() {
  const cargoHome = process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo');
  const env = {
    // For this target only: the published module contains no folder names of the build machine.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `--remap-path-prefix=${wasmCore}=wasm-core --remap-path-prefix=${cargoHome}=cargo`,
  };
  const crates = Object.values(MODULES).flatMap((crate) => ['-p', crate]);
  const what = ['--profile', 'wasm', ...crates, '--target', TARGET];
  await run('cargo', ['build', ...locked, ...what], { cwd: wasmCore, env });
  for (const name of packages) {
    mkdirSync(path.dirname(compiled(name)), { recursive: true });
    const file = `${MODULES[name].replaceAll('-', '_')}.wasm`;
    copyFileSync(path.join(targetFolder(), TARGET, 'wasm', file), compiled(name));
  }
}

/**
 * With the features of the whole workspace, so that its dependencies are compiled once, for the tests too.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function buildXtask(env = {}) {
  const xtask = ['build', ...locked, '--workspace', '--all-features', '--bin', 'xtask'];
  await run('cargo', xtask, { cwd: wasmCore, env });
}

/**
 * Optimises a module.
 * @param {string} from
 * @param {string} to
 */
export const smaller = (from, to) =>
  runPackage('binaryen', [...optimise, from, '-o', to], { bin: 'wasm-opt' });

/** The sources of the glue program: the same text makes the same module, however it was compiled. */
function glueSources() {
  const folder = path.join(wasmCore, 'xtask/src');
  return [
    ...readdirSync(folder).map((name) => path.join(folder, name)),
    path.join(wasmCore, 'xtask/Cargo.toml'),
    path.join(wasmCore, 'Cargo.lock'),
  ];
}

/**
 * Makes the folder of a module that cargo has compiled. Leaves unchanged files alone, so that a dev server does not reload.
 * @param {Module} name
 */
export async function glue(name) {
  const xtask = path.join(targetFolder(), 'debug/xtask');
  const out = path.join(wasmCore, name);
  const stamp = path.join(out, '.stamp');
  const optimiser = path.join(root, 'node_modules/binaryen/package.json');
  const inputs = createHash('sha256').update(optimise.join(' '));
  for (const file of [...glueSources(), compiled(name), optimiser])
    inputs.update(readFileSync(file));
  const made = inputs.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  const glued = path.join(wasmCore, 'target/glue', name);
  await run(xtask, [compiled(name), glued], { cwd: wasmCore });
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(glued)) {
    const to = path.join(out, file);
    const half = `${to}.tmp`; // so that nobody reads half a file
    if (file.endsWith('.wasm')) {
      await smaller(path.join(glued, file), half);
    } else {
      copyFileSync(path.join(glued, file), half);
    }
    renameSync(half, to);
  }
  writeFileSync(stamp, made);
}

/** The modules that pages load, as stages. */
export const modules = {
  'modules, compiled': { needs: ['rustup'], work: compile },
  xtask: { needs: ['rustup'], work: buildXtask },
  ...Object.fromEntries(
    packages.map((name) => [
      name,
      { needs: ['npm ci', 'modules, compiled', 'xtask'], work: () => glue(name) },
    ]),
  ),
};

if (isScript(import.meta.url)) {
  await main(async () => {
    await inOrder({ ...(await missing()), ...modules });
  });
}
