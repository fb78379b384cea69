// Everything that can be wrong without running anything.
import { isScript, main, run, runPackage, Sentence, step, together, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildModules, locked } from './wasm.mjs';

/** @typedef {() => Promise<unknown>} Work */

/**
 * Two lanes, one for each language; that of JavaScript waits for the types that the wasm brings.
 * @param {{ rust?: Work, javascript?: Work }} [then] what follows in each
 */
export async function checkAll(then = {}) {
  /** @type {(made: void) => void} */
  let typesAreMade = () => undefined;
  const types = new Promise((resolve) => (typesAreMade = resolve));
  await together(
    async () => {
      await step('cargo fmt', () => run('cargo', ['fmt', '--all', '--check'], { cwd: wasmCore }));
      await step('wasm', () => buildModules());
      typesAreMade();
      const clippy = ['clippy', ...locked, '--workspace', '--all-targets', '--all-features'];
      await step('cargo clippy', () =>
        run('cargo', [...clippy, '--', '-D', 'warnings'], { cwd: wasmCore }),
      );
      await then.rust?.();
    },
    async () => {
      await step('prettier', () => runPackage('prettier', ['--check', '--log-level', 'warn', '.']));
      await step('generated code', async () => {
        await compileMessages();
        await runPackage('@sveltejs/kit', ['sync'], { bin: 'svelte-kit' });
      });
      await types;
      await step('eslint', () => runPackage('eslint', ['--max-warnings', '0', '.']));
      const strict = ['--tsconfig', './tsconfig.json', '--fail-on-warnings'];
      await step('svelte-check', () => runPackage('svelte-check', strict));
      await then.javascript?.();
    },
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
