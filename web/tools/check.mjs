// Everything that can be wrong without running anything.
import { isScript, main, run, runPackage, Sentence, step, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildWasm, locked } from './wasm.mjs';

export async function checkAll() {
  await step('cargo fmt', () => run('cargo', ['fmt', '--all', '--check'], { cwd: wasmCore }));
  await step('prettier', () => runPackage('prettier', ['--check', '--log-level', 'warn', '.']));
  await step('generated code', async () => {
    await compileMessages();
    await runPackage('@sveltejs/kit', ['sync'], { bin: 'svelte-kit' });
    await buildWasm(); // its types are part of what is checked
  });
  await step('eslint', () => runPackage('eslint', ['--max-warnings', '0', '.']));
  const strict = ['--tsconfig', './tsconfig.json', '--fail-on-warnings'];
  await step('svelte-check', () => runPackage('svelte-check', strict));
  const clippy = ['clippy', ...locked, '--workspace', '--all-targets', '--all-features'];
  await step('cargo clippy', () =>
    run('cargo', [...clippy, '--', '-D', 'warnings'], { cwd: wasmCore }),
  );
}

async function compileMessages() {
  const args = ['compile', '--project', 'web/project.inlang', '--outdir', 'web/src/paraglide'];
  const options = { bin: 'paraglide-js', tee: true };
  const said = await runPackage(
    '@inlang/paraglide-js',
    [...args, '--strategy', 'baseLocale'],
    options,
  );
  // It goes on without its plugin, and so without any message.
  if (/warn|error/i.test(said)) throw new Sentence('The messages did not compile.');
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await setUp();
    await checkAll();
  });
}
