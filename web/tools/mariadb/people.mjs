// Clients of a server, and a person at a terminal, both run by people.py.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Sentence } from '../run.mjs';
import { PASSWORD, venv } from './server.mjs';

/** The limit for waiting until something is true. */
const DEADLINE_MS = 30_000;

/**
 * Asks until it is true.
 * @param {string} what for the error message
 * @param {() => boolean | Promise<boolean>} so
 * @param {number} [deadline_ms]
 */
export async function until(what, so, deadline_ms = DEADLINE_MS) {
  const end = performance.now() + deadline_ms;
  while (!(await so())) {
    if (performance.now() > end) throw new Sentence(`not within ${deadline_ms / 1000} s: ${what}`);
    await wait(20);
  }
}

/** @typedef {{ sent?: number, at?: number, error?: string | null }} Asked seconds of one clock */
/** @typedef {'once' | 'again' | 'unread'} How once; in a loop; without reading the result */

export class People {
  /** @type {Map<string, number>} */
  #ids = new Map();
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  /** @type {{ shown: string, typed: number }[]} */
  #shown = [];
  #said = '';

  /**
   * @param {number} port
   * @param {number} extra_port
   * @param {string} folder where the terminal stands
   */
  constructor(port, extra_port, folder) {
    const script = path.join(import.meta.dirname, 'people.py');
    const args = [script, String(port), String(extra_port), PASSWORD];
    this.python = spawn(path.join(venv(), 'bin/python3'), args, { cwd: folder });
    this.python.stderr.on('data', (said) => (this.#said += String(said)));
    createInterface({ input: this.python.stdout }).on('line', (line) => {
      const { name, id, shown, typed, ...asked } = JSON.parse(line);
      if (shown !== undefined) this.#shown.push({ shown, typed });
      else if (id !== undefined) this.#ids.set(name, id);
      else this.#asked.set(name, { ...this.#asked.get(name), ...asked });
    });
  }

  /** @param {object} what */
  #tell(what) {
    this.python.stdin.write(`${JSON.stringify(what)}\n`);
  }

  /**
   * One after the other, so that ids increase.
   * @param {readonly string[]} names
   * @param {boolean} [outside] through extra_port
   */
  async connect(names, outside = false) {
    for (const name of names) {
      this.#tell({ name, outside });
      await until(`${name} connects ${this.#said}`, () => this.#ids.has(name));
    }
  }

  /**
   * @param {readonly string[]} names
   * @param {string} sql
   * @param {How} [how]
   */
  async ask(names, sql, how = 'once') {
    for (const name of names) this.#asked.delete(name);
    for (const name of names) this.#tell({ name, sql, how });
    await until(`${sql} is sent`, () => names.every((name) => this.#asked.has(name)));
  }

  /**
   * Sends statements and waits for the answers.
   * @param {string} name
   * @param {readonly string[]} statements
   */
  async say(name, ...statements) {
    for (const sql of statements) {
      await this.ask([name], sql);
      await until(`${sql} is answered`, () => this.asked(name).at !== undefined);
      const { error } = this.asked(name);
      if (error) throw new Sentence(`${sql}: ${error}`);
    }
  }

  /** @param {string} name */
  asked(name) {
    return this.#asked.get(name) ?? {};
  }

  /** @param {readonly string[]} names */
  ids(names) {
    return names.map((name) => this.#ids.get(name) ?? 0);
  }

  /**
   * @param {string} command that asks for a password
   * @param {readonly string[]} [lines] what is typed at its prompts
   */
  async terminal(command, lines = []) {
    const before = this.#shown.length;
    this.#tell({ command, lines });
    const ended = () => this.#shown.length > before || this.#said !== '';
    await until(`${command} ends`, ended);
    const last = this.#shown[before];
    if (!last) throw new Sentence(`${command}: ${this.#said}`);
    return last;
  }

  leave() {
    this.python.kill('SIGKILL');
  }
}
