import { describe, expect, test } from 'vitest';
import { Run } from '#wasm/poolscope_wasm.js';
import { startEngine } from '../../web/src/build/runs/engine';
import { liveStill } from '../../web/src/build/runs/live';
import {
  DIALS,
  lastPlace,
  placeOf,
  printDials,
  readDials,
  valueAt,
  type Dials,
} from '../../web/src/features/lab/live/dials';
import { Live } from '../../web/src/features/lab/live/live.svelte';
import { poolMarks } from '../../web/src/features/lab/live/picture';
import { longer, NOBODY, waiting } from '../../web/src/features/lab/live/record';
import { sentenceOf } from '../../web/src/features/lab/live/say';
import { Seats } from '../../web/src/features/lab/live/seats';
import {
  figureOf,
  hasEar,
  startDials,
  STARTS,
  storyOf,
  turnOf,
  type StartName,
} from '../../web/src/features/lab/live/starts';
import { stripMarks } from '../../web/src/features/lab/live/strip';
import { runOf } from '../../web/src/build/runs/engine';
import { LiveHost } from '../../web/src/model/engine/live-host';
import type { LiveAnswer } from '../../web/src/model/engine/live-protocol';
import { LiveRun, STEP_NS, type LiveMoment } from '../../web/src/model/engine/live-run';
import type { Mark } from '../../web/src/ui/marks/marks';

startEngine();
const S = 1e9;
const make = (scenario: string) => new Run(scenario, '{}', 'figures');
const ALL: readonly StartName[] = ['steady', ...STARTS];
const begin = (start: StartName) => new LiveRun(make, storyOf(start));

/** The numbers of waiting requests, ten times a second, in pictures of uneven lengths. */
function watched(run: LiveRun, seconds: number, turns: Readonly<Record<number, Dials>> = {}) {
  const from = run.time_ns;
  const waits = [...run.go(from).waited];
  const moments: LiveMoment[] = [];
  for (let frame = 1; frame <= seconds * 30; frame += 1) {
    const turned = turns[frame];
    if (turned) run.turn(turnOf('steady', turned, startDials('steady')));
    const moment = run.go(from + Math.round((frame * S) / 30));
    moments.push(moment);
    waits.push(...moment.waited);
  }
  return { waits, moments };
}

/** Every request that arrived has an answer, waits in the picture, is on a thread, or found no connection. */
function expectNobodyLost({ arrived, answered, held_back, working, ...moment }: LiveMoment) {
  expect(
    answered +
      waiting({ arrived, answered, held_back, working, ...moment }) +
      working.length +
      held_back,
  ).toBe(arrived);
}

