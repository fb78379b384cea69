// The scripts of the lessons' boxes "On a server", run against a real MariaDB on this machine, and what they
// print held against what the box expects: npm run test:server, with parts of lessons' names to choose among
// them. Each command has a server of its own, in a folder of its own, on free ports of 127.0.0.1.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { main, root, seconds, Sentence } from './run.mjs';

/** @typedef {import('../src/build/lessons/server-box').Box} Box */
/** @typedef {import('../src/build/lessons/server-box').Expected} Expected */

/** What the lessons write; here they are others. */
const [PORT, SIDE_PORT] = ['3306', '3310'];
const PASSWORD = 'password';
/** A command of a lesson takes a minute at most. */
const LONGEST_MS = 180_000;
const cache = path.join(root, 'node_modules/.cache/poolscope-server');

const installed = (/** @type {string} */ program) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Why nothing can be run here, if so. */
function lacks() {
  for (const program of ['mariadbd', 'mariadb-install-db', 'mariadb', 'python3'])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return program;
  const venv = spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' });
  return venv.status === 0 ? undefined : 'python3-venv';
}

/** Python with the client that the lessons use, made once. */
function venv() {
  const made = path.join(cache, 'venv');
  if (!installed(path.join(made, 'bin/pip'))) execFileSync('python3', ['-m', 'venv', made]);
  const python = path.join(made, 'bin/python3');
  if (spawnSync(python, ['-c', 'import pymysql'], { stdio: 'ignore' }).status !== 0)
    execFileSync(path.join(made, 'bin/pip'), ['install', '--quiet', 'PyMySQL']);
  return made;
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

const OWN = ['--no-defaults', '--innodb-log-file-size=8M', '--innodb-buffer-pool-size=64M'];
const user = os.userInfo().username;

/**
 * @param {Box} box
 * @param {Expected} expected
 * @param {string} folder
 * @param {string} empty a data folder with nothing in it yet
 * @returns {Promise<string>} all that the command printed
 */
async function outputOf(box, expected, folder, empty) {
  const { command } = expected;
  const [port, side_port] = [await freePort(), await freePort()].map(String);
  const here = (/** @type {string} */ text) =>
    text.replaceAll(PORT, port ?? '').replaceAll(SIDE_PORT, side_port ?? '');
  for (const { name, text } of box.files) writeFileSync(path.join(folder, name), here(text));
  const settings = box.files.find(({ text }) => text.startsWith('[mariadb]'));
  if (!settings) throw new Sentence('the box has no file that begins with [mariadb]');

  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const log = path.join(folder, 'error.log');
  const socket = path.join(folder, 's.sock');
  // What a lesson asks of its container is asked of this server.
  const docker = `#!/bin/sh
case "$1 $2" in
'exec mariadb') client=$3; shift 3; exec "$client" --no-defaults "$@" ;;
'logs mariadb') exec cat '${log}' ;;
*) echo "no such container here: docker $*" >&2; exit 1 ;;
esac
`;
  writeFileSync(path.join(bin, 'docker'), docker, { mode: 0o755 });
  const data = path.join(folder, 'data');
  cpSync(empty, data, { recursive: true });
  const users = ['127.0.0.1', 'localhost'].map(
    (host) => `ALTER USER root@'${host}' IDENTIFIED BY '${PASSWORD}';`,
  );
  writeFileSync(path.join(folder, 'init.sql'), users.join('\n'));

  const server = spawn(
    'mariadbd',
    [
      `--defaults-file=${path.join(folder, settings.name)}`,
      ...OWN.slice(1),
      ...[`--user=${user}`, `--datadir=${data}`, `--socket=${socket}`, `--log-error=${log}`],
      ...[`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'],
      ...[`--pid-file=${path.join(folder, 'pid')}`, `--init-file=${path.join(folder, 'init.sql')}`],
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const stop = () => server.kill('SIGKILL'); // its data go with it
  process.once('exit', stop);
  try {
    const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    while (!said().includes('ready for connections')) {
      if (server.exitCode !== null) throw new Sentence(`mariadbd did not start:\n${said()}`);
      await wait(50);
    }
    const { stdout, stderr } = spawnSync('sh', ['-c', here(command)], {
      cwd: folder,
      encoding: 'utf8',
      timeout: LONGEST_MS,
      env: {
        ...process.env,
        PATH: [bin, path.join(cache, 'venv/bin'), process.env['PATH']].join(path.delimiter),
        MYSQL_UNIX_PORT: socket,
        SERVER_PID: String(server.pid),
      },
    });
    return stdout + stderr;
  } finally {
    process.off('exit', stop);
    stop();
    await gone;
  }
}

// Also where somebody presses Ctrl-C: no server is left behind.
process.once('SIGINT', () => process.exit(130));

await main(async () => {
  const lacking = lacks();
  if (lacking !== undefined) {
    console.log(`The boxes "On a server" were not run: there is no ${lacking} on this machine.`);
    return;
  }
  const { runnerImport } = await import('vite');
  const own = path.join(root, 'web/src/build/lessons');
  /** @typedef {typeof import('../src/build/lessons/server-box')} Boxes */
  const { module } = /** @type {{ module: Boxes }} */ (
    await runnerImport(path.join(own, 'server-box.ts'), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  );

  mkdirSync(cache, { recursive: true });
  const made = venv();
  // Not under the project: a socket's path must be short.
  const work = mkdtempSync(path.join(os.tmpdir(), 'poolscope-'));
  const clean = () => rmSync(work, { recursive: true, force: true });
  process.once('exit', clean);
  let failed = 0;
  try {
    const empty = path.join(work, 'empty');
    const install = [...OWN, `--datadir=${empty}`, '--auth-root-authentication-method=normal'];
    execFileSync('mariadb-install-db', [...install, '--skip-test-db', `--user=${user}`], {
      stdio: 'ignore',
    });
    const lessons = path.join(root, 'content/lessons/en');
    const chosen = process.argv.slice(2);
    for (const file of readdirSync(lessons).filter((name) => name.endsWith('.md'))) {
      if (chosen.length > 0 && !chosen.some((part) => file.includes(part))) continue;
      for (const box of module.boxesOf(readFileSync(path.join(lessons, file), 'utf8'))) {
        if (box.by_hand !== undefined) console.log(`${file}: by hand. ${box.by_hand}`);
        for (const [index, expected] of box.expected.entries()) {
          const folder = path.join(work, `${file.slice(0, 2)}-${index}`);
          mkdirSync(folder);
          symlinkSync(made, path.join(folder, 'venv'));
          const start = performance.now();
          const output = await outputOf(box, expected, folder, empty);
          const wrong = module.missed(expected, output);
          if (wrong.length > 0) failed += 1;
          const time = seconds(performance.now() - start);
          console.log(
            `${file}: ${expected.command}: ${wrong.length > 0 ? 'FAILED' : 'ok'}, ${time}`,
          );
          if (wrong.length > 0) console.log(`${wrong.join('\n')}\nIt printed:\n${output}`);
        }
      }
    }
  } finally {
    clean();
  }
  if (failed > 0) throw new Sentence(`${failed} failed.`);
});
