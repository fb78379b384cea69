// All tests that need a real MariaDB on this machine: incidents and their cures (incidents.mjs), alerts (alerts.mjs), the
// dashboard's queries where there is a Prometheus (prometheus.mjs), the story's shop (shop.mjs), and the lessons' boxes "On a
// server" (boxes.mjs). npm run test:server; parts of names choose among them: "incident", "alerts", "dashboard", "shop", a
// lesson's. Each gets its own server, in its own folder, on free ports of 127.0.0.1.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { main, seconds, Sentence } from '../run.mjs';
import { alerts } from './alerts.mjs';
import { boxes } from './boxes.mjs';
import { incidents, tableOf } from './incidents.mjs';
import { dashboard, lacksPrometheus } from './prometheus.mjs';
import { shops } from './shop.mjs';
import { cache, install, lacks, venv, version } from './server.mjs';

/** @typedef {{ name: string, run: () => Promise<readonly string[]> }} Part it says what is wrong */

// On Ctrl-C too, leave no server behind.
process.once('SIGINT', () => process.exit(130));

await main(async () => {
  const lacking = lacks();
  if (lacking !== undefined) {
    console.log(`Nothing was run on a server: there is no ${lacking} on this machine.`);
    return;
  }
  mkdirSync(cache, { recursive: true });
  venv();
  // Outside the project, because the path of a socket must be short.
  const work = mkdtempSync(path.join(os.tmpdir(), 'poolscope-'));
  const clean = () => rmSync(work, { recursive: true, force: true });
  process.once('exit', clean);
  let failed = 0;
  try {
    const empty = path.join(work, 'empty');
    install(empty);
    const parts = process.argv.slice(2);
    const chosen = (/** @type {string} */ name) =>
      parts.length === 0 || parts.some((part) => name.includes(part));
    const rows = /** @type {import('./incidents.mjs').Row[]} */ ([]);
    const alert = { name: 'alerts', run: () => alerts(path.join(work, 'alerts'), empty) };
    const dashboards = lacksPrometheus()
      ? []
      : [{ name: 'dashboard', run: () => dashboard(path.join(work, 'dashboard')) }];
    if (dashboards.length === 0) console.log('No Prometheus was asked: there is none here.');
    const all = [
      ...incidents(work, empty, rows).filter(({ name }) => chosen(name)),
      ...[alert, ...dashboards, ...shops(work, empty)].filter(({ name }) => chosen(name)),
      ...(await boxes(work, empty, chosen)),
    ];
    for (const { name, run } of all) {
      const start = performance.now();
      const wrong = await run().catch((/** @type {unknown} */ thrown) => [String(thrown)]);
      if (wrong.length > 0) failed += 1;
      const time = seconds(performance.now() - start);
      console.log(
        `${name}: ${wrong.length > 0 ? `FAILED, ${time}\n${wrong.join('\n')}` : `ok, ${time}`}`,
      );
    }
    if (rows.length > 0) console.log(`\nOn ${version()}\n${tableOf(rows)}`);
  } finally {
    clean();
  }
  if (failed > 0) throw new Sentence(`${failed} failed.`);
});
