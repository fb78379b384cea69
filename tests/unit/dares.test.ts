import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Run } from '#wasm/poolscope_wasm.js';
import { startEngine } from '../../web/src/build/runs/engine';
import { LiveRun, type LiveMoment } from '../../web/src/model/engine/live-run';
import {
  DARES,
  dialsOf,
  paceOf,
  scenarioOf,
  seedOf,
  type CaseName,
} from '../../web/src/model/hand/cases';
import { compiled } from '../../web/src/model/hand/compiled';
import { type DareName, type Outcome } from '../../web/src/model/hand/dares';
import { readLog, type Entry } from '../../web/src/model/hand/log';

startEngine();
const S = 1e9;
const make = (scenario: string) => new Run(scenario, '{}', 'figures');

interface Watched {
  readonly decided: LiveMoment['decided'];
  readonly digest: string;
  readonly moments: readonly LiveMoment[];
}

function watch(name: CaseName, log: readonly Entry[], seconds: number, slice_ms = 100): Watched {
  const asked = { name, title: 'test', dials: dialsOf(name), seed: seedOf(name), log, until_ns: 0 };
  const run = new LiveRun(make, asked);
  const moments: LiveMoment[] = [];
  for (let ms = 0; ms < seconds * 1_000; ms += slice_ms) moments.push(run.go(ms * 1e6));
  moments.push(run.go(seconds * S));
  const digest = run.digest();
  run.free();
  return { decided: moments.at(-1)?.decided, digest, moments };
}

/** Kills each report that sits on a thread, a second after it was first seen there. */
function killer(): Entry[] {
  const log: Entry[] = [];
  const seen = new Map<number, number>();
  const asked = {
    name: 'thousand',
    title: '',
    dials: dialsOf('thousand'),
    seed: seedOf('thousand'),
  } as const;
  const run = new LiveRun(make, { ...asked, log: [], until_ns: 0 });
  for (let step = 0; step < 4_400; step += 10) {
    for (const { asleep, request, nth } of run.go(step * paceOf('thousand').step_ns).working) {
      if (!asleep) continue;
      const since = seen.get(request) ?? step;
      seen.set(request, since);
      if (step - since !== 100) continue;
      const entry: Entry = { at: step + 1, op: 'K', n: nth };
      log.push(entry);
      run.act(entry);
    }
  }
  run.free();
  return log;
}

const read = (text: string): Entry[] => readLog(text) ?? [];
/** Logs that win, and when. */
const KEPT: Readonly<Record<DareName, { log: () => Entry[]; seconds: number; at_ns: number }>> = {
  deaf: { log: () => read('1.2sS.kS'), seconds: 8, at_ns: 3.3 * S },
  nobody: { log: () => read('1.2sP2s'), seconds: 12, at_ns: 5.4 * S },
  thousand: { log: killer, seconds: 46, at_ns: 44 * S },
  ever: { log: () => read('1.ciP1o.46P46'), seconds: 20, at_ns: 1.64e10 },
  // A millisecond is held after 1 s, and judged 15 ms of the run later.
  millisecond: { log: () => read('1.6yM'), seconds: 9, at_ns: 7 * S },
  // Two runs of 40 ms.
  slower: { log: () => read('1.1T8.33eT1s'), seconds: 34, at_ns: 3.21e10 },
};

