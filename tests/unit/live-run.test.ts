import { describe, expect, test } from 'vitest';
import { Run } from '#wasm/poolscope_wasm.js';
import { runOf, startEngine } from '../../web/src/build/runs/engine';
import { liveStill } from '../../web/src/build/lessons/live';
import {
  DIALS,
  lastPlace,
  placeOf,
  printDials,
  readDials,
  valueAt,
} from '../../web/src/figure/live/dials';
import { figureOf } from '../../web/src/figure/live/figure';
import { Hands, type Pointer } from '../../web/src/figure/live/hands';
import { layoutOf, waitingIn } from '../../web/src/figure/live/layout';
import { asked, Live } from '../../web/src/figure/live/live.svelte';
import { bodiesOf, poolMarks } from '../../web/src/figure/live/pool';
import { counted, longer, NOTHING } from '../../web/src/figure/live/record';
import { sentenceOf } from '../../web/src/figure/live/say';
import { Seats } from '../../web/src/figure/live/seats';
import { shotsOf } from '../../web/src/figure/live/shots';
import { sayIn } from '../../web/src/figure/live/words';
import type { ConnectLive } from '../../web/src/model/engine/live-link';
import { LiveHost } from '../../web/src/model/engine/live-host';
import type { LiveAnswer } from '../../web/src/model/engine/live-protocol';
import { LiveRun, type LiveMoment } from '../../web/src/model/engine/live-run';
import { CASES, dialsOf, seedOf, type CaseName } from '../../web/src/model/hand/cases';
import { ENTRIES_MAX, printLog, type Entry, type Op } from '../../web/src/model/hand/log';
import { shownAfter } from '../../web/src/model/hand/shown';
import type { Mark } from '../../web/src/ui/marks/marks';

startEngine();
const S = 1e9;
const make = (scenario: string) => new Run(scenario, '{}', 'figures');
const begin = (name: CaseName, log: readonly Entry[] = []) =>
  new LiveRun(make, {
    name,
    title: 'test',
    dials: dialsOf(name),
    seed: seedOf(name),
    log,
    until_ns: 0,
  });
const atLatch = ({ latch }: LiveMoment) => (latch?.holder === undefined ? 0 : 1);
const entry = (at: number, op: Op, n = 0): Entry => ({ at, op, n });

/** The last moment of a run of so many seconds, with all figures and ends since the start. */
function after(name: CaseName, log: readonly Entry[], seconds: number) {
  const run = begin(name, log);
  const first = run.go(0);
  const moment = run.go(seconds * S);
  run.free();
  return { first, moment };
}

