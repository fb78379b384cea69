import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Story } from '../../web/src/figure/player/story';
import { playableEnd } from '../../web/src/model/run/end';
import type { Event, Outcome } from '../../web/src/model/run/types';
import { runOf } from '../../web/src/build/runs/engine';
import { clock } from '../../web/src/model/words/format';

const MS = 1e6;
const event = (at_ns: number, step: number, kind: Event['kind'] = 'queued') =>
  ({ at_ns, step, kind }) as Event;
const told = (events: readonly Event[], end_ns: number, more: Partial<Outcome> = {}) =>
  new Story([{ events, ...more }], end_ns);
const runOfFile = (name: string): Outcome =>
  runOf(readFileSync(`content/scenarios/${name}.json`, 'utf8'));
const storyOf = (...outcomes: Outcome[]) =>
  new Story(outcomes, Math.max(...outcomes.map((outcome) => playableEnd(outcome))));

const few = told(
  [
    event(0, 1),
    event(0, 2),
    event(20_000, 5, 'thread_created'),
    event(500 * MS, 7, 'timer_tick'),
    event(2_000 * MS, 9, 'request_finished'),
    event(2_000 * MS, 10, 'request_finished'),
  ],
  2_000 * MS,
);

test('it starts before anything has happened and ends after everything', () => {
  expect(few.at(0)).toEqual({ time_ns: 0, step: 0 });
  expect(few.at(few.total_ms)).toEqual({ time_ns: 2_000 * MS, step: undefined });
});

test('each change of the picture has its time, and what the narrator mentions has more', () => {
  const begin = (step: number, at_ns: number) => few.ms({ time_ns: at_ns, step });
  expect(begin(2, 0) - begin(1, 0)).toBe(250);
  expect(begin(5, 20_000) - begin(2, 0)).toBeGreaterThanOrEqual(250);
  expect(begin(10, 2_000 * MS) - begin(9, 2_000 * MS)).toBe(800);
  expect(few.total_ms - begin(10, 2_000 * MS)).toBe(400);
  // Two seconds in which only the timer looks are a stretch without change.
  const quiet = begin(9, 2_000 * MS) - begin(5, 20_000);
  expect(quiet).toBeGreaterThan(800);
  expect(quiet).toBeLessThanOrEqual(900);
});

test('steps of one instant come one by one, and none before its time', () => {
  const seen = new Set<number | undefined>();
  let before = few.at(0);
  for (let ms = 0; ms < few.total_ms; ms += 10) {
    const here = few.at(ms);
    seen.add(here.step);
    expect(here.time_ns).toBeGreaterThanOrEqual(before.time_ns);
    if (here.step === undefined) expect([0, 20_000, 2_000 * MS]).not.toContain(here.time_ns);
    before = here;
  }
  expect([...seen]).toEqual([0, 1, 2, undefined, 9, 10]);
});

test('a position in the run maps to one in the story, and back', () => {
  for (const time_ns of [7_000, 20_000, 700 * MS, 1_999 * MS])
    expect(few.at(few.ms({ time_ns, step: undefined })).time_ns / time_ns).toBeCloseTo(1, 5);
  // A time means after everything in its instant, msBefore before it.
  expect(few.ms({ time_ns: 0, step: undefined })).toBe(few.ms({ time_ns: 0, step: 2 }));
  expect(few.msBefore(2_000 * MS)).toBe(few.ms({ time_ns: 2_000 * MS, step: 9 }));
  expect(few.stillAt(few.total_ms - 100).step).toBe(10);
});

test('a long run shares a minute and a half; one that recorded only its beginning is played evenly', () => {
  const long = Array.from({ length: 30_000 }, (_, index) => event(index * 1_000, index));
  expect(told(long, 30 * MS).total_ms).toBeCloseTo(90_000, 3);
  const cut = told(long, 4_000 * MS, { not_kept: { lives: 1, events: 1 } });
  expect([cut.even, cut.total_ms, cut.at(1_000).time_ns]).toEqual([true, 4_000, 1_000 * MS]);
});

test('two runs are shown together, by the times of either', () => {
  const other = [event(0, 1), event(1_000 * MS, 3, 'request_finished')];
  const pair = new Story([{ events: [event(0, 1)] }, { events: other }], 1_000 * MS);
  expect(pair.at(0)).toEqual({ time_ns: 0, step: undefined });
  expect(pair.ms({ time_ns: 1_000 * MS, step: undefined })).toBe(pair.total_ms - 800);
});

describe('runs of the lessons', () => {
  test.each([
    ['the-cast-eight', 10, 30],
    ['mariadb-max-threads-6', 10, 30],
    ['mariadb-two-groups', 10, 30],
    ['percona-two-groups', 10, 30],
    ['requests-65-computing', 8, 30],
    ['plantegg-96-groups', 15, 45],
  ])('%s takes %d to %d seconds', (name, least, most) => {
    const { total_ms } = storyOf(runOfFile(name));
    expect(total_ms / 1e3).toBeGreaterThanOrEqual(least);
    expect(total_ms / 1e3).toBeLessThanOrEqual(most + 1e-6);
  });
});

test('a clock shows microseconds where they pass', () => {
  expect(clock(1.2e9, 4e9, 5e8)).toBe('1.200 s');
  expect(clock(520_000, 4e9, 20_000)).toBe('520 µs');
  expect(clock(2_000_120_000, 4e9, 20_000)).toBe('2.000\u202f120 s');
  expect([clock(0, 4e9, 20_000), clock(4e9, 4e9, 20_000)]).toEqual(['0.000 s', '4.000 s']);
  expect([clock(2.1e9, 4e9, 20_000), clock(731_000, 5e6, 300)]).toEqual(['2.100 s', '0.731 ms']);
  expect(clock(4_731_921, 5e6, 300)).toBe('4.731\u202f921 ms');
});