describe.each(DARES)('the dare %s', (dare) => {
  const { log, seconds, at_ns } = KEPT[dare];
  const won: { outcome: Outcome; at_ns: number } = { outcome: 'won', at_ns };

  test('is won by its kept log at the same moment, in any slices, with the same trace', () => {
    const entries = log();
    expect(entries.length).toBeGreaterThan(0);
    const first = watch(dare, entries, seconds);
    expect(first.decided).toEqual(won);
    for (const slice_ms of [16, 37, 1_000]) {
      const { decided, digest } = watch(dare, entries, seconds, slice_ms);
      expect([decided, digest]).toEqual([won, first.digest]);
    }
  });

  test('is the same run as an ordinary scenario, which native code and browsers run too', () => {
    const file = `tests/golden/parity/dare-${dare}.json`;
    const asked = { title: dare, dials: dialsOf(dare), seed: seedOf(dare), log: log() };
    const scenario = compiled(dare, { ...asked, until_ns: at_ns });
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${JSON.stringify(scenario)}\n`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(scenario);
    const run = make(JSON.stringify({ ...scenario, record: { lives: 0, events: 0 } }));
    run.advance_to(scenario.until_us * 1_000);
    const live = new LiveRun(make, { ...asked, name: dare, until_ns: at_ns });
    expect(run.digest()).toBe(live.digest());
    run.free();
    live.free();
  });

  test('is not won by doing nothing', () => {
    expect(watch(dare, [], seconds).decided?.outcome).not.toBe('won');
  });

  test('ends there if it is asked to stop', () => {
    const asked = { name: dare, title: '', dials: dialsOf(dare), seed: seedOf(dare), log: log() };
    const run = new LiveRun(make, { ...asked, until_ns: 60 * S, stops: true });
    expect(run.time_ns).toBe(at_ns);
    expect(run.go(0).decided).toEqual(won);
    run.free();
  });
});

describe('at a latch', () => {
  const passages = (name: DareName, text: string, seconds: number) =>
    watch(name, read(text), seconds).moments.at(-1)?.figures.at(-1)?.passage;

  test('the pool is the small server of the lesson', () => {
    const file = readFileSync('content/scenarios/small-server-threads.json', 'utf8');
    const { server, machine, clients, seed } = JSON.parse(file) as Record<string, object[]>;
    const [crowd] = clients ?? [];
    for (const name of ['millisecond', 'slower'] as const) {
      const scenario = scenarioOf(name, { title: '', dials: dialsOf(name) });
      const without = JSON.stringify(crowd).replaceAll('"name":"statement",', '');
      expect(scenario).toMatchObject({ server, machine, seed, clients: [JSON.parse(without)] });
    }
  });

  test.each([
    [8, 38_520],
    [16, 38_440],
    [32, 16_960],
    [64, 11_480],
    [128, 6_800],
  ])('after the stall %i threads answer %i a second', (threads, rate) => {
    const { runs } = passages('slower', `1.1T${threads.toString(36)}`, 17) ?? {};
    expect(runs).toEqual([{ threads, rate }]);
  });

  test('a run that was broken off is not counted', () => {
    expect(passages('slower', '1.1T8.2s0T1s', 31)?.runs.map(({ threads }) => threads)).toEqual([
      64,
    ]);
  });

  test('fewer threads do not fall behind: nothing is won', () => {
    expect(watch('slower', read('1.1T8.33eTg'), 34).decided).toBeUndefined();
  });

  test('what is held twice is not one millisecond', () => {
    expect(watch('millisecond', read('1.6yM.1M'), 20).decided?.outcome).toBe('lost');
  });

  test('it never recovers', () => {
    const held = passages('millisecond', '1.6yM', 120);
    expect(held?.before).toBeGreaterThan(38_000);
    expect(held?.rate).toBeLessThan(20_000);
  });
});

test('sixty at once are survived, a hundred are not', () => {
  const after = (count: number) => {
    const { moments } = watch('nobody', [{ at: 100, op: 'P', n: count }], 20, 500);
    const { in_time, late, nobody } = moments.at(-1)?.figures.at(-1) ?? {};
    return { answered: (in_time ?? 0) + (late ?? 0), nobody };
  };
  expect(after(60).nobody).toBe(0);
  expect(after(60).answered).toBeGreaterThan(60);
  expect(after(100).answered).toBe(0);
  expect(after(100).nobody).toBeGreaterThan(100);
});

test('four seconds of pouring are never survived, two always', () => {
  const won = (held_s: number, seed: number) => {
    const log = [
      { at: 100, op: 'H', n: 0 },
      { at: 100 + held_s * 100, op: 'U', n: 0 },
    ] as const;
    const name = 'nobody';
    const asked = { name, title: 'test', dials: dialsOf(name), seed, log, until_ns: 0 } as const;
    const run = new LiveRun(make, asked);
    const { decided } = run.go(16 * S);
    run.free();
    return decided?.outcome;
  };
  for (const seed of [7, 10, 15, 21]) {
    expect(won(4, seed), `seed ${seed}`).toBe('won');
    expect(won(2, seed), `seed ${seed}`).toBeUndefined();
  }
});

test('more than two statements make a group deaf as well, but win nothing', () => {
  const { decided, moments } = watch('deaf', read('1.2sS.kS.1S'), 8);
  expect(moments.at(-1)?.listens).toBe(false);
  expect(decided).toBeUndefined();
});

test('a shut door is not deafness', () => {
  expect(watch('deaf', read('1.2sD'), 8).decided).toBeUndefined();
});

test('without a queue of transactions the one that is in none gets in at once', () => {
  const { decided } = watch('ever', [], 8);
  expect(decided?.outcome).toBe('lost');
  expect(decided?.at_ns).toBeLessThan(6 * S);
});

test('a shut door keeps it waiting, but nobody passes it', () => {
  expect(watch('ever', read('1.b4D'), 20).decided).toBeUndefined();
});

test('reports left alone lose it', () => {
  expect(watch('thousand', [], 46).decided?.outcome).toBe('lost');
});