describe('a live run', () => {
  test('is the same for each reader, however often pictures are taken', () => {
    const log = [entry(50, 'H'), entry(180, 'U'), entry(200, 'K', 2), entry(210, 'Z', 3)];
    const seldom = begin('steady', log);
    const often = begin('steady', log);
    expect(often.go(0)).toEqual(seldom.go(0));
    const figures = [];
    for (let ms = 7; ms < 5_000; ms += 7) figures.push(...often.go(ms * 1e6).figures);
    const { ended: _, figures: all, ...late } = seldom.go(5 * S);
    const { ended: __, figures: rest, ...last } = often.go(5 * S);
    expect(last).toEqual(late);
    expect([...figures, ...rest]).toEqual(all);
    expect(often.digest()).toBe(seldom.digest());
  });

  test('an act changes nothing in the past', () => {
    const straight = after('steady', [], 8).moment.figures;
    const turned = after('steady', [entry(300, 'P', 80)], 8).moment.figures;
    expect(turned.slice(0, 29)).toEqual(straight.slice(0, 29));
    expect(turned.at(-1)).not.toEqual(straight.at(-1));
  });

  test('each slider has its effect, up and down', () => {
    const turned = (...log: Entry[]) => {
      const { first, moment } = after('steady', log, 5);
      return { grown: waitingIn(moment) - waitingIn(first), working: moment.working.length };
    };
    expect(turned(entry(0, 'Q', 120)).grown).toBeGreaterThan(300);
    expect(turned(entry(0, 'Q', 0)).working).toBe(0);
    expect(turned(entry(0, 'W', 3_000)).grown).toBeGreaterThan(40);
    const more = Array.from({ length: 12 }, () => entry(0, 'A'));
    expect(turned(entry(0, 'Q', 60), ...more).working).toBeGreaterThan(9);
    const less = Array.from({ length: 4 }, () => entry(0, 'R'));
    // Two work, and at most the third that listened.
    expect(turned(...less).working).toBeLessThanOrEqual(3);
  });

  test.each(CASES)('no request is lost, whatever a hand does: %s', (name) => {
    const log = [
      ...[entry(20, 'H'), entry(150, 'U'), entry(160, 'S'), entry(200, 'L'), entry(240, 'K', 1)],
      ...[entry(300, 'L'), entry(320, 'D'), entry(400, 'D'), entry(420, 'R', 1), entry(500, 'A')],
    ];
    const run = begin(name, log);
    let ended = run.go(0).ended.length;
    for (let step = 1; step <= 100; step += 1) {
      const moment = run.go(0.1 * S * step);
      ended += moment.ended.length;
      const there = waitingIn(moment) + moment.working.length + moment.held_back + atLatch(moment);
      expect(ended + there).toBe(moment.arrived);
    }
    run.free();
  });

  test('a locked row holds threads, a shut door letters, and both let go', () => {
    const locked = after('steady', [entry(10, 'L')], 6).moment;
    expect(sentenceOf(told('steady', locked))).toMatch(/You hold the row: [1-6] of 6 threads/);
    const shut = after('steady', [entry(10, 'D')], 3).moment;
    expect([shut.unread.length > 20, shut.working.length, shut.shut]).toEqual([true, 0, true]);
    expect(sentenceOf(told('steady', shut))).toMatch(/You shut the door\. \d+ lie outside/);
    const opened = after('steady', [entry(10, 'D'), entry(60, 'D')], 6).moment;
    expect([opened.unread.length, opened.shut]).toEqual([0, false]);
  });

  test('a sleeper sleeps for ten seconds, and its answer is not counted', () => {
    const asleep = after('steady', [entry(1, 'S')], 9).moment;
    expect(asleep.working.filter((one) => one.asleep).length).toBe(1);
    const { moment } = after('steady', [entry(1, 'S')], 12);
    expect(moment.working.filter((one) => one.asleep)).toEqual([]);
    const sleepers = moment.ended.filter(({ sleeper }) => sleeper);
    expect(sleepers.length).toBe(1);
    const all = longer(NOTHING, { ...moment, figures: [] });
    expect(all.ended.length).toBe(
      moment.ended.filter(({ end_ns }) => end_ns > 12 * S - 20 * S).length - 1,
    );
  });

  test('a killed statement ends without an answer', () => {
    const { moment } = after(
      'steady',
      [entry(30, 'K', 0), entry(30, 'K', 1), entry(30, 'K', 2)],
      2,
    );
    expect(counted(longer(NOTHING, moment), moment.time_ns).killed).toBeGreaterThan(0);
  });

  test('its pools make scenarios that a figure can play', () => {
    for (const name of CASES) {
      const outcome = runOf(JSON.stringify(figureOf(asked(name))));
      expect(outcome.metrics.arrived, name).toBeGreaterThan(7);
      expect(outcome.metrics.finished, name).toBeGreaterThan(0);
    }
  });

  test('half and 99 of 100 are of answers, and of those who wait', () => {
    // Nobody is answered any more: only the ages of those who wait are left.
    const { moment } = after('deaf', [entry(1, 'S'), entry(2, 'S'), entry(3, 'S')], 6);
    const last = moment.figures.at(-1);
    expect(last?.in_time).toBe(0);
    expect(last?.half_ns).toBeGreaterThan(2 * S);
    expect(last?.most_ns).toBeGreaterThan(4.5 * S);
  });
});

const told = (name: CaseName, moment: LiveMoment, log: readonly Entry[] = []) => ({
  name,
  dials: { ...shownAfter(name, dialsOf(name), log).dials, threads: moment.threads },
  moment,
  figures: moment.figures.at(-1),
});

