// From a fresh clone to the first page in the browser; the other pages and the pictures follow.
import { setTimeout } from 'node:timers/promises';
import { buildPages, buildRest, HALFWAY, needs, REST } from './build.mjs';
import { made } from './made.mjs';
import { inOrder, main, step } from './run.mjs';
import { OTHERS } from './languages.mjs';
import { basePath, build, resolveRequest, serve } from './server.mjs';
import { missing } from './setup.mjs';
import { measure } from './spent.mjs';

measure();
await main(async () => {
  const there = { pages: false, rest: false };
  /** Waits until the file is there. */
  const folder = async (/** @type {string} */ pathname) => {
    const isThere = () => (REST.test(pathname) ? there.rest : there.pages);
    const halfway = () => HALFWAY.find((one) => resolveRequest(one, basePath(), pathname));
    while (!isThere()) {
      const found = REST.test(pathname) ? undefined : halfway();
      if (found !== undefined) return found;
      await setTimeout(100);
    }
    return build;
  };
  const open = async () => {
    await folder(`${basePath()}/`);
    const { address, close } = await serve({ folder });
    const later = ['other pages', ...OTHERS.map(({ name }) => name)].join(', ');
    const rest = there.rest ? '' : `; ${later} and pictures follow`;
    console.log(`\nPoolscope is at ${address} (Ctrl-C ends it)${rest}`);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
      process.once(signal, () => {
        close();
        process.exit();
      });
  };
  const work = async () => {
    const built = buildPages().then((isNew) => {
      there.pages = true;
      there.rest = !isNew;
    });
    await Promise.all([built, open()]);
  };
  await inOrder({ ...(await missing()), ...made, site: { needs, work } }, 3);
  if (there.rest) return;
  await step('pictures and scripts for other pages', buildRest);
  there.rest = true;
});
