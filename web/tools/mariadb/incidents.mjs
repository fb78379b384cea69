// Causes incidents on a real server and follows the page /hangs/ to the letter: its configuration and accounts, its command
// at a terminal with a password typed, `poolscope diagnose` on the terminal's output, and the first remedy that is SQL,
// typed through extra_port. Every hanging request must be answered within the time stated for that remedy.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { lines } from './incidents/lines.mjs';
import { locks } from './incidents/locks.mjs';
import { threads } from './incidents/threads.mjs';
import { writes } from './incidents/writes.mjs';
import { People, until } from './people.mjs';
import { captures, freePort, OWN, PASSWORD, poolscope, started } from './server.mjs';

/**
 * The tools for making an incident.
 * @typedef {object} Scene
 * @property {People} people
 * @property {(sql: string) => Promise<number[]>} ask through extra_port
 * @property {(what: string, sql: string) => Promise<void>} stands asks until the answer is not 0
 * @property {string} disk a small one, for an incident that needs it
 */

/**
 * The incident that was made. Clients are given by name.
 * @typedef {object} Made
 * @property {readonly number[]} groups in trouble
 * @property {readonly number[]} blocking ids of the connections that hold what others need
 * @property {readonly string[]} stuck clients that wait for their answers
 * @property {string} [lock] its name in GET_LOCK
 * @property {Elsewhere} [elsewhere]
 */

/**
 * A first remedy that is not SQL, and the clients that it alone helps.
 * @typedef {object} Elsewhere
 * @property {() => void} act
 * @property {readonly string[]} stuck
 */

/**
 * @typedef {object} Incident
 * @property {string} name
 * @property {string} cause the verdict's name for it
 * @property {readonly string[]} settings
 * @property {string} [disk] the option whose files go onto a small disk: a path is appended to it
 * @property {(scene: Scene) => Promise<Made>} make
 */

/** @typedef {{ do: string, helps: boolean | null, cites: { text: string } | null, says: { key: string, text: string } }} Remedy */
/** @typedef {{ cause: string, groups: number[], roots: { id: number | null }[], says: { text: string }, remedies: Remedy[] }} Trouble */
/** @typedef {{ troubles: Trouble[] }} Diagnosis */

/** @typedef {Readonly<Record<'incident' | 'verdict' | 'remedy' | 'tried' | 'before' | 'answered', string>>} Row */

/** How long to check that nobody is answered without the remedy. */
const CONTROL_S = 3;
/** A tick of the stall timer, equal for all servers here, and a margin for a busy machine. */
const [TICK_S, SPARE_S] = [0.5, 1.5];
/**
 * How soon all must be answered, by the remedy: the server retries a full disk every minute, and the timer ticks.
 * @type {readonly (readonly [RegExp, number])[]}
 */
const WITHIN_S = [
  [/disk/, 60 + SPARE_S],
  [/max_threads/, 3 + TICK_S + SPARE_S],
];
const LONGEST_S = 5;

const prepared = (/** @type {string} */ file) =>
  readFileSync(path.join(captures, 'prepare', file), 'utf8').trim();

/** The same clock as in people.py. */
const clock = () => Number(process.hrtime.bigint()) / 1e9;

/** Tables for the clients' statements. */
const SHOP = [
  'CREATE DATABASE shop;',
  'CREATE TABLE shop.orders (id INT PRIMARY KEY, n INT) ENGINE=InnoDB;',
  'CREATE TABLE shop.log (id INT AUTO_INCREMENT PRIMARY KEY, line TEXT) ENGINE=InnoDB;',
  'CREATE TABLE shop.stock (id INT PRIMARY KEY, n INT) ENGINE=InnoDB;',
  'INSERT INTO shop.orders SELECT seq, 0 FROM shop.seq_1_to_100;',
  'INSERT INTO shop.stock SELECT seq, 0 FROM shop.seq_1_to_100;',
];

const same = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
  a.toSorted((x, y) => x - y).join() === b.toSorted((x, y) => x - y).join();

/**
 * Mounts a disk of 8 MB, if this account may.
 * @param {string} at
 */
function mounted(at) {
  mkdirSync(at);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at]).status === 0;
}

/**
 * @param {Incident} incident
 * @param {string} folder
 * @param {string} empty
 * @param {Row[]} rows
 */