describe('the sentence', () => {
  const said = (name: CaseName, log: readonly Entry[], seconds: number) =>
    sentenceOf(told(name, after(name, log, seconds).moment, log));

  test('does the sum', () => {
    expect(said('steady', [], 0)).toBe(
      'Work for 4.2 threads arrives; there are 6. Queues come and go.',
    );
    expect(said('steady', [entry(1, 'S')], 3)).toContain('1 of 6 threads sleeps');
    const five = Array.from({ length: 5 }, () => entry(1, 'S'));
    expect(said('steady', five, 4)).toContain('5 sleep, 1 is left. Work for 4.2 arrives');
    expect(said('deaf', [entry(1, 'S'), entry(2, 'S')], 5)).toMatch(
      /All 2 threads sleep and nobody listens: \d+ are unread/,
    );
    const alone = Array.from({ length: 5 }, () => entry(0, 'R'));
    expect(said('steady', [...alone, entry(0, 'Q', 2), entry(0, 'W', 500)], 40)).toMatch(
      /^Work for one thread arrives; there is one\. /,
    );
    // Where nobody else works the one that listens takes a statement itself.
    const seldom = [entry(0, 'Q', 1), entry(0, 'W', 3_000)];
    const sleepers = Array.from({ length: 5 }, (_, nth) => entry(2_000 + nth * 20, 'S'));
    expect(said('steady', [...seldom, ...sleepers], 23)).toMatch(
      /^All 6 threads work, and so does the one that listened: \d+ are unread/,
    );
    expect(said('nobody', [entry(100, 'P', 100)], 8)).toBe(
      'All 6 threads work, and every answer is for nobody. You let go 7 s ago.',
    );
  });
});

describe('the sliders', () => {
  test.each(DIALS)('each place of %s has its own value, and is found again', (dial) => {
    const values = Array.from({ length: lastPlace(dial) + 1 }, (_, place) => valueAt(dial, place));
    expect(new Set(values).size).toBe(values.length);
    values.forEach((value, place) => expect(placeOf(dial, value)).toBe(place));
  });

  test('are in the address, and read back', () => {
    const dials = { arrivals: 20, threads: 8, work_ms: 250 };
    const search = new URLSearchParams(printDials(dials));
    expect(readDials(search, dialsOf('steady'))).toEqual(dials);
    expect(readDials(new URLSearchParams('x=1'), dials)).toBeUndefined();
  });
});

describe('rings', () => {
  const works = (...threads: number[]) =>
    threads.map((thread) => ({
      ...{ thread, nth: thread, request: thread * 10, state: 7, progress: 0.5 },
      ...{ asleep: false, gone: false },
    }));
  const seats = ({ rings }: ReturnType<Seats['take']>) => rings.map((one) => one?.thread);

  test('a thread keeps its ring until its work is done', () => {
    const hall = new Seats();
    expect(seats(hall.take(works(1, 2, 3), 3))).toEqual([1, 2, 3]);
    expect(seats(hall.take(works(3, 2), 3))).toEqual([undefined, 2, 3]);
    expect(seats(hall.take(works(3, 2, 9), 3))).toEqual([9, 2, 3]);
  });

  test('a thread beyond the limit works in the door, and one that still has to finish is shown', () => {
    const hall = new Seats();
    const { door } = hall.take(works(1, 2, 3), 2);
    expect(door?.thread).toBe(3);
    expect(seats(hall.take(works(1, 3), 2))).toEqual([1, 3]);
    hall.take(works(1, 3, 4, 5), 4);
    expect(seats(hall.take(works(5), 2))).toEqual([undefined, undefined, undefined, 5]);
    expect(seats(hall.take([], 2))).toEqual([undefined, undefined]);
  });
});

const SIZES = [
  [1360, 430],
  [1000, 300],
  [700, 500],
  [362, 270],
  [320, 240],
  [300, 200],
] as const;

