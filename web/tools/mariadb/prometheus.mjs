// Asks a real Prometheus for all that the dashboard shows and the rules say, while `poolscope watch` follows recorded looks.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { captures, freePort, poolscope } from './server.mjs';

/** Why there is nothing to ask, if so. */
export const lacksPrometheus = () =>
  spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status !== 0;

const read = (/** @type {string} */ file) => readFileSync(path.join(captures, file), 'utf8');

/** The recorded looks, each with the line that begins it. */
const looks = () => read('watched/deaf-and-back.txt').split(/^(?=NOW\(6\)\t)/m);

/** The expressions of all panels, for every server. */
function asked() {
  /** @type {{ panels: { targets?: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(read('alerts/poolscope.dashboard.json'));
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$server', '.*')),
  );
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} what is wrong
 */
export async function dashboard(folder) {
  mkdirSync(folder);
  const [watched, port] = [await freePort(), await freePort()];
  const file_of_rules = path.join(captures, 'alerts/poolscope.rules.yml');
  const file = path.join(folder, 'prometheus.yml');
  writeFileSync(
    file,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(file_of_rules)}]
scrape_configs: [{ job_name: pool, static_configs: [{ targets: ["127.0.0.1:${watched}"] }] }]\n`,
  );
  const watch = spawn(poolscope(), ['watch', '--prometheus', String(watched)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const prometheus = spawn(
    'prometheus',
    [
      ...[`--config.file=${file}`, `--storage.tsdb.path=${path.join(folder, 'data')}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  /** @returns {Promise<any>} */
  const get = async (/** @type {string} */ what) => {
    const answer = await fetch(`http://127.0.0.1:${port}${what}`);
    return answer.json();
  };
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
  const wrong = /** @type {string[]} */ ([]);
  const fired = new Set();
  try {
    while (!(await ready().catch(() => false))) {
      if (prometheus.exitCode !== null) return [`prometheus ended with ${prometheus.exitCode}`];
      await wait(100);
    }
    const begun_s = Math.floor(Date.now() / 1000);
    for (const look of looks()) {
      watch.stdin.write(look);
      await wait(1000); // as far apart as they were
      const { data } = await get('/api/v1/alerts');
      for (const { labels } of data.alerts) fired.add(labels.alertname);
    }
    const now_s = Math.floor(Date.now() / 1000);
    for (const expr of asked()) {
      const query = new URLSearchParams({ query: expr, step: '1' });
      query.set('start', String(begun_s));
      query.set('end', String(now_s));
      const { status, data, error } = await get(`/api/v1/query_range?${query}`);
      if (status !== 'success') wrong.push(`${expr}: ${error}`);
      else if (data.result.length === 0) wrong.push(`${expr}: no data`);
    }
    const { data } = await get('/api/v1/rules');
    for (const { rules } of data.groups)
      for (const { name, health, lastError } of rules)
        if (health !== 'ok') wrong.push(`${name}: ${health} ${lastError ?? ''}`);
    // Both groups were deaf for eight seconds, at the limit of the threads.
    for (const name of ['PoolGroupDeaf', 'PoolWrong', 'PoolAtItsCap'])
      if (!fired.has(name)) wrong.push(`${name} did not fire; ${[...fired].join(', ')} did`);
    if (fired.has('ConnectionsAtTheirLimit')) wrong.push('ConnectionsAtTheirLimit fired');
  } finally {
    watch.kill('SIGKILL');
    prometheus.kill('SIGKILL');
  }
  return wrong;
}
