import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runOf } from '../../web/src/build/runs/engine';
import { playableEnd } from '../../web/src/model/run/end';
import { Story } from '../../web/src/figure/player/story';
import { warpOf } from '../../web/src/figure/player/warp';
import { stretchedOf, ticksOf, timeAxis } from '../../web/src/ui/views/time-scale';
import { layoutTimeline } from '../../web/src/ui/views/timeline-layout';
import { stripOf } from '../../web/src/ui/views/timeline-strip';

const outcome = runOf(readFileSync('content/scenarios/mariadb-max-threads-6.json', 'utf8'));
const end_ns = playableEnd(outcome);
const story = new Story([outcome], end_ns);
const warped = timeAxis(end_ns, end_ns, warpOf(story, outcome.events));
const even = timeAxis(end_ns, end_ns, undefined);

test('an even axis has room for its end, and a place on it is a time again', () => {
  expect(even.scale.share(end_ns)).toBeGreaterThan(98);
  expect(even.at(even.scale.share(1.2e9))).toEqual({ time_ns: 1.2e9, step: undefined });
  expect(even.at(200).time_ns).toBe(end_ns);
  expect(ticksOf(even, 4)).toEqual([0, 1e9, 2e9, 3e9, 4e9]);
  expect(stretchedOf(even)).toEqual([]);
});

test('a warped axis draws out what happens in microseconds, in order, and says how long that lasts', () => {
  const { scale, at } = warped;
  expect(scale.share(520_000)).toBeGreaterThan(25);
  const times = Array.from({ length: 200 }, (_, index) => index * 20.1e6);
  const shares = times.map((time) => scale.share(time));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(Math.abs(at(scale.share(1.5e9)).time_ns - 1.5e9)).toBeLessThan(10);
  const ticks = ticksOf(warped, 10);
  expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
  expect(ticks.some((tick) => tick > 0 && tick < 1e6)).toBe(true);
  const [first] = stretchedOf(warped);
  expect(first?.from_ns).toBe(0);
  expect(first?.to_ns).toBeLessThan(2e6);
});

test('requests that arrive at once begin one after the other where that is told so', () => {
  const arrivals = [0, 3, 7].map((request) => warped.scale.of(request).share(0));
  expect(new Set(arrivals).size).toBe(3);
  const second = warped.at(arrivals[1] ?? 0);
  expect(second.time_ns).toBe(0);
  expect(second.step).toBeTypeOf('number');
});

test('each request has a row; with less room the telling ones stand over the strip of all', () => {
  expect(layoutTimeline(8, 150, 1, true)).toMatchObject({ rows: 8, named: true, strip: undefined });
  expect(layoutTimeline(8, 64, 1, true)).toMatchObject({
    rows: 8,
    named: false,
    marks_above: false,
  });
  const many = layoutTimeline(35, 150, 1, true);
  expect(many.rows).toBeGreaterThan(2);
  expect((many.strip?.y ?? 0) + (many.strip?.height ?? 0)).toBeLessThanOrEqual(150);
  expect(layoutTimeline(0, 60, 1, true)).toMatchObject({ rows: 0, strip: { y: 18 } });
  expect(layoutTimeline(8, 60, 2, false).strip).toBeDefined();
});

test('the strip counts all requests, wherever they are', () => {
  const strip = stripOf(outcome.lives, undefined, even.scale, { y: 10, height: 40 });
  expect(strip.most).toBe(8);
  const cut = stripOf([], outcome.metrics.series, even.scale, { y: 10, height: 40 });
  expect(cut.most).toBeGreaterThanOrEqual(7);
});
