// cargo, then wasm-bindgen (wasm-core/xtask), then wasm-opt: wasm-core/pkg and its likes.
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
  // Packed smaller than what -O3 makes, the engine as quick, and made in half the time.
  '-O2',
  // What is called once and is larger than this is as well packed out of line.
  '--one-caller-inline-max-function-size=100',
  // There the stack ends, which nothing reaches.
  '--low-memory-unused',
  // What rustc lets itself use for this target, and wasm-bindgen for its own glue.
  '--enable-bulk-memory',
  '--enable-multivalue',
  '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int',
  '--enable-reference-types',
  '--enable-sign-ext',
];

/** In CI the lock files decide; by hand cargo may write down a dependency that was just added. */
export const locked = process.env['CI'] ? ['--locked'] : [];

/** Where cargo puts what it makes. */
export function targetFolder() {
  return process.env['CARGO_TARGET_DIR'] ?? path.join(wasmCore, 'target');
}

/** Where each byte counts, and what is measured is made as they are: 0.3 % smaller. */
const ONCE_MORE = new Set(['pkg-core', 'pkg-bench']);

/** For what every step goes through, where speed is worth less than bytes. @param {'s' | 'z'} level */
const steps = (level) => ['--config', `profile.wasm.package.poolscope-steps.opt-level="${level}"`];

/** What is made of the engine, by folder of wasm-core, with the features of cargo that it takes. */
const MODULES = {
  /** What most figures do with. */
  'pkg-core': ['--no-default-features', '--features', 'run'],
  /** Every scheduler, and what is wrong with an input. Seldom asked for. */
  pkg: steps('z'),
  /** The benchmark curves, which run the engine without a record. */
  'pkg-curves': ['--no-default-features', '--features', 'curves', ...steps('s')],
  /** A server's captures, read and judged. */
  'pkg-diagnose': ['--no-default-features', '--features', 'diagnose'],
  /** The same with the engine, which tries remedies. */
  'pkg-ahead': ['--no-default-features', '--features', 'ahead', ...steps('s')],
  /** For `npm run bench`. */
  'pkg-bench': ['--features', 'bench,curves'],
};
/** @typedef {keyof typeof MODULES} Module */

/** Those that pages load. */
export const packages = /** @type {Module[]} */ (Object.keys(MODULES)).filter(
  (name) => name !== 'pkg-bench',
);

const TARGET = 'wasm32-unknown-unknown';
/** What cargo made, before the next module takes its place. */
const compiled = (/** @type {Module} */ name) =>
  path.join(wasmCore, 'target/modules', name, 'poolscope_wasm.wasm');

/** @param {Module} name */
export async function compile(name) {
  const cargoHome = process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo');
  const env = {
    // For this target only: the published module names no folder of the machine it was built on.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `--remap-path-prefix=${wasmCore}=wasm-core --remap-path-prefix=${cargoHome}=cargo`,
  };
  const what = ['--profile', 'wasm', '--lib', '-p', 'poolscope-wasm', '--target', TARGET];
  await run('cargo', ['build', ...locked, ...what, ...MODULES[name]], { cwd: wasmCore, env });
  mkdirSync(path.dirname(compiled(name)), { recursive: true });
  copyFileSync(path.join(targetFolder(), TARGET, 'wasm/poolscope_wasm.wasm'), compiled(name));
}

/**
 * With the features of all the workspace: what it is made of is compiled once, for the tests too.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function buildXtask(env = {}) {
  const xtask = ['build', ...locked, '--workspace', '--all-features', '--bin', 'xtask'];
  await run('cargo', xtask, { cwd: wasmCore, env });
}

/** What the program that glues is made of: the same text makes the same module, however it was compiled. */
function glueSources() {
  const folder = path.join(wasmCore, 'xtask/src');
  return [
    ...readdirSync(folder).map((name) => path.join(folder, name)),
    path.join(wasmCore, 'xtask/Cargo.toml'),
    path.join(wasmCore, 'Cargo.lock'),
  ];
}

/**
 * Makes the folder of a module that cargo has compiled. Touches nothing there when nothing changed, so
 * that a dev server does not reload.
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
/** The modules that pages load, as stages: cargo holds a folder for one of its runs at a time. */
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
