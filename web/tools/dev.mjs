// Builds the wasm once, then starts Vite's server. After a change in wasm-core: npm run wasm in another window.
import { inOrder, main, runPackage } from './run.mjs';
import { missing } from './setup.mjs';
import { fonts } from './fonts.mjs';
import { prepareWords } from './made.mjs';
import { modules } from './wasm.mjs';

await main(async () => {
  const words = { needs: ['npm ci'], work: prepareWords };
  await inOrder({ ...(await missing()), ...modules, fonts, words });
  await runPackage('vite', ['dev', ...process.argv.slice(2)]);
});
