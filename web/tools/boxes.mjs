// The scripts of the lessons' boxes "On a server", run against a real MariaDB on this machine, and what they
// print held against what the box expects; and the queries that the site offers for a server that hangs, on one
// that is well and on one that hangs: npm run test:server, with parts of lessons' names, or "hangs", to choose
// among them. Each has a server of its own, in a folder of its own, on free ports of 127.0.0.1.
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
const captures = path.join(root, 'content/captures');

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

/** The command, as the README has it built. */
function poolscope() {
  const manifest = path.join(root, 'wasm-core/Cargo.toml');
  const build = [
    'build',
    '--quiet',
    '--release',
    '--manifest-path',
    manifest,
    '-p',
    'poolscope-cli',
  ];
  const said = execFileSync('cargo', [...build, '--message-format=json'], { encoding: 'utf8' });
  const made = said.split('\n').flatMap((line) => {
    const { executable = null } = line === '' ? {} : JSON.parse(line);
    return executable === null ? [] : [String(executable)];
  });
  const [command] = made;
  if (command === undefined) throw new Sentence('cargo made no poolscope');
  return command;
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

const SOCKET = 's.sock';

/**
 * A server of its own in a folder, with a password for root, once it listens.
 * @param {string} folder
 * @param {string} empty a data folder with nothing in it yet
 * @param {readonly string[]} options the first of them may be a file of options
 * @returns {Promise<{ pid: number | undefined, stop: () => Promise<unknown> }>}
 */
async function started(folder, empty, options) {
  const log = path.join(folder, 'error.log');
  const data = path.join(folder, 'data');
  cpSync(empty, data, { recursive: true });
  const users = ['127.0.0.1', 'localhost'].map(
    (host) => `ALTER USER root@'${host}' IDENTIFIED BY '${PASSWORD}';`,
  );
  writeFileSync(path.join(folder, 'init.sql'), users.join('\n'));

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
  const kill = () => server.kill('SIGKILL'); // its data go with it
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
  // What a reader has fetched beside the box: what asks a server, and the command that reads the answers.
  const { text = '' } = box.files.find(({ name }) => command.endsWith(name)) ?? {};
  if (text.includes('capture.sql'))
    cpSync(path.join(captures, 'capture.sql'), path.join(folder, 'capture.sql'));
  if (text.includes('poolscope ')) symlinkSync(poolscope(), path.join(bin, 'poolscope'));
  // What a lesson asks of its container is asked of this server.
  const docker = `#!/bin/sh
# Input goes through by itself.
[ "$1 $2" = 'exec -i' ] && { shift 2; set -- exec "$@"; }
case "$1 $2" in
'exec mariadb') client=$3; shift 3; exec "$client" --no-defaults "$@" ;;
'logs mariadb') exec cat '${log}' ;;
*) echo "no such container here: docker $*" >&2; exit 1 ;;
esac
`;
  writeFileSync(path.join(bin, 'docker'), docker, { mode: 0o755 });
  const server = await started(folder, empty, [
    `--defaults-file=${path.join(folder, settings.name)}`,
    ...OWN.slice(1),
    `--port=${port}`,
  ]);
  try {
    const { stdout, stderr } = spawnSync('sh', ['-c', here(command)], {
      cwd: folder,
      encoding: 'utf8',
      timeout: LONGEST_MS,
      env: {
        ...process.env,
        PATH: [bin, path.join(cache, 'venv/bin'), process.env['PATH']].join(path.delimiter),
        MYSQL_UNIX_PORT: path.join(folder, SOCKET),
        SERVER_PID: String(server.pid),
      },
    });
    return stdout + stderr;
  } finally {
    await server.stop();
  }
}

const SIDE = 'mariadb';

/**
 * What the site offers to somebody whose server hangs. On a server that is well the collector prints each of its
 * tables and no alert fires; with both threads of its only group asleep, and a login before the door, all fire.
 * @param {string} folder
 * @param {string} empty
 * @returns {Promise<string[]>} what is wrong
 */
async function hangs(folder, empty) {
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
  const alerts = readdirSync(path.join(captures, 'alerts')).map((name) => `alerts/${name}`);
  const held = (/** @type {boolean} */ fires) => {
    for (const file of alerts) {
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
    await wait(1000); // both are in: from here on no thread is free
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

// Also where somebody presses Ctrl-C: no server is left behind.
process.once('SIGINT', () => process.exit(130));

await main(async () => {
  const lacking = lacks();
  if (lacking !== undefined) {
    console.log(`Nothing was run on a server: there is no ${lacking} on this machine.`);
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
    if (chosen.length === 0 || chosen.includes('hangs')) {
      const folder = path.join(work, 'hangs');
      mkdirSync(folder);
      const start = performance.now();
      const wrong = await hangs(folder, empty);
      if (wrong.length > 0) failed += 1;
      const time = seconds(performance.now() - start);
      console.log(`hangs: ${wrong.length > 0 ? `FAILED\n${wrong.join('\n')}` : 'ok'}, ${time}`);
    }
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
