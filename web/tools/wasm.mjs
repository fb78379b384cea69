// cargo and wasm-bindgen (wasm-core/xtask), then wasm-opt: wasm-core/pkg.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isScript, main, root, run, runPackage, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';

const optimise = [
  '-O3',
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

/** The two modules that pages load: wasm-core/pkg-core, which most figures do with, and wasm-core/pkg, with everything. */
export async function buildModules() {
  await buildWasm({ core: true });
  await buildWasm();
}

/**
 * Builds wasm-core/pkg, or pkg-<feature> with a cargo feature more, or pkg-core without any. Touches
 * nothing there when nothing changed, so that a dev server does not reload.
 * @param {{ feature?: string, core?: boolean }} [options]
 */
export async function buildWasm({ feature, core = false } = {}) {
  const name = core ? 'pkg-core' : feature ? `pkg-${feature}` : 'pkg';
  const glue = path.join(wasmCore, 'target', 'glue', name);
  const out = path.join(wasmCore, name);
  const features = [
    ...(core ? ['--no-default-features'] : []),
    ...(feature ? ['--features', feature] : []),
  ];
  // With the features of all the workspace: what it is made of is compiled once, for the tests too.
  const xtask = ['build', ...locked, '--workspace', '--all-features', '--bin', 'xtask'];
  await run('cargo', xtask, { cwd: wasmCore });
  const program = path.join(targetFolder(), 'debug', 'xtask');
  await run(program, ['wasm', '--out', glue, ...features], { cwd: wasmCore });

  const stamp = path.join(out, '.stamp');
  const inputs = hashOf(glue);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  mkdirSync(out, { recursive: true });
  for (const file of filesIn(glue)) {
    const to = path.join(out, file);
    const half = `${to}.tmp`; // so that nobody reads half a file
    if (file.endsWith('.wasm')) {
      const args = [...optimise, path.join(glue, file), '-o', half];
      await runPackage('binaryen', args, { bin: 'wasm-opt' });
    } else {
      copyFileSync(path.join(glue, file), half);
    }
    renameSync(half, to);
  }
  writeFileSync(stamp, inputs);
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder).filter((file) => statSync(path.join(folder, file)).isFile());
}

/** @param {string} folder */
function hashOf(folder) {
  const hash = createHash('sha256').update(optimise.join(' '));
  hash.update(readFileSync(path.join(root, 'node_modules/binaryen/package.json')));
  for (const file of filesIn(folder).sort()) {
    hash.update(file).update(readFileSync(path.join(folder, file)));
  }
  return hash.digest('hex');
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await setUp();
    await buildModules();
  });
}
