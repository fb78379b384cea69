/**
 * What a hand has done in a live run, as an address has it: a version, then entries with dots between them. An entry is the
 * time since the one before in the steps of its pool's pace, a capital for the deed, and a number unless it is 0; both in base 36.
 * A variable that was set has its name and its value instead, as the server has them: `4jVthread_pool_stall_limit-60`.
 */

const VERSION = '1';
export const ENTRIES_MAX = 400;
export const LETTERS_MAX = 1_500;
/** Ten minutes, or four of a slowed run: a longer one is not sent. */
export const STEPS_MAX = 60_000;

/** The most that the number of each deed may be. */
const MOST = {
  /** The hand starts and stops to pour. */
  H: 0,
  U: 0,
  /** So many requests at once. */
  P: 500,
  /** A sleeper into the queue, or onto a thread. */
  S: 0,
  Z: 9_999,
  /** The statement on a thread is killed. */
  K: 9_999,
  /** A thread less, a thread more. */
  R: 9_999,
  A: 0,
  /** The row is locked, or let go; the door is shut, or opened. */
  L: 0,
  D: 0,
  /** Arrivals a second, and milliseconds of work. */
  Q: 10_000,
  W: 60_000,
  /** The latch is held for a millisecond. */
  M: 0,
  /** The run begins anew with so many threads. */
  T: 128,
  /** SET GLOBAL. */
  V: 0,
} as const;
export type Op = keyof typeof MOST;

/** A server's variable and its new value. */
export interface Setting {
  readonly variable: string;
  readonly value: number | string | boolean;
}

export interface Entry {
  /** In steps since the run was handed over. */
  readonly at: number;
  readonly op: Op;
  readonly n: number;
  /** With `V`, and only there. */
  readonly set?: Setting;
}

const isOp = (text: string): text is Op => Object.hasOwn(MOST, text);

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false };

function printSetting({ variable, value }: Setting): string {
  return `${variable}-${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`;
}

function readSetting(text: string): Setting | undefined {
  const [, variable, word] = /^([0-9a-z_]+)-([0-9a-z_]+)$/.exec(text) ?? [];
  if (variable === undefined || word === undefined) return undefined;
  return { variable, value: /^\d+$/.test(word) ? Number(word) : (SWITCH[word] ?? word) };
}

export const printEntry = ({ at, op, n, set }: Entry): string =>
  at.toString(36) + op + (set ? printSetting(set) : n === 0 ? '' : n.toString(36));

/** Undefined if it is too long to send. */
export function printLog(log: readonly Entry[]): string | undefined {
  if (log.length > ENTRIES_MAX || (log.at(-1)?.at ?? 0) > STEPS_MAX) return undefined;
  let before = 0;
  const entries = log.map((entry) => {
    const since = entry.at - before;
    before = entry.at;
    return printEntry({ ...entry, at: since });
  });
  const text = [VERSION, ...entries].join('.');
  return text.length > LETTERS_MAX ? undefined : text;
}

/** Undefined for a text that this version does not write. */
export function readLog(text: string): Entry[] | undefined {
  const [version, ...parts] = text.split('.');
  if (version !== VERSION || text.length > LETTERS_MAX) return undefined;
  const log: Entry[] = [];
  let at = 0;
  for (const part of parts) {
    const [, since = '', op = '', number = ''] =
      /^([0-9a-z]+)([A-Z])([0-9a-z_-]*)$/.exec(part) ?? [];
    if (!isOp(op)) return undefined;
    at += Number.parseInt(since, 36);
    if (op === 'V') {
      const set = readSetting(number);
      if (!set) return undefined;
      log.push({ at, op, n: 0, set });
      continue;
    }
    const n = number === '' ? 0 : Number.parseInt(number, 36);
    if (n > MOST[op]) return undefined;
    log.push({ at, op, n });
  }
  // Each log has one text: nothing else is read.
  return printLog(log) === text ? log : undefined;
}