async function follow({ cause, disk: option, make, name, settings }, folder, empty, rows) {
  mkdirSync(folder);
  const disk = path.join(folder, 'disk');
  if (option !== undefined && !mounted(disk)) {
    console.log(`${name}: not made, this account may not mount a small disk.`);
    return [];
  }
  const unmount = () => spawnSync('umount', ['--lazy', disk]);
  if (option !== undefined) process.prependOnceListener('exit', unmount);
  const command = poolscope();
  const [port, extra_port] = [await freePort(), await freePort()];
  const options = path.join(folder, 'my.cnf');
  writeFileSync(
    options,
    prepared('extra_port.cnf').replace(/(extra_port = )\d+/, `$1${extra_port}`),
  );
  copyFileSync(path.join(captures, 'capture.sql'), path.join(folder, 'capture.sql'));
  const accounts = prepared('accounts.sql').replaceAll("'...'", `'${PASSWORD}'`).split('\n');
  const server = await started(
    folder,
    empty,
    [
      `--defaults-file=${options}`,
      ...OWN.slice(1),
      ...[`--port=${port}`, '--thread-handling=pool-of-threads', ...settings],
      ...(option === undefined ? [] : [`${option}=${path.join(disk, 'log')}`]),
    ],
    [...SHOP, ...accounts],
  );
  const people = new People(port, extra_port, folder);
  const at = (/** @type {string} */ command, /** @type {string} */ user) =>
    command.replace('<extra_port>', String(extra_port)).replace('<user>', user);
  const asked = [
    '--no-defaults',
    '-h127.0.0.1',
    `-P${extra_port}`,
    '-uroot',
    `-p${PASSWORD}`,
    '-N',
  ];
  try {
    const ask = async (/** @type {string} */ sql) => {
      const { stdout } = await promisify(execFile)('mariadb', [...asked, '-e', sql]);
      return stdout.trim().split('\n').map(Number);
    };
    const made = await make({
      people,
      ask,
      disk,
      stands: (what, sql) => until(what, async () => (await ask(sql))[0] !== 0),
    });
    const begun = performance.now();
    const { shown } = await people.terminal(at(prepared('capture.sh'), 'pool_look'));
    const printed = path.join(folder, 'printed.txt');
    writeFileSync(printed, shown);
    const { stdout, stderr } = spawnSync(command, ['diagnose', printed, '--json'], {
      encoding: 'utf8',
    });
    if (stdout === '') return [stderr, shown];
    /** @type {Diagnosis} */
    const { troubles } = JSON.parse(stdout);
    const [worst] = troubles;
    const remedies = worst?.remedies ?? [];
    const roots = (worst?.roots ?? []).flatMap(({ id }) => id ?? []);
    const [first] = remedies;
    // A remedy that is not SQL is done outside; then the next one that helps and can be typed follows.
    const typed = remedies.find(({ do: action, helps }) => helps && /^(?:KILL|SET) /.test(action));
    const lines = (typed?.do ?? '').replace('the name in GET_LOCK', made.lock ?? '');
    const waited = () => (performance.now() - begun) / 1000;
    await until('the control is over', () => waited() > CONTROL_S);
    const answered = (clients = made.stuck) =>
      clients.filter((client) => {
        const { at: time, error } = people.asked(client);
        return time !== undefined && !error;
      });
    const before = `${answered().length} of ${made.stuck.length} in ${waited().toFixed(0)} s`;
    const row = {
      incident: name,
      verdict: worst?.cause ?? 'none',
      remedy: [first?.do ?? 'none', ...(typed && typed !== first ? [typed.do] : [])].join(
        ', then ',
      ),
      before,
    };
    const wrong = answered().map((client) => `${client} did not hang`);
    if (worst?.cause !== cause)
      wrong.push(`The verdict is ${worst?.cause}, not ${cause}: ${worst?.says.text}`);
    if (worst && !same(worst.groups, made.groups))
      wrong.push(`Groups: ${worst.groups.join()}, not ${made.groups.join()}`);
    if (worst && made.blocking.some((id) => !roots.includes(id)))
      wrong.push(`Who blocks: ${roots.join()}, not ${made.blocking.join()}`);
    if (!first?.helps) wrong.push(`No cure is named, but: ${first?.do}`);
    if (!typed) {
      rows.push({
        ...row,
        tried: first?.cites?.text ?? '-',
        answered: 'nothing to be typed',
      });
      return [...wrong, 'No remedy can be typed', shown];
    }
    const { shown: act, typed: since } = await people.terminal(
      at(prepared('get-in.sh'), 'pool_act'),
      [`${lines};`],
    );
    if (act.includes('ERROR')) wrong.push(act);
    const came = /** @type {string[]} */ ([]);
    /** @type {(remedy: Remedy, action: string, clients: readonly string[], from: number) => Promise<void>} */
    const answers = async ({ says }, action, clients, from) => {
      const within = WITHIN_S.find(([of]) => of.test(action))?.[1] ?? LONGEST_S;
      const end = performance.now() + within * 1000;
      const all = () => answered(clients).length;
      const over = () => all() === clients.length || performance.now() > end;
      await until('all are answered', over, (within + 1) * 1000);
      if (all() < clients.length)
        wrong.push(
          `${action} (${says.text}): ${all()} of ${clients.length} answered within ${within} s`,
        );
      const last = Math.max(...answered(clients).map((one) => (people.asked(one).at ?? 0) - from));
      const after = all() > 0 ? `, the last after ${(last * 1000).toFixed(0)} ms` : '';
      came.push(`${all()} of ${clients.length}${after}`);
    };
    await answers(typed, lines, made.stuck, since);
    const { elsewhere } = made;
    if (first && elsewhere) {
      elsewhere.act();
      await answers(first, first.do, elsewhere.stuck, clock());
    }
    rows.push({
      ...row,
      tried: typed.cites?.text ?? '-',
      answered: came.join('; '),
    });
    return wrong.length > 0 ? [...wrong, shown] : [];
  } finally {
    people.leave();
    await server.stop();
    if (option !== undefined) {
      unmount();
      process.off('exit', unmount);
    }
  }
}

/**
 * @param {string} work
 * @param {string} empty
 * @param {Row[]} rows the result of each
 * @returns {import('./all.mjs').Part[]}
 */
export const incidents = (work, empty, rows) =>
  [...locks, ...threads, ...writes, ...lines].map((incident, index) => ({
    name: `incident: ${incident.name}`,
    run: () => follow(incident, path.join(work, `i${index}`), empty, rows),
  }));

/**
 * @param {readonly Row[]} rows
 */
export function tableOf(rows) {
  const [first] = rows;
  if (!first) return '';
  const names = /** @type {(keyof Row)[]} */ (Object.keys(first));
  const cells = [names, ...rows.map((row) => names.map((name) => row[name]))];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