describe('the picture', () => {
  const flat = (marks: readonly Mark[]): Mark[] =>
    marks.flatMap((mark) => (mark.kind === 'group' ? [mark, ...flat(mark.marks)] : [mark]));

  test.each(SIZES)('has a body for each waiting and working request, %i wide', (w, h) => {
    for (const name of CASES) {
      const { moment } = after(name, [entry(1, 'P', 60)], 1);
      const dials = dialsOf(name);
      const seated = new Seats().take(moment.working, dials.threads);
      const rooms = {
        rings: seated.rings.length,
        peak: moment.queued.length,
        unread: moment.unread.length,
        latch: moment.latch !== undefined,
      };
      const layout = layoutOf(w, h, rooms);
      const still = { layout, moment, dials, seated, say: sayIn(false) };
      const bodies = bodiesOf(still).filter(({ key }) => String(key).startsWith('r'));
      const in_door = seated.door ? 1 : 0;
      expect(bodies.length, name).toBe(waitingIn(moment) + moment.working.length - in_door);
      const keys = [...poolMarks(still), ...bodiesOf(still)].map(({ key }) => key);
      expect(new Set(keys).size, name).toBe(keys.length);
      const words = flat(poolMarks(still)).filter((mark) => mark.kind === 'text');
      for (const mark of words) expect(mark.size ?? 13).toBeGreaterThanOrEqual(11.5);
    }
  });

  test.each(SIZES)('bodies are inside the lane and never touch, %i wide', (w, h) => {
    for (const peak of [8, 40, 200]) {
      const layout = layoutOf(w, h, { rings: 6, peak, unread: 0, latch: peak === 40 });
      const places = Array.from({ length: peak }, (_, index) => layout.queued(index));
      const { lane } = layout;
      places.forEach(({ x, y, r }, index) => {
        expect(x - r).toBeGreaterThanOrEqual(lane.x);
        expect(x + r).toBeLessThanOrEqual(lane.x + lane.w);
        expect(y - r).toBeGreaterThanOrEqual(lane.y);
        expect(y + r).toBeLessThanOrEqual(lane.y + lane.h);
        for (const other of places.slice(index + 1))
          expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(2 * r);
        // Who moves up by one goes to the place next to it: nobody jumps.
        const next = places[index + 1];
        if (next) expect(Math.hypot(next.x - x, next.y - y)).toBeLessThan(2.4 * r);
      });
    }
  });

  test.each(SIZES)('rings are inside the pool and apart, %i wide', (w, h) => {
    for (const rings of [1, 2, 6, 24, 32, 128]) {
      const layout = layoutOf(w, h, { rings, peak: 8, unread: 0, latch: rings > 24 });
      const { pool } = layout;
      const all = Array.from({ length: rings }, (_, index) => layout.ring(index));
      all.forEach(({ x, y, r }, index) => {
        expect(x - r).toBeGreaterThan(pool.x);
        expect(x + r).toBeLessThan(pool.x + pool.w);
        expect(y + r).toBeLessThan(pool.y + pool.h);
        for (const other of all.slice(index + 1))
          expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(2 * r);
      });
    }
  });
});

