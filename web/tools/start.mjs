// From a fresh clone to a page in the browser.
import { buildAll } from './build.mjs';
import { main } from './run.mjs';
import { serve } from './server.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildAll();
  const { address, close } = await serve();
  console.log(`\nPoolscope is at ${address} (Ctrl-C ends it)`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, close);
});
