// Formats every file.
import { main, run, runPackage, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp({ linters: true });
  await runPackage('oxfmt', ['.']);
  await run('cargo', ['fmt', '--all'], { cwd: wasmCore });
});
