// Runs other programs and reports how it went. Uses only Node's own modules, because it loads before npm install.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { count, counted, timed } from './spent.mjs';

// Not import.meta.dirname: an old Node must get as far as the message that says it is too old.
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
export const wasmCore = path.join(root, 'wasm-core');

/** An error whose message is all that the reader needs: printed without a stack. */
export class Sentence extends Error {}

/** @typedef {{ text: string, signal: AbortSignal }} Lane its output since it last printed */

/** @type {AsyncLocalStorage<Lane>} */
const lanes = new AsyncLocalStorage();

/** @param {string | Buffer} text */
function write(text) {
  const lane = lanes.getStore();
  if (lane) lane.text += text.toString();
  else process.stdout.write(text);
}

/** Prints the stored output of a lane, so that the lines of one step stay together. */
function flush() {
  const lane = lanes.getStore();
  if (!lane?.text) return;
  process.stdout.write(lane.text);
  lane.text = '';
}

/** @typedef {{ needs?: readonly string[], work: () => unknown }} Stage */

/**
 * Runs stages in parallel, each after the stages that it needs; of those that may start, the first in the list starts.
 * Prints the output of each stage with its time when it ends. The first failure stops the others, and its output comes
 * last.
 * @param {Readonly<Record<string, Stage>>} stages
 * @param {number} [width] most at once: many of them keep more than one core busy
 */
export async function inOrder(stages, width = 2) {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = rejectedBy(signal);
  const waiting = new Map(Object.entries(stages));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  /** @type {unknown[]} */
  const failures = [];
  const start = (/** @type {string} */ name, /** @type {Stage['work']} */ work) =>
    lanes.run({ text: '', signal }, async () => {
      try {
        // Not only its programs: it may be waiting for something that nobody will make now.
        await Promise.race([step(name, work), stopped]);
        done.add(name);
      } catch (error) {
        if (failures.length === 0) flush();
        failures.push(error);
        stop.abort();
      }
      running.delete(name);
    });
  for (;;) {
    for (const [name, { needs = [], work }] of waiting) {
      if (signal.aborted || running.size >= width) break;
      if (needs.some((need) => need in stages && !done.has(need))) continue;
      waiting.delete(name);
      running.set(name, start(name, work));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (failures.length > 0) throw failures[0];
  if (waiting.size > 0) throw new Error(`wait for each other: ${[...waiting.keys()].join(', ')}`);
}

/**
 * One promise for all that wait for it: individual listeners would stay attached to the signal.
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
function rejectedBy(signal) {
  /** @type {Promise<never>} */
  const stopped = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Sentence('Stopped.')));
  });
  stopped.catch(() => {}); // nobody may be waiting
  return stopped;
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {boolean} [tee] also return what was written to standard output
 * @property {boolean} [quiet] show nothing unless it fails
 */

/**
 * Runs a program to its end and returns its standard output (empty without tee or quiet).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd = root, env = {}, tee = false, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const lane = lanes.getStore();
    const piped = tee || quiet || lane !== undefined;
    const { told, ...started } = timed(command, args);
    const child = spawn(started.command, started.args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [
        'ignore',
        piped ? 'pipe' : 'inherit',
        quiet || lane ? 'pipe' : 'inherit',
        ...(told ? [/** @type {const} */ ('pipe')] : []),
      ],
      ...(lane ? { signal: lane.signal } : {}),
    });
    if (told) count(child);
    let out = '';
    let all = '';
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      out += chunk.toString();
      all += chunk.toString();
      if (!quiet) write(chunk);
    });
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      all += chunk.toString();
      if (!quiet) write(chunk);
    });
    child.on('error', (error) => {
      reject(new Sentence(`Could not start ${command}: ${error.message}.`));
    });
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve(out);
        return;
      }
      if (quiet && lane) write(all);
      else if (quiet) process.stderr.write(all);
      const shown = [path.basename(command), ...args.map(shorten)].join(' ');
      reject(Object.assign(new Sentence(`Failed (${signal ?? code}): ${shown}`), { out }));
    });
  });
}

/** @param {string} arg */
function shorten(arg) {
  return path.isAbsolute(arg) ? path.relative(root, arg) || '.' : arg;
}

/**
 * Standard output of a program, or undefined if it is missing or fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function tryRun(command, args, cwd = root) {
  return new Promise((/** @type {(out: string | undefined) => void} */ resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => (out += chunk.toString()));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? out : undefined));
  });
}

/**
 * Runs the JavaScript program of an npm package by its file, which works the same on every system.
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {RunOptions & { bin?: string }} [options]
 */
export function runPackage(packageName, args, { bin, ...options } = {}) {
  const folder = path.join(root, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const name = bin ?? packageName;
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name];
  if (!file) throw new Error(`${packageName} has no program ${name}`);
  return run(process.execPath, [path.join(folder, file), ...args], options);
}

/**
 * Runs a named step and prints what it cost.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  write(`\n> ${name}\n`);
  const { result, told } = await counted(name, work);
  write(`  ${name}: ${told}\n`);
  flush();
  return result;
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * The body of a script: a Sentence ends it at once, printing only the message.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    console.error(`\n${error.message}`);
    process.exit(1); // a server that another stage had started would keep it waiting
  }
}

/**
 * Whether a module is the script that Node was started with.
 * @param {string} url its import.meta.url
 */
export function isScript(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}
