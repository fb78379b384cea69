// Makes each incident of made.mjs on a real server and follows the page /hangs/ to the letter: its configuration and
// accounts, its command at a terminal with a password typed, `poolscope diagnose` on the terminal's output, and the first
// remedy, typed through extra_port. Who is answered is counted, and held against what the diagnosis says of that remedy.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { made } from './made.mjs';
import { People, until } from './people.mjs';
import { captures, freePort, OWN, PASSWORD, poolscope, started } from './server.mjs';

/** @typedef {{ about: string, answers: { answer: string, helps: boolean | null }[] }} Doubt a question that no table answers */
/** @typedef {{ do: string, helps: boolean | null, if: Doubt | null }} Remedy */
/** @typedef {{ troubles: { cause: string, remedies: Remedy[] }[] }} Diagnosis */
/** @typedef {Readonly<Record<'incident' | 'verdict' | 'remedy' | 'helps' | 'before' | 'answered', string>>} Row */

/** How long to check that nobody is answered without the remedy. */
const CONTROL_S = 3;
/** How soon all must be answered: some ticks of the stall timer, on a busy machine; a full disk is tried every minute. */
const [WITHIN_S, RETRIED_S] = [5, 65];

/** More than the small disk can hold. */
const FILLING = 16 * 1024 * 1024;
/** A remedy that can be typed. */
const SQL = /^(?:KILL|SET|XA|STOP|UNLOCK) /;

const prepared = (/** @type {string} */ file) =>
  readFileSync(path.join(captures, 'prepare', file), 'utf8').trim();

/** Tables for the clients' statements. */
const SHOP = [
  'CREATE DATABASE shop;',
  'CREATE TABLE shop.orders (id INT PRIMARY KEY, n INT) ENGINE=InnoDB;',
  'CREATE TABLE shop.log (id INT AUTO_INCREMENT PRIMARY KEY, line TEXT) ENGINE=InnoDB;',
  'CREATE TABLE shop.stock (id INT PRIMARY KEY, n INT) ENGINE=InnoDB;',
  'INSERT INTO shop.orders SELECT seq, 0 FROM shop.seq_1_to_100;',
  'INSERT INTO shop.stock SELECT seq, 0 FROM shop.seq_1_to_100;',
  'CREATE TABLE shop.old (id INT PRIMARY KEY, n INT) ENGINE=MyISAM;',
  'INSERT INTO shop.old SELECT seq, 0 FROM shop.seq_1_to_100;',
];

/** The names of a step's clients. */
const names = (/** @type {import('./made.mjs').Step} */ { count = 1, who }) =>
  Array.from({ length: count }, (_, at) => (count === 1 ? who : `${who} ${at + 1}`));

/**
 * Makes the incident: all connect, then each step asks.
 * @param {import('./made.mjs').Incident} incident
 * @param {People} people
 * @param {(what: string, sql: string) => Promise<void>} stands asks until the answer is not 0
 * @returns {Promise<(of: readonly string[]) => string[]>} the clients of these names that asked
 */
async function make({ steps }, people, stands) {
  const known = /** @type {Set<string>} */ (new Set());
  for (const step of steps) {
    const fresh = names(step).filter((name) => !known.has(name));
    await people.connect(fresh, step.outside);
    for (const name of fresh) known.add(name);
  }
  const asked = /** @type {Map<string, string[]>} */ (new Map());
  for (const step of steps) {
    const { asks, even = false, how = 'once', who } = step;
    const id = (/** @type {string} */ name) => people.ids([name])[0] ?? 0;
    const clients = names(step).filter((name) => !even || id(name) % 2 === 0);
    asked.set(who, clients);
    const all = clients.map((name, at) => ({
      name,
      own: asks.map((sql) =>
        sql.replace(/#([a-z]+)/, (_, of) => String(id(of))).replace('#', String(at + 1)),
      ),
    }));
    // All prepare before the first of them asks what may leave no thread for the others.
    for (const { name, own } of all)
      await people.say(name, ...(how === 'said' ? own : own.slice(0, -1)));
    if (how !== 'said')
      for (const { name, own } of all) await people.ask([name], own.at(-1) ?? '', how);
    if (step.stands !== undefined) await stands(`${who}: ${step.stands}`, step.stands);
  }
  return (of) => of.flatMap((who) => asked.get(who) ?? []);
}

/**
 * Mounts a disk of 8 MB, if this account may.
 * @param {string} at
 */
function mounted(at) {
  mkdirSync(at);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at]).status === 0;
}

