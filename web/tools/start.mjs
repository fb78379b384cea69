// From a fresh clone to a page in the browser: the pictures follow.
import { buildPages, buildRest, needs, REST } from './build.mjs';
import { made } from './made.mjs';
import { inOrder, main, step } from './run.mjs';
import { serve } from './server.mjs';
import { missing } from './setup.mjs';

await main(async () => {
  /** @type {{ isNew: boolean, rest?: Promise<void> }} */
  const pages = { isNew: false };
  const work = async () => {
    pages.isNew = await buildPages();
  };
  await inOrder({ ...(await missing()), ...made, site: { needs, work } }, 3);
  const { address, close } = await serve({ later: { names: REST, made: () => pages.rest } });
  console.log(`\nPoolscope is at ${address} (Ctrl-C ends it)`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => {
      close();
      process.exit();
    });
  if (!pages.isNew) return;
  // Only now: the page that is opened comes first.
  pages.rest = step('pictures and scripts for other pages', buildRest);
  await pages.rest;
});