describe('a hand on the picture', () => {
  const layout = layoutOf(1360, 430, { rings: 6, peak: 8, unread: 0 });
  function page() {
    const acts: string[] = [];
    let held: (() => void) | undefined;
    const hands = new Hands({
      layout: () => layout,
      rings: () => 6,
      act: (op, ring) => acts.push(ring === undefined ? op : `${op}${ring}`),
      after: (_, then) => {
        held = then;
        return () => (held = undefined);
      },
    });
    return { hands, acts, hold: () => held?.() };
  }
  const at = (x: number, y: number, touch = false, id = 1): Pointer => ({ x, y, touch, id });
  const ring = layout.ring(2);

  test('pours as long as it is held, by mouse at once, by touch after a moment', () => {
    for (const touch of [false, true]) {
      const { hands, acts, hold } = page();
      hands.press(at(40, 100, touch));
      expect(acts).toEqual(touch ? [] : ['H']);
      if (touch) hold();
      expect(hands.pouring).toMatchObject({ x: 40, y: 100 });
      hands.lift(at(40, 100, touch));
      expect(acts).toEqual(['H', 'U']);
    }
  });

  test('a swipe is the page’s: from lane, ring or pouring place it does nothing', () => {
    for (const [x, y] of [
      [40, 100],
      [ring.x, ring.y],
      [layout.lane.x + 50, layout.lane.y + 50],
    ] as const) {
      const { hands, acts, hold } = page();
      hands.press(at(x, y, true));
      hands.move(at(x, y + 30, true));
      hold();
      hands.cancel();
      expect(acts).toEqual([]);
    }
  });

  test('a touch is one letter, a tap kills, a pull takes a thread away, the ear shuts the door', () => {
    const { hands, acts } = page();
    hands.press(at(40, 100, true));
    hands.lift(at(40, 100, true));
    hands.press(at(ring.x, ring.y));
    hands.lift(at(ring.x + 2, ring.y));
    hands.press(at(ring.x, ring.y));
    hands.move(at(ring.x + 60, ring.y));
    expect(hands.pulled).toMatchObject({ index: 2, x: ring.x + 60 });
    hands.move(at(ring.x + 300, ring.y));
    hands.lift(at(ring.x + 300, ring.y));
    hands.press(at(ring.x, ring.y));
    hands.move(at(ring.x + 30, ring.y));
    hands.lift(at(ring.x + 30, ring.y));
    hands.press(at(layout.door.x, layout.door.y));
    hands.lift(at(layout.door.x, layout.door.y));
    expect(acts).toEqual(['P', 'K2', 'R2', 'D']);
  });

  test('a second finger is ignored, and a lost pointer lets go', () => {
    const { hands, acts } = page();
    hands.press(at(40, 100));
    expect(hands.press(at(ring.x, ring.y, true, 2))).toBe(false);
    hands.lift(at(ring.x, ring.y, true, 2));
    hands.cancel();
    expect(acts).toEqual(['H', 'U']);
  });
});

describe('under a page’s clock', () => {
  function page() {
    let tick: ((ms: number) => void) | undefined;
    const posts: string[] = [];
    let answers: ((answer: LiveAnswer) => void) | undefined;
    const answered: Promise<void>[] = [];
    const host = new LiveHost(
      () => Promise.resolve(make),
      (answer) => answers?.(answer),
    );
    const live = new Live(
      liveStill(),
      (onanswer) => {
        answers = onanswer;
        return {
          post: (ask) => {
            posts.push(ask.type);
            answered.push(host.handle(ask));
          },
          close: () => posts.push('close'),
        };
      },
      {
        animate: (one) => {
          tick = one;
          return () => (tick = undefined);
        },
        after: () => () => undefined,
      },
    );
    const step = async (ms: number, times = 1) => {
      for (let n = 0; n < times; n += 1) {
        tick?.(ms);
        await Promise.all(answered);
      }
    };
    return { live, posts, step, runs: () => tick !== undefined };
  }

  test('it requests nothing before it plays, and continues from the page’s data', async () => {
    const { live, posts, step, runs } = page();
    expect([posts, runs()]).toEqual([[], false]);
    const still = live.moment;
    live.play();
    await step(0);
    expect([live.moment.time_ns, live.moment.queued]).toEqual([still.time_ns, still.queued]);
    await step(100, 30);
    expect(live.moment.time_ns).toBe(3 * S);
    live.seen(false);
    expect(runs()).toBe(false);
    live.seen(true);
    expect(runs()).toBe(true);
    live.pause();
    live.seen(true);
    expect(runs()).toBe(false);
  });

  test('what a hand does comes next, and is in the address', async () => {
    const { live, step } = page();
    live.play();
    await step(0);
    await step(100, 10);
    live.act('P', 40);
    live.turn({ ...live.dials, arrivals: 120 });
    expect(live.sentence).toContain('The queue grows by about 100 a second');
    await step(100, 20);
    expect(waitingIn(live.moment)).toBeGreaterThan(150);
    expect(live.query).toBe('?arrivals=14&threads=6&work=300ms&seed=7&do=1.2tP14.0Q3c');
  });

  test('a sentence about a shut door counts as many as lie outside, at any moment', async () => {
    const { live, step } = page();
    live.play();
    await step(0);
    await step(100, 5);
    live.act('D');
    await step(100, 5);
    const counts = new Set<number>();
    for (let nth = 0; nth < 60; nth += 1) {
      await step(50);
      const { length } = live.moment.unread;
      counts.add(length);
      const [said] = /(\d+|One request) lies? outside/.exec(live.sentence) ?? [];
      if (length > 0) expect(said).toMatch(length === 1 ? /^One/ : new RegExp(`^${length} `));
    }
    expect(counts.size).toBeGreaterThan(20);
  });

  test('in pause it counts what is poured, and what the server refuses is not in the address', async () => {
    const { live, step } = page();
    live.play();
    await step(0);
    await step(100, 10);
    live.pause();
    live.act('P', 5);
    expect(live.poured).toBe(5);
    live.play();
    live.change({ variable: 'thread_pool_oversubscribe', value: 0 });
    await step(100, 10);
    expect(live.refused).toEqual([expect.stringContaining('thread_pool_oversubscribe')]);
    expect(live.failure).toBeUndefined();
    expect(live.query).toBe('?arrivals=14&threads=6&work=300ms&seed=7&do=1.2tP5');
  });

  test('an address with a log plays the last six seconds of a dare, and then shows its end', async () => {
    const { live, step, runs } = page();
    live.begin({ ...asked('nobody'), log: [entry(100, 'P', 100)] });
    await step(0);
    expect([live.replays, live.moment.time_ns]).toEqual([true, 0]);
    live.act('K');
    expect(live.log.length).toBe(1);
    await step(100, 60);
    expect(live.decided).toEqual({ outcome: 'won', at_ns: 5.4 * S });
    expect([live.replays, live.open, runs()]).toEqual([false, false, false]);
    expect(live.query).toBe('?dare=nobody&seed=7&do=1.2sP2s');
  });

  test('another pool restarts; a refusal is reported', async () => {
    const { live, step } = page();
    live.begin(asked('deaf'));
    await step(0);
    await step(100, 20);
    expect([live.moment.time_ns, live.name]).toEqual([2 * S, 'deaf']);
    live.begin({ ...asked('steady'), dials: { arrivals: 5, threads: 0, work_ms: -1 } });
    await step(100);
    expect(live.failure).toContain('mean_us');
    expect(live.playing).toBe(false);
  });
});

