import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { Sweeper, SweepPool, type PointResult } from '../../web/src/model/engine/sweep';
import { SweepHost, type MakeFiguresRun } from '../../web/src/model/engine/sweep-host';
import type { SweepLink } from '../../web/src/model/engine/sweep-link';
import type { SweepAnswer, SweepAsk } from '../../web/src/model/engine/sweep-protocol';

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
const numbers = (max_ns = 0) => Float64Array.of(1, 1, 0, 0, 1, 0, 0, 0, 0, max_ns, 0, 0, 0, 0, 1);
const points = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ scenario: `${n}`, overrides: { n } }));

interface FakeSeat {
  readonly asked: SweepAsk[];
  readonly link: SweepLink;
  closed: boolean;
}

function desk(seats: number, workers = true) {
  const taken: FakeSeat[] = [];
  const make = (): SweepLink => {
    const seat: FakeSeat = {
      asked: [],
      closed: false,
      link: {
        post: (ask) => seat.asked.push(ask),
        onanswer: () => undefined,
        onbroken: () => undefined,
        close: () => (seat.closed = true),
      },
    };
    taken.push(seat);
    return seat.link;
  };
  const pool = new SweepPool({
    worker: () => {
      if (!workers) throw new Error('no workers here');
      return make();
    },
    here: () => Promise.resolve(make()),
    seats,
    linger_ms: 0,
  });
  const under_way = (seat: FakeSeat | undefined) => {
    const last = seat?.asked.findLast((ask) => ask.type === 'run');
    if (last?.type !== 'run') throw new Error('nothing was asked');
    return last;
  };
  const answer = (seat: number, type: SweepAnswer['type'] = 'done') => {
    const { id } = under_way(taken[seat]);
    const told: SweepAnswer =
      type === 'done'
        ? { type, id, numbers: numbers() }
        : type === 'refused'
          ? { type, id, errors: [{ path: 'x', value: '0', allowed: '1', message: 'no' }] }
          : type === 'broken'
            ? { type, id, message: 'broke' }
            : { type, id };
    taken[seat]?.link.onanswer(told);
  };
  const scenarioAt = (seat: number) => under_way(taken[seat]).scenario;
  return { pool, taken, answer, scenarioAt };
}

test('points are distributed to the seats and reported as they come, with the progress', async () => {
  const { pool, answer, taken } = desk(2);
  const heard: string[] = [];
  const end = pool.sweep(points(3), {
    onpoint: (result, { done, total }) =>
      heard.push(`${result.index} ${result.kind} ${done}/${total}`),
  });
  answer(1);
  answer(0, 'refused');
  answer(1, 'broken');
  expect(await end).toBe('done');
  expect(heard).toEqual(['1 done 1/3', '0 refused 2/3', '2 broken 3/3']);
  await settled();
  await settled();
  expect(taken.map(({ closed }) => closed)).toEqual([true, true]);
});

test('an aborted sweep is stopped and reports no more; the next one gets its seat', async () => {
  const { pool, taken, answer, scenarioAt } = desk(1);
  const stop = new AbortController();
  const heard: number[] = [];
  const end = pool.sweep(points(2), {
    signal: stop.signal,
    onpoint: ({ index }) => heard.push(index),
  });
  stop.abort();
  expect(await end).toBe('aborted');
  expect(taken[0]?.asked.map(({ type }) => type)).toEqual(['run', 'stop']);
  const again = pool.sweep([{ scenario: 'new', overrides: {} }], {
    onpoint: () => heard.push(99),
  });
  answer(0, 'stopped');
  expect(scenarioAt(0)).toBe('new');
  answer(0);
  expect(await again).toBe('done');
  expect(heard).toEqual([99]);
});

test('the newest sweep goes first, and one caller has one sweep at a time', async () => {
  const { pool, answer, scenarioAt } = desk(1);
  void pool.sweep(points(2), { onpoint: () => undefined });
  const sweeper = new Sweeper((of, options) => pool.sweep(of, options));
  const first = sweeper.run([{ scenario: 'a', overrides: {} }], () => undefined);
  const second = sweeper.run([{ scenario: 'b', overrides: {} }], () => undefined);
  expect(await first).toBe('aborted');
  answer(0);
  expect(scenarioAt(0)).toBe('b');
  answer(0);
  expect(await second).toBe('done');
  expect(scenarioAt(0)).toBe('1');
});

test('if workers are blocked, at once or at their first message, the page itself runs the points', async () => {
  const without = desk(4, false);
  const end = without.pool.sweep(points(1), { onpoint: () => undefined });
  await settled();
  without.answer(0);
  expect(await end).toBe('done');

  const refused = desk(1);
  const heard: number[] = [];
  const later = refused.pool.sweep(points(2), { onpoint: ({ index }) => heard.push(index) });
  refused.taken[0]?.link.onbroken('forbidden');
  await settled();
  expect(refused.taken[0]?.closed).toBe(true);
  refused.answer(1);
  refused.answer(1);
  expect(await later).toBe('done');
  expect(heard.toSorted()).toEqual([0, 1]);
});

function hostDesk(make: MakeFiguresRun) {
  const posted: SweepAnswer[] = [];
  let time = 0;
  const host = new SweepHost({
    load: () => Promise.resolve(make),
    post: (answer) => posted.push(answer),
    rest: settled,
    now: () => (time += 5),
    slice_ms: 20,
  });
  return { host, posted };
}

test('a long point is cut into slices, between which it can be stopped; its run is freed', async () => {
  let freed = 0;
  const { host, posted } = hostDesk(() => ({
    advance: () => false,
    summary: () => numbers(),
    free: () => (freed += 1),
  }));
  const run = host.handle({ type: 'run', id: 7, scenario: '', overrides: '{}' });
  await settled();
  await host.handle({ type: 'stop', id: 7 });
  await run;
  expect(posted).toEqual([{ type: 'stopped', id: 7 }]);
  expect(freed).toBe(1);
});

test('with the real engine: eight sleeps by thread_pool_max_threads, and a value that is refused', async () => {
  const scenario = readFileSync('content/scenarios/mariadb-max-threads-6.json', 'utf8');
  const { host, posted } = hostDesk((ask) => {
    if (ask.type !== 'run') throw new Error('not asked for');
    return new Run(ask.scenario, ask.overrides, 'figures');
  });
  const link: SweepLink = {
    post: (ask) => void host.handle(ask).then(() => link.onanswer(posted.at(-1) as SweepAnswer)),
    onanswer: () => undefined,
    onbroken: () => undefined,
    close: () => undefined,
  };
  const pool = new SweepPool({
    worker: () => link,
    here: () => Promise.reject(new Error('not asked')),
    seats: 1,
    linger_ms: 0,
  });
  const found: PointResult[] = [];
  const values = [4, 6, 8, 0];
  await pool.sweep(
    values.map((value) => ({ scenario, overrides: { thread_pool_max_threads: value } })),
    { onpoint: (result) => found.push(result) },
  );
  const seconds = found.map((result) =>
    result.kind === 'done' ? Math.round(result.summary.max_ns / 1e9) : result.kind,
  );
  expect(seconds).toEqual([4, 4, 2, 'refused']);
  const refused = found[3];
  expect(refused?.kind === 'refused' && refused.errors[0]).toMatchObject({
    path: 'server.thread_pool_max_threads',
    value: '0',
  });
  const six = found[1];
  expect(six?.kind === 'done' && six.summary).toMatchObject({
    arrived: 8,
    finished: 8,
    open: 0,
    stopped: 'until',
    threads_peak: 6,
  });
});
