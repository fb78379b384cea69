/** What the lab's drawer does to the living pool. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Run } from '#wasm/poolscope_wasm.js';
import schema from '../../content/scenario.schema.json';
import { startEngine } from '../../web/src/build/runs/engine';
import { liveStill } from '../../web/src/build/lessons/live';
import { Following, isSettable } from '../../web/src/features/lab/follow.svelte';
import {
  fromSchema,
  fromVariables,
  settingsOf,
  versionsOf,
} from '../../web/src/features/lab/specs';
import { LabState, type Origin } from '../../web/src/features/lab/state.svelte';
import { readAddress } from '../../web/src/figure/live/address';
import { asked, Live, type Asked } from '../../web/src/figure/live/live.svelte';
import { LiveRun } from '../../web/src/model/engine/live-run';
import { SERVER, SERVERS, serverNamed } from '../../web/src/model/hand/cases';
import { compiled } from '../../web/src/model/hand/compiled';
import { Hand } from '../../web/src/model/hand/hand';
import { printLog, type Entry, type Op, type Setting } from '../../web/src/model/hand/log';
import { shownAfter } from '../../web/src/model/hand/shown';
import variables from '../../web/src/model/generated/variables.json';
import { getAt, parseObject } from '../../web/src/model/run/json';
import type { Variable } from '../../web/src/model/run/types';
import { runNamed } from '../seen';

startEngine();
const S = 1e9;
const make = (scenario: string) => new Run(scenario, '{}', 'figures');
const specs = [...fromVariables(variables as readonly Variable[]), ...fromSchema(schema)];
const SHOWN = 'mariadb-max-threads-6';
const [MOST, OVER] = ['/server/thread_pool_max_threads', '/server/thread_pool_oversubscribe'];
const [STALL, SIZE] = ['/server/thread_pool_stall_limit_ms', '/server/thread_pool_size'];

const set = (at: number, variable: string, value: Setting['value']): Entry => ({
  ...{ at, op: 'V', n: 0 },
  set: { variable, value },
});
const entry = (at: number, op: Op, n = 0): Entry => ({ at, op, n });

function digestOf(from: Asked, until_ns: number, slice_ms = 1_000): string {
  const run = new LiveRun(make, { ...from, title: 'test', until_ns: 0 });
  for (let ns = 0; ns < until_ns; ns += slice_ms * 1e6) run.go(ns);
  run.go(until_ns);
  const digest = run.digest();
  run.free();
  return digest;
}

/** A log of settings among other deeds, by a fixed rule. */
function logOf(seed: number, server: (typeof SERVERS)[number]): Entry[] {
  const { scheduler, version } = serverNamed(server) ?? SERVER;
  const all = settingsOf(specs, scheduler, version).filter(isSettable);
  const others: readonly Op[] = ['A', 'R', 'P', 'S', 'D', 'D', 'L', 'L', 'Q'];
  return Array.from({ length: 12 }, (_, index) => {
    const draw = (seed * 7919 + index * 104_729) % 1_009;
    const at = index * 35;
    if (index % 2 === 0) return entry(at, others[draw % others.length] ?? 'P', 0);
    const spec = all[draw % all.length];
    if (!spec) throw new Error('a server without variables');
    const { kind, name } = spec;
    switch (kind.type) {
      case 'number':
        return set(at, name, Math.min(kind.max, kind.min + (draw % 30)));
      case 'switch':
        return set(at, name, draw % 2 === 0);
      case 'choice':
        return set(at, name, kind.values[draw % kind.values.length] ?? kind.default);
      default:
        return kind satisfies never;
    }
  });
}