describe('a live run', () => {
  test('is the same for each reader, however often pictures are taken', () => {
    const seldom = begin('steady');
    const often = begin('steady');
    const first = seldom.go(seldom.time_ns);
    expect(often.go(often.time_ns)).toEqual(first);
    for (let ms = 7; ms < 5000; ms += 7) often.go(28 * S + ms * 1e6);
    const { fresh: _, ...late } = seldom.go(33 * S);
    const { fresh: __, waited, step, ...last } = often.go(33 * S);
    expect({ ...last, waited: late.waited, step: late.step }).toEqual(late);
    expect(late.waited.slice(-waited.length)).toEqual(waited);
    expect(late.step + late.waited.length).toBe(step + waited.length);
  });

  test('a slider changes nothing in the past', () => {
    const dials = startDials('steady');
    const straight = watched(begin('steady'), 8);
    const turned = watched(begin('steady'), 8, { 90: { ...dials, arrivals: 120 } });
    const at = 280 + 30;
    expect(turned.waits.slice(0, at)).toEqual(straight.waits.slice(0, at));
    expect(turned.moments.slice(0, 89)).toEqual(straight.moments.slice(0, 89));
    expect(turned.waits.at(-1)).toBeGreaterThan((straight.waits.at(-1) ?? 0) + 200);
  });

  test('each slider has its effect, up and down', () => {
    const dials = startDials('steady');
    const after = (turn: Partial<Dials>) => {
      const run = begin('steady');
      const before = waiting(run.go(run.time_ns));
      run.turn(turnOf('steady', { ...dials, ...turn }, dials));
      const moment = run.go(run.time_ns + 5 * S);
      expectNobodyLost(moment);
      return { grown: waiting(moment) - before, working: moment.working.length };
    };
    expect(after({ arrivals: 0 }).grown).toBeLessThan(0);
    expect(after({ arrivals: 120 }).grown).toBeGreaterThan(300);
    expect(after({ threads: 24 }).working).toBeGreaterThan(6);
    expect(after({ threads: 24 }).grown).toBeLessThan(0);
    // Busy threads finish; then two work, and a third at most that listened.
    expect(after({ threads: 2 }).working).toBeLessThanOrEqual(3);
    expect(after({ threads: 2 }).grown).toBeGreaterThan(120);
    expect(after({ work_ms: 20 }).grown).toBeLessThan(0);
    expect(after({ work_ms: 1000 }).grown).toBeGreaterThan(150);
  });

  test.each(ALL)('no request is lost, whatever the start: %s', (start) => {
    const run = begin(start);
    let most = 0;
    for (let step = 1; step <= 200; step += 1) {
      const moment = run.go(run.time_ns + 0.1 * S);
      expectNobodyLost(moment);
      expect(moment.queued.length + moment.unread.length).toBeLessThanOrEqual(waiting(moment));
      most = Math.max(most, waiting(moment));
      const dials = startDials(start);
      if (step === 100) run.turn(turnOf(start, { ...dials, threads: 12, work_ms: 50 }, dials));
    }
    expect(most).toBeGreaterThan(start === 'sleeps' ? 1 : 50);
  });

  test('each start shows what it is about', () => {
    const moments = (start: StartName, seconds: number) =>
      Array.from({ length: seconds * 10 }).reduce<{ run: LiveRun; seen: LiveMoment[] }>(
        ({ run, seen }) => ({ run, seen: [...seen, run.go(run.time_ns + 0.1 * S)] }),
        { run: begin(start), seen: [] },
      ).seen;
    const deaf = moments('deaf', 12);
    expect(deaf.some(({ listens, on_sockets }) => !listens && on_sockets > 100)).toBe(true);
    const sleeps = moments('sleeps', 6);
    expect(sleeps.some(({ working, in_queue }) => working.length === 6 && in_queue === 2)).toBe(
      true,
    );
    expect(moments('thousand', 2).some(({ in_queue }) => in_queue > 900)).toBe(true);
    expect(moments('burst', 2).some(({ in_queue }) => in_queue > 180)).toBe(true);
  });

  test('a long queue is cut off in the picture, not in the count; connections are limited', () => {
    const run = begin('steady');
    run.turn(turnOf('steady', { arrivals: 120, threads: 2, work_ms: 3000 }, startDials('steady')));
    const moment = run.go(run.time_ns + 60 * S);
    expect(moment.queued.length).toBe(480);
    expect(waiting(moment)).toBeGreaterThan(1900);
    expect(moment.held_back).toBeGreaterThan(1000);
    expectNobodyLost(moment);
  });
});

describe('the record of waiting requests', () => {
  test('keeps twenty seconds, and restarts with a new run', () => {
    const moment = (step: number, waited: readonly number[]) => ({ step, waited }) as LiveMoment;
    let record = longer(NOBODY, moment(0, [1, 2, 3]));
    expect(record).toEqual({ last: 2, counts: [1, 2, 3] });
    expect(longer(record, moment(3, []))).toBe(record);
    for (let step = 3; step < 400; step += 1) record = longer(record, moment(step, [step]));
    expect(record.counts.length).toBe((20 * S) / STEP_NS + 1);
    expect(record.counts.at(-1)).toBe(399);
    expect(longer(record, moment(0, [9]))).toEqual({ last: 0, counts: [9] });
  });
});

