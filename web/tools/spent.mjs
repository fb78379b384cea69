// What programs cost beside the clock, which other programs slow down: processor time, and the most memory of a process.
// Where a system does not tell, nothing is said. Uses only Node's own modules.
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Spent of one step; `processor_s` is undefined if no program of it told
 * @property {number} [processor_s] user and system time of its programs and of all that they waited for
 * @property {number} memory_mb the most that one process had at once
 * @property {string} program that process
 */

/** @type {AsyncLocalStorage<Spent>} */
const steps = new AsyncLocalStorage();

/** @typedef {{ name: string, clock_s: number, spent: Spent }} Row */
/** @type {Row[]} */
const rows = [];

/** Runs the program, then writes the times of all that it waited for to file 3. A request to stop is passed on. */
const TIMED =
  '"$@" 3>&- & child=$!; trap "kill $child" TERM INT; wait $child; code=$?; times >&3; exit $code';

let asked = false;

/** From now on, programs of steps are measured. */
export function measure() {
  asked = process.platform !== 'win32';
  if (existsSync('/proc/self/status')) setInterval(look, 1000).unref();
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[], told: boolean }} what to start instead, with a file 3 if it tells
 */
export const timed = (command, args) =>
  asked && steps.getStore()
    ? { command: 'sh', args: ['-c', TIMED, 'sh', command, ...args], told: true }
    : { command, args, told: false };

/** @type {Map<number, Spent>} the programs that run, by their process */
const running = new Map();

/**
 * Counts what a program that was started as {@link timed} says, for the step that started it.
 * @param {import('node:child_process').ChildProcess} child
 */
export function count(child) {
  const spent = steps.getStore();
  const { pid, stdio } = child;
  if (!spent || pid === undefined) return;
  running.set(pid, spent);
  let text = '';
  stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => (text += chunk.toString()));
  child.on('close', () => {
    running.delete(pid);
    const children = text.trim().split('\n')[1];
    for (const [, min, s] of children?.matchAll(/(\d+)m([\d.]+)s/g) ?? [])
      spent.processor_s = (spent.processor_s ?? 0) + 60 * Number(min) + Number(s);
  });
}

/** Looks how much memory the programs of all steps have had. */
function look() {
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`));
    if (parent) parents.set(Number(name), Number(parent[1]));
  }
  for (const pid of parents.keys()) {
    let root = pid;
    while (!running.has(root) && parents.has(root)) root = parents.get(root) ?? 0;
    const spent = running.get(root);
    if (!spent) continue;
    const [, name = '', kb = '0'] =
      /^Name:\s+(.*?)\n.*^VmHWM:\s+(\d+) kB/ms.exec(read(`/proc/${pid}/status`)) ?? [];
    const mb = Number(kb) / 1024;
    if (mb > spent.memory_mb) Object.assign(spent, { memory_mb: mb, program: name });
  }
}

/** @param {string} file of a process, which may have ended */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Does the work of a step, and counts what its programs cost, for the step around it too.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work
 * @returns {Promise<{ result: T, told: string }>} the result, and what to print about the cost
 */
export async function counted(name, work) {
  const outer = steps.getStore();
  /** @type {Spent} */
  const spent = { memory_mb: 0, program: '' };
  const start = performance.now();
  const result = await steps.run(spent, async () => work());
  const clock_s = (performance.now() - start) / 1000;
  if (asked && !outer) rows.push({ name, clock_s, spent });
  if (outer && spent.processor_s !== undefined)
    outer.processor_s = (outer.processor_s ?? 0) + spent.processor_s;
  return { result, told: `${clock_s.toFixed(1)} s${printed(spent)}` };
}

/** @param {Spent} spent */
function printed({ processor_s, memory_mb, program }) {
  const time = processor_s === undefined ? '' : `, ${processor_s.toFixed(1)} s of processor time`;
  return memory_mb > 0 ? `${time}, at most ${memory_mb.toFixed(0)} MB (${program})` : time;
}

/** Processor time of this process and of all that it waited for, in seconds; undefined where the system does not tell. */
function whole() {
  const fields = read('/proc/self/stat').split(') ')[1]?.split(' ').slice(11, 15);
  // In ticks, of which every Linux has a hundred a second.
  return fields?.reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

/** One line for each step, the dearest first, with what this process itself did, and the sum. */
export function printSpent() {
  const own = process.cpuUsage();
  const own_s = (own.user + own.system) / 1e6;
  const told_s = rows.reduce((sum, { spent }) => sum + (spent.processor_s ?? 0), 0);
  const all_s = whole() ?? told_s + own_s;
  console.log('\nSeconds of processor time, of the clock, and the most memory of a process');
  const line = (/** @type {string} */ name, /** @type {string[]} */ ...cells) => {
    console.log(`  ${name.padEnd(24)}${cells.map((cell) => cell.padStart(9)).join('')}`);
  };
  const dearest = rows
    .filter(({ clock_s }) => clock_s >= 0.5)
    .sort((a, b) => (b.spent.processor_s ?? 0) - (a.spent.processor_s ?? 0));
  for (const { name, clock_s, spent } of dearest) {
    const { processor_s, memory_mb, program } = spent;
    const memory = memory_mb > 0 ? [`${memory_mb.toFixed(0)} MB`] : [];
    line(name, processor_s?.toFixed(1) ?? '', clock_s.toFixed(1), ...memory, `  ${program}`);
  }
  line('npm test itself', own_s.toFixed(1));
  line('together', all_s.toFixed(1));
}
