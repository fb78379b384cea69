// Runs the scripts of the lessons' boxes "On a server", and compares their output with what the box expects.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, Sentence } from '../run.mjs';
import { cache, captures, freePort, OWN, poolscope, SOCKET, started, venv } from './server.mjs';

/** @typedef {import('../../src/build/lessons/server-box').Box} Box */
/** @typedef {import('../../src/build/lessons/server-box').Expected} Expected */

/** The ports in lessons, replaced by free ones here. */
const [PORT, SIDE_PORT] = ['3306', '3310'];
/** The limit; a command of a lesson takes a minute at most. */
const LONGEST_MS = 180_000;

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
  // What a reader has besides the box: the script for the server, and the command that reads its output.
  const { text = '' } = box.files.find(({ name }) => command.endsWith(name)) ?? {};
  if (text.includes('capture.sql'))
    cpSync(path.join(captures, 'capture.sql'), path.join(folder, 'capture.sql'));
  if (text.includes('poolscope ')) symlinkSync(poolscope(), path.join(bin, 'poolscope'));
  // Redirects a lesson's docker commands to this server.
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

/**
 * The boxes of the chosen lessons.
 * @param {string} work
 * @param {string} empty
 * @param {(name: string) => boolean} chosen
 */
export async function boxes(work, empty, chosen) {
  const { runnerImport } = await import('vite');
  const own = path.join(root, 'web/src/build/lessons');
  /** @typedef {typeof import('../../src/build/lessons/server-box')} Boxes */
  const { module } = /** @type {{ module: Boxes }} */ (
    await runnerImport(path.join(own, 'server-box.ts'), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  );
  const lessons = path.join(root, 'content/lessons/en');
  const parts = /** @type {import('./all.mjs').Part[]} */ ([]);
  for (const file of readdirSync(lessons).filter((name) => name.endsWith('.md') && chosen(name)))
    for (const [nth, box] of module
      .boxesOf(readFileSync(path.join(lessons, file), 'utf8'))
      .entries()) {
      if (box.by_hand !== undefined) console.log(`${file}: by hand. ${box.by_hand}`);
      for (const [index, expected] of box.expected.entries())
        parts.push({
          name: `${file}: ${expected.command}`,
          run: async () => {
            const folder = path.join(work, `${file.slice(0, 2)}-${nth}-${index}`);
            mkdirSync(folder);
            symlinkSync(venv(), path.join(folder, 'venv'));
            const output = await outputOf(box, expected, folder, empty);
            const wrong = module.missingFrom(expected, output);
            return wrong.length > 0 ? [...wrong, `It printed:\n${output}`] : [];
          },
        });
    }
  return parts;
}