/**
 * @param {import('./made.mjs').Incident} incident
 * @param {string} folder
 * @param {string} empty
 * @param {Row[]} rows
 */
async function follow(incident, folder, empty, rows) {
  const {
    disk: option,
    freed = [],
    lock = '',
    name,
    settings,
    silent,
    stuck: those,
    xid = '',
  } = incident;
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
  const at = (/** @type {string} */ typed, /** @type {string} */ user) =>
    typed.replace('<extra_port>', String(extra_port)).replace('<user>', user);
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
    const filling = path.join(disk, 'filling');
    if (option !== undefined) {
      try {
        writeFileSync(filling, Buffer.alloc(FILLING));
      } catch {
        // It is full now.
      }
    }
    const clients = await make(incident, people, (what, sql) =>
      until(what, async () => (await ask(sql))[0] !== 0),
    );
    const begun = performance.now();
    const { shown } = await people.terminal(at(prepared('capture.sh'), 'pool_look'));
    const printed = path.join(folder, 'printed.txt');
    writeFileSync(printed, shown);
    const { stderr, stdout } = spawnSync(command, ['diagnose', printed, '--json'], {
      encoding: 'utf8',
    });
    if (stdout === '') return [stderr, shown];
    /** @type {Diagnosis} */
    const { troubles } = JSON.parse(stdout);
    const remedies = troubles[0]?.remedies ?? [];
    const [first] = remedies;
    const waited = () => (performance.now() - begun) / 1000;
    await until('the control is over', () => waited() > CONTROL_S);
    const stuck = clients(those);
    const answered = (of = stuck) =>
      of.filter((client) => {
        const { at: time, error } = people.asked(client);
        return time !== undefined && !error;
      });
    const row = {
      incident: name,
      verdict: troubles[0]?.cause ?? 'none',
      remedy: first?.do ?? 'none',
      helps: first?.if ? 'if' : String(first?.helps),
      before: `${answered().length} of ${stuck.length} in ${waited().toFixed(0)} s`,
    };
    const wrong = answered().map((client) => `${client} did not hang`);
    if (!first?.helps && !first?.if) wrong.push(`No cure is first, but: ${first?.do}`);
    // Space is made outside of the server; then those that it alone helps come, too.
    const outside = option !== undefined && first?.helps === true && !SQL.test(first.do);
    const typed = outside ? undefined : remedies.find(({ do: action }) => SQL.test(action));
    let since = Number(process.hrtime.bigint()) / 1e9; // the clock of people.py
    if (outside) rmSync(filling);
    const all = outside ? [...stuck, ...clients(freed)] : stuck;
    const within = outside ? RETRIED_S : WITHIN_S;
    const settled = async () => {
      const end = performance.now() + within * 1000;
      const over = () => answered(all).length === all.length || performance.now() > end;
      await until('all are answered', over, (within + 1) * 1000);
    };
    // The second step of a ladder is for those that still wait after the first.
    const steps = /^SET [^;]+; KILL \d+$/.test(typed?.do ?? '')
      ? (typed?.do ?? '').split('; ')
      : [typed?.do ?? ''];
    for (const [nth, step] of steps.entries()) {
      if (typed && answered(all).length < all.length) {
        const act = await people.terminal(at(prepared('get-in.sh'), 'pool_act'), [
          `${step.replace('the name in GET_LOCK', lock).replace('as XA RECOVER prints it', xid)};`,
        ]);
        if (nth === 0) since = act.typed;
        if (act.shown.includes('ERROR')) wrong.push(act.shown);
      }
      await settled();
    }
    const came = answered(all);
    const last = Math.max(...came.map((one) => (people.asked(one).at ?? 0) - since));
    const after = came.length > 0 ? `, the last after ${(last * 1000).toFixed(0)} ms` : '';
    // What depends on a question promises what follows from its true answer, where the incident has one.
    const truth = typed?.if?.about === 'ends' ? (silent ? 'no' : 'yes') : undefined;
    const given = typed?.if?.answers.find(({ answer }) => answer === truth);
    const promised = outside || (typed?.helps ?? given?.helps);
    if (typeof promised === 'boolean' && promised !== (came.length === all.length))
      wrong.push(`${typed?.do}: ${came.length} of ${all.length} answered within ${within} s`);
    rows.push({ ...row, answered: `${came.length} of ${all.length}${after}` });
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
  made.map((incident, index) => ({
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
