// Starts a MariaDB of one's own, in its own folder, on free ports of 127.0.0.1, and checks what that needs.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, Sentence } from '../run.mjs';

export const PASSWORD = 'password';
export const cache = path.join(root, 'node_modules/.cache/poolscope-server');
export const captures = path.join(root, 'content/captures');

const installed = (/** @type {string} */ program) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Why nothing can be run here, if so. */
export function lacks() {
  for (const program of ['mariadbd', 'mariadb-install-db', 'mariadb', 'python3'])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return program;
  const venv = spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' });
  return venv.status === 0 ? undefined : 'python3-venv';
}

/** Python with the client library of the lessons, installed once. */
export function venv() {
  const made = path.join(cache, 'venv');
  if (!installed(path.join(made, 'bin/pip'))) execFileSync('python3', ['-m', 'venv', made]);
  const python = path.join(made, 'bin/python3');
  if (spawnSync(python, ['-c', 'import pymysql'], { stdio: 'ignore' }).status !== 0)
    execFileSync(path.join(made, 'bin/pip'), ['install', '--quiet', 'PyMySQL']);
  return made;
}

let command = '';

/** The command line program, built once. */
export function poolscope() {
  if (command !== '') return command;
  const manifest = path.join(root, 'wasm-core/Cargo.toml');
  const build = ['build', '--quiet', '--manifest-path', manifest, '-p', 'poolscope-cli'];
  const said = execFileSync('cargo', [...build, '--message-format=json'], { encoding: 'utf8' });
  const made = said.split('\n').flatMap((line) => {
    const { executable = null } = line === '' ? {} : JSON.parse(line);
    return executable === null ? [] : [String(executable)];
  });
  command = made[0] ?? '';
  if (command === '') throw new Sentence('cargo made no poolscope');
  return command;
}

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

export const OWN = ['--no-defaults', '--innodb-log-file-size=8M', '--innodb-buffer-pool-size=64M'];
const user = os.userInfo().username;

export const SOCKET = 's.sock';

/**
 * Starts a server in a folder of its own, with a password for root, and waits until it listens.
 * @param {string} folder
 * @param {string} empty a data folder with nothing in it yet
 * @param {readonly string[]} options the first of them may be a file of options
 * @param {readonly string[]} [begin] statements to execute before anybody connects, one per line
 * @returns {Promise<{ pid: number | undefined, stop: () => Promise<unknown> }>}
 */
export async function started(folder, empty, options, begin = []) {
  const log = path.join(folder, 'error.log');
  const data = path.join(folder, 'data');
  cpSync(empty, data, { recursive: true });
  const users = ['127.0.0.1', 'localhost'].map(
    (host) => `ALTER USER root@'${host}' IDENTIFIED BY '${PASSWORD}';`,
  );
  writeFileSync(path.join(folder, 'init.sql'), [...users, ...begin].join('\n'));

  const server = spawn(
    'mariadbd',
    [
      ...options,
      ...[
        `--user=${user}`,
        `--datadir=${data}`,
        `--socket=${path.join(folder, SOCKET)}`,
        `--log-error=${log}`,
      ],
      ...['--bind-address=127.0.0.1', '--skip-name-resolve'],
      ...[`--pid-file=${path.join(folder, 'pid')}`, `--init-file=${path.join(folder, 'init.sql')}`],
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const kill = () => server.kill('SIGKILL'); // its data are deleted too
  process.once('exit', kill);
  const stop = () => {
    process.off('exit', kill);
    kill();
    return gone;
  };
  try {
    const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    while (!said().includes('ready for connections')) {
      if (server.exitCode !== null) throw new Sentence(`mariadbd did not start:\n${said()}`);
      await wait(50);
    }
    return { pid: server.pid, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/**
 * Creates a data folder with nothing in it yet.
 * @param {string} empty
 */
export function install(empty) {
  const options = [...OWN, `--datadir=${empty}`, '--auth-root-authentication-method=normal'];
  execFileSync('mariadb-install-db', [...options, '--skip-test-db', `--user=${user}`], {
    stdio: 'ignore',
  });
}

/** The server's version. */
export const version = () => execFileSync('mariadbd', ['--version'], { encoding: 'utf8' }).trim();
