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
  // Smaller than with -O3 when compressed, the engine just as fast, and built in half the time.
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

/** A second pass for modules in which each byte counts, and for the one that is measured in their place: 0.3 % smaller. */
const ONCE_MORE = new Set(['pkg-core', 'pkg-diagnose', 'pkg-bench']);

/** Optimises the code of every step for size, for modules in which bytes matter more. @param {'s' | 'z'} level */
const steps = (level) => ['--config', `profile.wasm.package.poolscope-steps.opt-level="${level}"`];

/** The modules by folder of wasm-core, with the cargo features of each. */
const MODULES = {
  /** Enough for most figures. */
  'pkg-core': ['--no-default-features', '--features', 'run'],
  /** Every scheduler, and messages about wrong input. Rarely loaded. */
  pkg: steps('z'),
  /** The benchmark curves, which run the engine without a record. */
  'pkg-curves': ['--no-default-features', '--features', 'curves', ...steps('s')],
  /** Reads and judges captures. */
  'pkg-diagnose': ['--no-default-features', '--features', 'diagnose'],
  /** The same with the engine, which tries remedies. */
  'pkg-ahead': ['--no-default-features', '--features', 'ahead', ...steps('s')],
  /** For `npm run bench`. */
  'pkg-bench': ['--features', 'bench,curves'],
};
/** @typedef {keyof typeof MODULES} Module */

/** The modules that pages load. */
export const packages = /** @type {Module[]} */ (Object.keys(MODULES)).filter(
  (name) => name !== 'pkg-bench',
);

const TARGET = 'wasm32-unknown-unknown';
/** Cargo's output, before the next module replaces it. */
const compiled = (/** @type {Module} */ name) =>
  path.join(wasmCore, 'target/modules', name, 'poolscope_wasm.wasm');

/** @param {Module} name */
export async function compile(name) {
  const cargoHome = process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo');
  const env = {
    // For this target only: the published module contains no folder names of the build machine.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `--remap-path-prefix=${wasmCore}=wasm-core --remap-path-prefix=${cargoHome}=cargo`,
  };
  const what = ['--profile', 'wasm', '--lib', '-p', 'poolscope-wasm', '--target', TARGET];
  await run('cargo', ['build', ...locked, ...what, ...MODULES[name]], { cwd: wasmCore, env });
  mkdirSync(path.dirname(compiled(name)), { recursive: true });
  copyFileSync(path.join(targetFolder(), TARGET, 'wasm/poolscope_wasm.wasm'), compiled(name));
}

/**
 * With the features of the whole workspace, so that its dependencies are compiled once, for the tests too.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function buildXtask(env = {}) {
  const xtask = ['build', ...locked, '--workspace', '--all-features', '--bin', 'xtask'];
  await run('cargo', xtask, { cwd: wasmCore, env });
}

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
  const passes = [...optimise, ...(ONCE_MORE.has(name) ? ['-Os'] : [])];
  const inputs = createHash('sha256').update(passes.join(' '));
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
      const args = [...passes, path.join(glued, file), '-o', half];
      await runPackage('binaryen', args, { bin: 'wasm-opt' });
    } else {
      copyFileSync(path.join(glued, file), half);
    }
    renameSync(half, to);
  }
  writeFileSync(stamp, made);
}

const engine = (/** @type {string} */ name) => `${name}, compiled`;
/** The modules that pages load, as stages: cargo locks a folder for one run at a time. */
export const modules = Object.fromEntries([
  ...packages.map((name, at) => {
    const before = packages[at - 1];
    return [
      engine(name),
      { needs: [before ? engine(before) : 'rustup'], work: () => compile(name) },
    ];
  }),
  ['xtask', { needs: ['rustup'], work: buildXtask }],
  ...packages.map((name) => [
    name,
    { needs: ['npm ci', engine(name), 'xtask'], work: () => glue(name) },
  ]),
]);

if (isScript(import.meta.url)) {
  await main(async () => {
    await inOrder({ ...(await missing()), ...modules });
  });
}