describe('the sentence', () => {
  const said = (start: StartName, dials: Dials, moment: Partial<LiveMoment>) =>
    sentenceOf(start, dials, {
      time_ns: 10 * S,
      in_queue: 0,
      on_sockets: 0,
      held_back: 0,
      working: [],
      listens: true,
      ...moment,
    } as LiveMoment);
  const dials: Dials = { arrivals: 52, threads: 6, work_ms: 150 };

  test('states the arrivals, the threads they need, and what happens to the queue', () => {
    expect(said('steady', dials, { in_queue: 140 })).toBe(
      'Work for 7.8 threads arrives; there are 6. The queue grows by about 12 a second, without end.',
    );
    expect(said('steady', { ...dials, arrivals: 30 }, { in_queue: 140 })).toBe(
      'Work for 4.5 threads arrives; there are 6. The queue of 140 is gone in about 14 s.',
    );
    expect(said('steady', { ...dials, arrivals: 39 }, { in_queue: 1140 })).toContain(
      'None is spare: the queue of 1,140 stays.',
    );
    expect(said('steady', { ...dials, arrivals: 10 }, {})).toContain('Hardly anybody waits');
    expect(said('steady', { ...dials, arrivals: 0 }, {})).toContain('No requests');
    expect(said('thousand', { ...dials, arrivals: 60 }, { in_queue: 400 })).toContain(
      '1,000 clients',
    );
    expect(said('steady', dials, { held_back: 1200 })).toContain('1,200 more');
  });

  test('says first that nobody listens', () => {
    const deaf = { listens: false, on_sockets: 23, first_since_ns: 5.9 * S };
    const working = Array.from({ length: 6 }, (_, thread) => ({ thread }) as never);
    expect(said('deaf', dials, { ...deaf, working })).toBe(
      'All 6 threads work and nobody listens: 23 are unread, the first for 4.1 s.',
    );
  });

  test('counts like the run, and fits into its line', () => {
    for (const start of ALL) {
      const run = begin(start);
      for (let step = 0; step < 60; step += 1) {
        const moment = run.go(run.time_ns + 0.25 * S);
        const sentence = sentenceOf(start, startDials(start), moment);
        expect(sentence.length, sentence).toBeLessThanOrEqual(100);
        const [, line] = /queue of ([\d,]+) (?:is|stays)/.exec(sentence) ?? [];
        if (line) expect(Number(line.replace(',', ''))).toBe(waiting(moment));
        const [, unread] = /listens: (\d+) are/.exec(sentence) ?? [];
        if (unread) expect(Number(unread)).toBe(moment.on_sockets);
      }
    }
  });
});

describe('sliders', () => {
  test('every position has a value, and every value its position', () => {
    for (const dial of DIALS) {
      for (let place = 0; place <= lastPlace(dial); place += 1)
        expect(placeOf(dial, valueAt(dial, place))).toBe(place);
      for (const start of ALL) {
        const value = startDials(start)[dial];
        expect(valueAt(dial, placeOf(dial, value)), `${start}: ${dial}`).toBe(value);
      }
    }
  });

  test('an address stores their values', () => {
    const dials: Dials = { arrivals: 61, threads: 3, work_ms: 900 };
    const read = readDials(new URLSearchParams(printDials(dials)), startDials('steady'));
    expect(read).toEqual({ arrivals: 60, threads: 3, work_ms: 900 });
    expect(readDials(new URLSearchParams('?scenario=x'), dials)).toBeUndefined();
    expect(readDials(new URLSearchParams('?threads=many&arrivals=9e9'), dials)).toEqual({
      ...dials,
      arrivals: 120,
    });
  });

  test.each(ALL)('their values make a scenario that a figure can play: %s', (start) => {
    const outcome = runOf(JSON.stringify(figureOf(start, startDials(start))));
    expect(outcome.metrics.arrived).toBeGreaterThan(7);
    expect(outcome.metrics.finished).toBeGreaterThan(0);
  });
});