describe('the last seconds of a dare', () => {
  const connect: ConnectLive = (onanswer) => {
    const host = new LiveHost(() => Promise.resolve(make), onanswer);
    return { post: (ask) => void host.handle(ask), close: () => undefined };
  };
  const shots = (log: readonly Entry[]) =>
    shotsOf({ ...asked('nobody'), log }, liveStill(), connect, 100);

  test('are six, up to its decision, also of a log that is too long for an address', async () => {
    const shut = Array.from({ length: ENTRIES_MAX }, (): Entry => ({ at: 40, op: 'D', n: 0 }));
    const log: Entry[] = [...shut, { at: 40, op: 'P', n: 100 }];
    expect(printLog(log)).toBeUndefined();
    const taken = await shots(log);
    const at_ns = taken.at(-1)?.moment.decided?.at_ns ?? NaN;
    const first_ns = Math.max(0, at_ns - 6 * S);
    expect(taken.slice(0, -1).filter(({ moment }) => moment.decided)).toEqual([]);
    expect(taken.map(({ moment }) => moment.time_ns)).toEqual(
      Array.from({ length: (at_ns - first_ns) / 1e8 + 1 }, (_, nth) => first_ns + nth * 1e8),
    );
    expect(taken.at(-1)?.moment.decided?.outcome).toBe('won');
    // Doors that were shut and opened again change nothing of it.
    expect((await shots(log.slice(-1))).at(-1)).toEqual(taken.at(-1));
  });

  test('fail with what the engine says', async () => {
    const failure = { kind: 'engine', message: 'no engine' } as const;
    const broken: ConnectLive = (onanswer) => ({
      post: () => onanswer({ type: 'failed', failure }),
      close: () => undefined,
    });
    const log: Entry[] = [{ at: 40, op: 'P', n: 100 }];
    const taken = shotsOf({ ...asked('nobody'), log }, liveStill(), broken, 100);
    await expect(taken).rejects.toThrow('no engine');
  });
});
