import { describe, expect, test } from 'vitest';
import { Hand, type Done } from '../../web/src/model/hand/hand';
import {
  ENTRIES_MAX,
  LETTERS_MAX,
  printLog,
  readLog,
  STEPS_MAX,
  type Entry,
  type Op,
} from '../../web/src/model/hand/log';
import { readAddress, saysMore } from '../../web/src/figure/live/address';

const MOST: Readonly<Record<Op, number>> = {
  ...{ H: 0, U: 0, P: 500, S: 0, Z: 9_999, K: 9_999, R: 9_999, A: 0 },
  ...{ L: 0, D: 0, Q: 10_000, W: 60_000, M: 0, T: 128, V: 0 },
};
const OPS = Object.keys(MOST) as Op[];
const VALUES = [0, 60, 4_294_967_295, true, false, 'none', 'auto'];

/** The same numbers on every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function logOf(seed: number, most = 40): Entry[] {
  const draw = random(seed);
  let at = 0;
  return Array.from({ length: draw(most) }, () => {
    at += draw(200);
    const op = OPS[draw(OPS.length)] ?? 'P';
    const entry = { at, op, n: draw(MOST[op] + 1) };
    if (op !== 'V') return entry;
    const value = VALUES[draw(VALUES.length)] ?? 0;
    return { ...entry, set: { variable: `thread_pool_${draw(9)}`, value } };
  });
}

describe('a log in an address', () => {
  test('10,000 random logs come back as they were', () => {
    for (let seed = 1; seed <= 10_000; seed += 1) {
      const log = logOf(seed);
      const text = printLog(log);
      if (text === undefined) throw new Error(`too long: ${seed}`);
      expect(readLog(text)).toEqual(log);
      expect(encodeURIComponent(text)).toBe(text);
    }
  });

  test('a damaged letter is refused, or is another log that says so itself', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const text = printLog(logOf(seed));
      if (text === undefined) continue;
      const draw = random(seed);
      const at = draw(text.length);
      const damaged = text.slice(0, at) + '~-.9zA%'[draw(7)] + text.slice(at + 1);
      const read = readLog(damaged);
      if (read) expect(printLog(read)).toBe(damaged);
    }
  });

  test.each([
    ['', 'nothing'],
    ['2.1H', 'another version'],
    ['1.H', 'no time'],
    ['1.1h', 'no deed'],
    ['1.1X', 'an unknown deed'],
    ['1.1V', 'nothing that was set'],
    ['1.1Vthread_pool_stall_limit', 'no value'],
    ['1.1Vthread_pool_stall_limit-', 'an empty value'],
    ['1.1Vthread_pool_stall_limit-060', 'a zero before a value'],
    ['1.1Vthread_pool_stall_limit-1-2', 'two values'],
    ['1.1Ha-1', 'a value for another deed'],
    ['1.1H1', 'a number that this deed has not'],
    ['1.1PZZ', 'capitals'],
    ['1.1Pdx', 'too many at once'],
    ['1.01H', 'a zero before the time'],
    ['1.1P01', 'a zero before the number'],
    ['1.1P0', 'a zero'],
    ['1.1H.', 'an empty entry'],
    ['1.1H 2U', 'a blank'],
    [`1.${(STEPS_MAX + 1).toString(36)}H`, 'a run that is too long'],
  ])('refuses %j: %s', (text) => {
    expect(readLog(text)).toBeUndefined();
  });

  test('is not written beyond its limits', () => {
    const many = Array.from({ length: ENTRIES_MAX + 1 }, (_, at): Entry => ({ at, op: 'D', n: 0 }));
    expect(printLog(many)).toBeUndefined();
    expect(printLog(many.slice(1))?.length).toBeLessThan(LETTERS_MAX);
    const long = many.slice(1).map((_, n): Entry => ({ at: n * 99, op: 'W', n: 50_000 }));
    expect(printLog(long)).toBeUndefined();
    expect(printLog([{ at: STEPS_MAX + 1, op: 'D', n: 0 }])).toBeUndefined();
  });

  test('is read with its pool and seed, and says if it is damaged', () => {
    const read = (query: string) => readAddress(new URLSearchParams(query));
    expect(read('dare=nobody&seed=9&do=1.2sP2s')).toMatchObject({
      name: 'nobody',
      seed: 9,
      log: [{ at: 100, op: 'P', n: 100 }],
      damaged: false,
    });
    expect(read('arrivals=16&threads=5&work=300ms&seed=7')).toMatchObject({
      name: 'steady',
      dials: { arrivals: 16, threads: 5, work_ms: 300 },
      log: [],
    });
    expect(read('dare=nobody&do=9.1H')).toMatchObject({ name: 'nobody', log: [], damaged: true });
    expect(read('dare=other')).toMatchObject({ name: 'steady', damaged: true });
    // What a dare is not about would win it by other means than its card tells.
    for (const query of ['deaf&do=1.1L', 'deaf&do=1.1W2bc', 'nobody&do=1.1Q3c', 'thousand&do=1.1A'])
      expect(read(`dare=${query}`), query).toMatchObject({ log: [], damaged: true });
    // A value that the slider has not is not replaced by another that it has.
    expect(read('threads=0&arrivals=-5&work=50ms')?.dials).toEqual({
      arrivals: 14,
      threads: 6,
      work_ms: 50,
    });
    expect(read('')).toBeUndefined();
    expect(read('scenario=mariadb-max-threads-6')).toBeUndefined();
  });

  test('addresses from before still open the live run, and all others the drawer', () => {
    const more = (query: string) => saysMore(new URLSearchParams(query));
    expect(more('arrivals=28&threads=6&work_ms=150&start=burst')).toBe(false);
    expect(readAddress(new URLSearchParams('start=deaf'))?.name).toBe('deaf');
    expect(more('dare=deaf&seed=7&do=1.1S')).toBe(false);
    expect(more('seed=7')).toBe(true);
    expect(more('scenario=mariadb-max-threads-6&seed=7')).toBe(true);
    expect(more('v=1&thread_pool_size=2')).toBe(true);
    // What a newsletter or a chat adds says nothing.
    for (const added of ['fbclid=x', 'utm_source=mail', 'whatever=1'])
      expect(more(`dare=nobody&seed=7&do=1.14P2s&${added}`), added).toBe(false);
    expect(more('utm_source=mail&gclid=x')).toBe(false);
    // A name that nobody knows is told of, and the pool runs.
    expect(more('arrivals=14&thread=7')).toBe(false);
    const strange = (text: string) => readAddress(new URLSearchParams(text))?.strange;
    expect(strange('dare=nobody&seed=7&do=1.14P2s&fbclid=x')).toEqual([]);
    expect(strange('arrivals=14&thread=7&work=300ms')).toEqual([
      expect.stringMatching(/sets thread, .*Allowed: arrivals, threads/),
    ]);
  });
});

describe('a hand', () => {
  /** What a log does, looked at in steps of this many hundredths of a second. */
  function done(log: readonly Entry[], slice: number, to: number): Done[] {
    const hand = new Hand('steady');
    const all: Done[] = [];
    const rest = [...log];
    for (let at = 0; at <= to; at += slice) {
      for (let next = rest[0]; next && next.at <= at; next = rest[0]) {
        rest.shift();
        all.push(...hand.take(next));
      }
      all.push(...hand.upTo(at));
    }
    return all;
  }

  test('does the same, however often it is looked at', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const log = logOf(seed).filter(({ at }) => at < 3_000);
      const once = done(log, 3_000, 3_000);
      expect(done(log, 1, 3_000)).toEqual(once);
      expect(done(log, 24, 3_000)).toEqual(once);
      const times = once.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test('pours slowly at first: 9 a second, 22 more each second, 60 at most', () => {
    const poured = (seconds: number) => {
      const hand = new Hand('steady');
      hand.take({ at: 100, op: 'H', n: 0 });
      hand.take({ at: 100 + seconds * 100, op: 'U', n: 0 });
      hand.upTo(5_000);
      return hand.sent;
    };
    expect(poured(0)).toBe(1);
    expect(poured(1)).toBe(1 + 9 + 11);
    expect(poured(2)).toBe(1 + 18 + 44);
    expect(poured(6) - poured(5)).toBe(60);
  });

  test('keeps a thread, and has no more than there is room for', () => {
    const hand = new Hand('steady');
    for (let at = 1; at <= 30; at += 1) hand.take({ at, op: 'R', n: 0 });
    expect(hand.threads).toBe(1);
    for (let at = 31; at <= 90; at += 1) hand.take({ at, op: 'A', n: 0 });
    expect(hand.threads).toBe(24);
  });
});