describe('rings', () => {
  const works = (...threads: number[]) =>
    threads.map((thread) => ({ thread, request: thread * 10, state: 7, progress: 0.5 }));
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

describe('the picture', () => {
  const flat = (marks: readonly Mark[]): Mark[] =>
    marks.flatMap((mark) => (mark.kind === 'group' ? [mark, ...flat(mark.marks)] : [mark]));
  const reached = new Map<string, LiveMoment>();
  /** The same run gives the pictures of all sizes. */
  const momentOf = (start: StartName, seconds: number) => {
    const known = reached.get(`${start} ${seconds}`);
    if (known) return known;
    const run = begin(start);
    const moment = run.go(run.time_ns + seconds * S);
    reached.set(`${start} ${seconds}`, moment);
    return moment;
  };
  const drawn = (start: StartName, seconds: number, w: number, h: number) => {
    const moment = momentOf(start, seconds);
    const dials = startDials(start);
    const seated = new Seats().take(moment.working, dials.threads);
    const picture = {
      moment,
      seated,
      dials,
      ear: hasEar(start),
      peak: waiting(moment),
      moves: false,
    };
    return { moment, marks: flat(poolMarks(picture, w, h)) };
  };
  const bodies = (marks: readonly Mark[], state: string) =>
    marks.filter(({ data }) => data?.['state'] === state);

  test.each([
    [1360, 430],
    [1000, 300],
    [700, 500],
    [362, 260],
  ])('has a body for each waiting and each working request, %i wide', (w, h) => {
    for (const start of ALL) {
      const { moment, marks } = drawn(start, 4.05, w, h);
      const low = bodies(marks, 'low');
      const [mass] = low;
      if (mass?.data?.['count'] === undefined) expect(low.length, start).toBe(moment.in_queue);
      else expect(mass.data['count']).toBe(moment.in_queue);
      expect(bodies(marks, 'sleep').length, start).toBe(moment.working.length);
      expect(new Set(marks.map(({ key }) => key)).size).toBeGreaterThan(5);
      const keys = poolKeys(start, w, h);
      expect(new Set(keys).size, start).toBe(keys.length);
    }
  });

  function poolKeys(start: StartName, w: number, h: number) {
    const moment = momentOf(start, 4.05);
    const dials = startDials(start);
    const seated = new Seats().take(moment.working, dials.threads);
    return poolMarks({ moment, seated, dials, ear: hasEar(start), peak: 0, moves: true }, w, h).map(
      ({ key }) => key,
    );
  }

  test('numbers are on bodies only if there are few', () => {
    const labels = (start: StartName) =>
      drawn(start, 1.5, 1360, 430).marks.filter(({ key }) => key === 'label').length;
    expect(labels('sleeps')).toBe(8);
    expect(labels('steady')).toBe(0);
  });

  test('bodies are inside the lane and do not overlap', () => {
    for (const [w, h] of [
      [1360, 430],
      [362, 260],
    ] as const) {
      const { marks } = drawn('burst', 1.3, w, h);
      const lane = marks.find(({ key }) => key === 'lane');
      if (lane?.kind !== 'rect') throw new Error('no lane');
      const [x, y, width, height] = [lane.x, lane.y, lane.w, lane.h].map(Number) as [
        number,
        number,
        number,
        number,
      ];
      const places = bodies(marks, 'low').flatMap((mark) =>
        mark.kind === 'group' ? [[Number(mark.x), Number(mark.y)] as const] : [],
      );
      expect(new Set(places.map(String)).size).toBe(places.length);
      for (const [bx, by] of places) {
        expect(bx).toBeGreaterThan(x);
        expect(bx).toBeLessThan(x + width);
        expect(by).toBeGreaterThan(y);
        expect(by).toBeLessThan(y + height);
      }
    }
  });

  test('the strip ends at the present number', () => {
    const { record, moment } = liveStill();
    expect(record.counts.length).toBe(201);
    const marks = stripMarks({ record, now_ns: moment.time_ns, waiting: 1234 }, 1000, 110);
    const words = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.words] : []));
    expect(words).toContain('1,234');
    expect(words.at(-1)).toBe('now');
  });
});

describe('under a page’s clock', () => {
  function page() {
    let tick: ((ms: number) => void) | undefined;
    const asked: string[] = [];
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
            asked.push(ask.type);
            answered.push(host.handle(ask));
          },
          close: () => asked.push('close'),
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
    const step = async (ms: number) => {
      tick?.(ms);
      await Promise.all(answered);
    };
    return { live, asked, step, runs: () => tick !== undefined };
  }

  test('it requests nothing before it plays, and continues from the page’s data', async () => {
    const { live, asked, step, runs } = page();
    const still = live.moment.time_ns;
    expect([asked, runs()]).toEqual([[], false]);
    live.play();
    await step(0);
    expect(live.moment.time_ns).toBe(still);
    const before = live.record;
    for (let frame = 0; frame < 30; frame += 1) await step(100);
    expect(live.moment.time_ns).toBe(still + 3 * S);
    expect(live.record.counts.slice(0, 100)).toEqual(before.counts.slice(30, 130));
    live.seen(false);
    expect(runs()).toBe(false);
    live.seen(true);
    expect(runs()).toBe(true);
    live.pause();
    live.seen(true);
    expect(runs()).toBe(false);
  });

  test('after a slider is moved the queue grows from then on', async () => {
    const { live, step } = page();
    live.play();
    await step(0);
    const before = live.waiting;
    live.turn({ ...live.dials, arrivals: 120 });
    expect(live.sentence).toContain('grows by about 80 a second');
    for (let frame = 0; frame < 30; frame += 1) await step(100);
    expect(live.waiting).toBeGreaterThan(before + 150);
  });

  test('another start restarts; a refusal is reported', async () => {
    const { live, step } = page();
    live.begin('sleeps');
    await step(0);
    for (let frame = 0; frame < 20; frame += 1) await step(100);
    expect([live.moment.time_ns, live.moment.arrived]).toEqual([2 * S, 8]);
    expect(live.record.counts.length).toBe(21);
    live.turn({ ...live.dials, threads: 0 });
    await step(100);
    expect(live.failure).toContain('thread_pool_oversubscribe');
    expect(live.playing).toBe(false);
  });
});