describe('variables set while the pool runs', () => {
  test.each(SERVERS)('the same log is the same run, in any slices, and as a scenario: %s', (on) => {
    const server = serverNamed(on) ?? SERVER;
    for (let seed = 1; seed <= 6; seed += 1) {
      const log = logOf(seed, on);
      const from = { ...asked('steady'), server, log };
      const digest = digestOf(from, 6 * S);
      expect(digestOf(from, 6 * S, 37), `seed ${seed}`).toBe(digest);
      const scenario = compiled('steady', { ...from, title: 'test', until_ns: 6 * S });
      const run = make(JSON.stringify({ ...scenario, record: { lives: 0, events: 0 } }));
      run.advance_to(scenario.until_us * 1_000);
      expect(run.digest(), `seed ${seed}`).toBe(digest);
      run.free();
      const text = printLog(log) ?? '';
      const query = `arrivals=14&threads=6&work=300ms&seed=7&server=${on}&do=${text}`;
      const read = readAddress(new URLSearchParams(query));
      expect(read).toMatchObject({ log, server, damaged: false });
    }
  });

  test('native code and browsers run such a log too', () => {
    const server = serverNamed('mariadb-10.11') ?? SERVER;
    const log = [
      ...[set(0, 'thread_pool_stall_limit', 60), entry(50, 'Q', 40), entry(90, 'S')],
      ...[set(120, 'thread_pool_max_threads', 5), set(200, 'thread_pool_priority', 'high')],
      ...[entry(240, 'A'), set(300, 'thread_pool_prio_kickup_timer', 200)],
    ];
    const from = { ...asked('steady'), server, log, title: 'settings', until_ns: 5 * S };
    const scenario = compiled('steady', from);
    const file = 'tests/golden/parity/hand-settings.json';
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${JSON.stringify(scenario)}\n`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(scenario);
    const run = make(JSON.stringify({ ...scenario, record: { lives: 0, events: 0 } }));
    run.advance_to(scenario.until_us * 1_000);
    expect(run.digest()).toBe(digestOf(from, 5 * S));
    run.free();
  });

  test('each has its effect from then on, and not before', () => {
    const from = { ...asked('steady'), log: [set(300, 'thread_pool_oversubscribe', 1)] };
    const [without, turned] = [asked('steady'), from].map((one) => {
      const run = new LiveRun(make, { ...one, title: 'test', until_ns: 0 });
      const before = run.go(2.9 * S);
      const after = run.go(8 * S);
      run.free();
      return { before, after };
    });
    expect(turned?.before).toEqual(without?.before);
    expect(without?.after.working.length).toBeGreaterThan(2);
    expect(turned?.after.working.length).toBe(2);
    expect(turned?.after.threads).toBe(2);
  });

  test('a value that the server refuses is told and left out, and the rest of the log plays', () => {
    const bad = set(100, 'thread_pool_oversubscribe', 0);
    const rest = [entry(50, 'P', 20), set(150, 'thread_pool_oversubscribe', 2), entry(200, 'S')];
    const log = [...rest.slice(0, 1), bad, ...rest.slice(1)];
    const from = asked('steady');
    expect(digestOf({ ...from, log }, 5 * S)).toBe(digestOf({ ...from, log: rest }, 5 * S));
    const run = new LiveRun(make, { ...from, log, title: 'test', until_ns: 0 });
    const [refused, ...others] = run.go(5 * S).refused;
    expect(others).toEqual([]);
    expect(refused?.entry).toEqual(bad);
    for (const part of ['thread_pool_oversubscribe', '0', 'allowed: '])
      expect(refused?.message).toContain(part);
    expect(run.go(6 * S).refused).toEqual([]);
    run.free();
  });

  test('what is shown is what the hand has set', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const log = logOf(seed, 'percona-8.0');
      const { dials } = asked('steady');
      const hand = new Hand('steady', dials);
      for (const one of log) hand.take(one);
      expect(shownAfter('steady', dials, log).dials.threads).toBe(hand.threads);
    }
  });

  test('the servers of addresses are those that have such a pool', () => {
    const known = (['percona', 'mariadb'] as const).flatMap((scheduler) =>
      versionsOf(specs, scheduler).map((version) => `${scheduler}-${version}`),
    );
    expect(SERVERS.toSorted()).toEqual(known.toSorted());
    expect(serverNamed('percona-9.9')).toBeUndefined();
    expect(serverNamed('oracle-8.0')).toBeUndefined();
  });
});

/** The drawer over a pool that plays. */
function open(from: Asked = asked('steady')) {
  const posts: unknown[] = [];
  const live = new Live(
    liveStill(),
    () => ({ post: (ask) => posts.push(ask), close: () => undefined }),
    { animate: () => () => undefined, after: () => () => undefined },
  );
  live.begin(from);
  const text = '{}';
  const first: Origin = { name: SHOWN, label: SHOWN, scenario: parseObject(text) ?? {}, text };
  const lab = new LabState(specs, first, runNamed(SHOWN).outcome);
  lab.follow(new Following(live, specs));
  return { live, lab, posts };
}
const done = ({ log }: Live) => log.map(({ op, set: one }) => one ?? op);

describe('the drawer', () => {
  test('shows the pool’s own settings, and sets them as it runs', () => {
    const { live, lab, posts } = open();
    expect([getAt(lab.scenario, MOST), getAt(lab.scenario, OVER)]).toEqual([7, 5]);
    lab.set(STALL, 60);
    lab.set(OVER, 2);
    expect(lab.live).toBe(true);
    expect(done(live)).toEqual([
      { variable: 'thread_pool_stall_limit', value: 60 },
      { variable: 'thread_pool_oversubscribe', value: 2 },
    ]);
    expect(posts.slice(1)).toEqual(live.log.map((one) => ({ type: 'act', entry: one })));
    // The other limit is as it was, and three may work.
    expect([getAt(lab.scenario, MOST), getAt(lab.scenario, OVER)]).toEqual([7, 2]);
    expect(getAt(lab.scenario, STALL)).toBe(60);
    expect(live.dials.threads).toBe(3);
    lab.set(STALL, undefined);
    expect(done(live).at(-1)).toEqual({ variable: 'thread_pool_stall_limit', value: 500 });
    // The slider sets both again.
    live.act('A');
    expect([getAt(lab.scenario, MOST), getAt(lab.scenario, OVER)]).toEqual([5, 3]);
  });

  test('refuses what the server would not take, and the pool goes on as it was', () => {
    const { live, lab } = open();
    lab.set(MOST, 0);
    expect(lab.problemsAt(MOST)).toEqual([
      'thread_pool_max_threads: 0 is not allowed here; allowed: 1 to 100000',
    ]);
    expect([lab.live, live.log.length, getAt(lab.scenario, MOST)]).toEqual([true, 0, 7]);
    lab.set(MOST, 'many');
    lab.set(MOST, 9);
    expect([lab.problems, live.log.length]).toEqual([[], 1]);
  });

  test('as another of its servers, or with another seed, the pool begins anew with what was set', () => {
    const { live, lab } = open();
    lab.set(STALL, 60);
    lab.set(OVER, 2);
    lab.apply({ edits: [], scheduler: 'mariadb', label: 'server' });
    expect(lab.live).toBe(true);
    expect(live.asked).toMatchObject({ server: { scheduler: 'mariadb', version: '10.11' } });
    expect(live.log.map(({ at }) => at)).toEqual([0, 0]);
    expect(getAt(lab.scenario, STALL)).toBe(60);
    lab.set('/seed', 8);
    expect(live.asked.seed).toBe(8);
    const read = readAddress(new URLSearchParams(live.query));
    expect(read).toMatchObject({ ...live.asked, damaged: false });
  });

  test('anything else is a recorded run of the same settings; if it is refused the pool is there again', () => {
    const { live, lab } = open();
    lab.set(OVER, 2);
    lab.set(SIZE, 4);
    expect([lab.live, lab.opening]).toEqual([false, true]);
    expect([getAt(lab.scenario, SIZE), getAt(lab.scenario, OVER)]).toEqual([4, 2]);
    expect(live.log.length).toBe(1);
    lab.accept(runNamed('percona-two-groups').outcome);
    expect([lab.opening, lab.before]).toEqual([false, undefined]);
    lab.undo();
    expect(getAt(lab.scenario, SIZE)).toBe(1);

    const other = open();
    other.lab.openText('bad', '{"server":{}}');
    expect(other.lab.live).toBe(false);
    other.lab.refuse([{ path: 'server', value: '', allowed: '', message: 'no' }]);
    expect(other.lab.live).toBe(true);
    expect(other.lab.not_opened).toMatchObject({ label: 'bad' });
  });

  test('a dare has its own settings', () => {
    const { live, lab } = open(asked('nobody'));
    lab.set(STALL, 60);
    expect([lab.live, live.log.length]).toEqual([false, 0]);
  });

  test('what it says of each setting is what it does', () => {
    for (const spec of settingsOf(specs, 'percona', '8.0')) {
      const { lab } = open();
      const { kind, at } = spec;
      const now = getAt(lab.scenario, at);
      const value =
        kind.type === 'number'
          ? now === kind.min + 1
            ? kind.min
            : kind.min + 1
          : kind.type === 'switch'
            ? !kind.default
            : (kind.values.find((one) => one !== kind.default) ?? '');
      lab.set(at, value);
      expect(lab.live, spec.name).toBe(isSettable(spec) || at === '/seed');
    }
  });
});
