// Tests the site's alerts. On a healthy server none fires, and the collector prints each of its tables; with both threads
// of its only group asleep, and a login waiting outside, all fire, the check for Nagios too.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { captures, freePort, OWN, PASSWORD, poolscope, started } from './server.mjs';

const SIDE = 'mariadb';

/**
 * @param {string} folder
 * @param {string} empty
 * @returns {Promise<string[]>} what is wrong
 */
export async function alerts(folder, empty) {
  mkdirSync(folder);
  const [port, side_port] = [await freePort(), await freePort()].map(String);
  const server = await started(folder, empty, [
    ...OWN,
    ...[`--port=${port}`, `--extra-port=${side_port}`, '--extra-max-connections=10'],
    ...['--thread-handling=pool-of-threads', '--thread-pool-size=1', '--thread-pool-max-threads=2'],
  ]);
  const client = ['--no-defaults', '-h127.0.0.1', '-uroot', `-p${PASSWORD}`];
  const side = (/** @type {string} */ file) =>
    spawnSync(SIDE, [...client, `-P${side_port}`, '-B'], {
      encoding: 'utf8',
      input: readFileSync(path.join(captures, file), 'utf8'),
    });
  const wrong = /** @type {string[]} */ ([]);
  const queries = readdirSync(path.join(captures, 'alerts')).filter((name) =>
    name.endsWith('.sql'),
  );
  const files = queries.map((name) => `alerts/${name}`);
  // Nagios takes 0 for well and 2 for critical.
  const check = path.join(captures, 'alerts/check_poolscope');
  const env = {
    ...process.env,
    PATH: `${path.dirname(poolscope())}:${process.env['PATH']}`,
    CAPTURE_SQL: path.join(captures, 'capture.sql'),
  };
  const held = (/** @type {boolean} */ fires) => {
    const { status, stdout } = spawnSync(check, [SIDE, ...client, `-P${side_port}`], {
      encoding: 'utf8',
      env,
    });
    if (status !== (fires ? 2 : 0)) wrong.push(`check_poolscope ended with ${status}: ${stdout}`);
    for (const file of files) {
      const { status, stdout, stderr } = side(file);
      if (status !== 0) wrong.push(`${file}: ${stderr}`);
      else if ((stdout !== '') !== fires)
        wrong.push(
          `${file}: ${fires ? 'nothing' : stdout} on a server that ${fires ? 'hangs' : 'is well'}`,
        );
    }
  };
  const clients = /** @type {import('node:child_process').ChildProcess[]} */ ([]);
  const ask = () => {
    const one = spawn(SIDE, [...client, `-P${port}`], { stdio: ['pipe', 'ignore', 'ignore'] });
    clients.push(one);
    return one;
  };
  try {
    held(false);
    const { stdout, stderr } = side('capture.sql');
    for (const wanted of ['thread_pool_size', 'HAS_LISTENER', 'STALLS', 'REASON', 'time_ms'])
      if (!stdout.includes(wanted)) wrong.push(`capture.sql: no ${wanted}. ${stderr}`);
    const sleepers = [ask(), ask()];
    await wait(1000); // both have started: from here on no thread is free
    for (const one of sleepers) one.stdin.write('SELECT SLEEP(60);\n');
    await wait(500);
    ask();
    await wait(2000);
    held(true);
  } finally {
    for (const one of clients) one.kill('SIGKILL');
    await server.stop();
  }
  return wrong;
}
