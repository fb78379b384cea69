// The wasm once, then Vite's server. After a change in wasm-core: npm run wasm in another window.
import { main, runPackage, step } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildModules } from './wasm.mjs';

await main(async () => {
  await setUp();
  await step('wasm', () => buildModules());
  await runPackage('vite', ['dev', ...process.argv.slice(2)]);
});
