// Serves build/: node web/tools/serve.mjs [port]. Used by npm run preview and the browser tests.
import { main } from './run.mjs';
import { serve } from './server.mjs';

await main(async () => {
  const port = Number(process.argv[2] ?? 4173);
  const { address } = await serve({ port, exact: process.argv[2] !== undefined });
  console.log(address);
});
