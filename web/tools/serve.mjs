// Serves build/: node web/tools/serve.mjs [port]. Used by npm run preview and the browser tests.
import { main, Sentence } from './run.mjs';
import { serve } from './server.mjs';

await main(async () => {
  const asked = process.argv[2];
  const port = Number(asked ?? 4173);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Sentence(`The port is "${asked}"; it must be a whole number from 0 to 65535.`);
  const { address } = await serve({ port, exact: asked !== undefined });
  console.log(address);
});
