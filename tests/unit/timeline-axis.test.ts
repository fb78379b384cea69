import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runOf } from '../../web/src/build/runs/engine';
import { playableEnd } from '../../web/src/model/run/end';
import type { Mark } from '../../web/src/ui/marks/marks';
import { axisEnd, ticksOf, timeScale } from '../../web/src/ui/views/time-scale';
import { timelineOf } from '../../web/src/ui/views/timeline';
import { answersOf, Area } from '../../web/src/ui/views/timeline-area';
import { burstAt, burstsOf, eventTimes } from '../../web/src/ui/views/timeline-bursts';
import { layoutTimeline, naturalHeight } from '../../web/src/ui/views/timeline-layout';
import { tickWords } from '../../web/src/ui/views/timeline-marks';
import { runNamed } from '../seen';

const read = (name: string) => runOf(readFileSync(`content/scenarios/${name}.json`, 'utf8'));
const outcome = read('mariadb-max-threads-6');
const end_ns = playableEnd(outcome);

test('the scale is linear, and the axis has room for its end', () => {
  const scale = timeScale(0, axisEnd(end_ns, 0), 800);
  expect(scale.px(end_ns)).toBeGreaterThan(784);
  expect(scale.px(end_ns)).toBeLessThan(800);
  expect(scale.px(2e9) - scale.px(1e9)).toBeCloseTo(scale.px(4e9) - scale.px(3e9));
  expect(scale.between(0, 2e9)).toBe(scale.between(1e9, 3e9));
  // A microsecond in four seconds is visible.
  expect(scale.between(0, 1_000)).toBe(2);
});

test('ticks are round, in one unit', () => {
  expect(ticksOf(0, end_ns, 4)).toEqual([0, 1e9, 2e9, 3e9, 4e9]);
  expect([0, 5e8, 1e9].map((at) => tickWords(at, end_ns))).toEqual(['0 s', '0.5 s', '1 s']);
  expect(tickWords(0, 5e6)).toBe('0 ms');
});

test('eight sleeps burst at their start and at the first answers: a lens states a round time and shows all of it', () => {
  const times = eventTimes([timelineOf(outcome)], end_ns);
  const bursts = burstsOf(times, axisEnd(end_ns, 0) / 780);
  expect(bursts.map(({ from_ns, to_ns }) => [from_ns, to_ns - from_ns])).toEqual([
    [0, 600_000],
    [2e9, 600_000],
  ]);
  for (const { from_ns, first_ns, last_ns, to_ns } of bursts) {
    expect(from_ns).toBeLessThanOrEqual(first_ns);
    expect(last_ns).toBeLessThanOrEqual(to_ns);
  }
  expect(burstAt(bursts, 1e9)).toBe(bursts[0]);
  expect(burstAt(bursts, 3e9)).toBe(bursts[1]);
  // Events at one instant can't be enlarged; events throughout the run are no burst.
  expect(burstsOf([5, 5, 5, 5, 5], 100)).toEqual([]);
  expect(
    burstsOf(
      Array.from({ length: 4_000 }, (_, at) => at),
      2,
    ),
  ).toEqual([]);
});

const asked = (rows: number, head?: string) => ({
  rows,
  head,
  labels: Array.from({ length: rows }, (_, at) => `${at}`),
  area: () => ['queued: 7', 'running: 4'],
});
const lay = (rows: number, height: number, width = 860) =>
  layoutTimeline([asked(rows)], { width, height }, true);

test('each client has a row; with less room there are a few, over the area of all', () => {
  expect(lay(8, 190).blocks[0]).toMatchObject({ rows: 8, area: undefined });
  expect(lay(8, 80).blocks[0]).toMatchObject({ rows: 8 });
  const many = lay(35, 150);
  expect(many.blocks[0]?.rows).toBeGreaterThan(1);
  const { y = 0, height = 0 } = many.blocks[0]?.area ?? {};
  expect(y + height).toBeLessThanOrEqual(150);
  expect(lay(0, 60).blocks[0]).toMatchObject({ rows: 0, area: { y: 30 } });
});

test('a lens appears if the rows are tall and the plot wide, and for at most a twelfth of it', () => {
  const { lens } = lay(8, 190);
  expect(lens?.width).toBeLessThanOrEqual(0.08 * 860);
  expect(lay(8, 190, 390).lens).toBeUndefined();
  expect(lay(8, 70).lens).toBeUndefined();
  expect(lay(60, 190).lens).toBeUndefined();
});

test('two runs are stacked in the same columns, as tall as they need to be', () => {
  const { blocks, gutter } = layoutTimeline(
    [asked(8, 'MariaDB'), asked(8, 'Percona')],
    { width: 860, height: naturalHeight([8, 8]) },
    false,
  );
  expect(blocks[1]?.top).toBeGreaterThan(blocks[0]?.bottom ?? 0);
  expect(blocks[0]?.row).toBeCloseTo(blocks[1]?.row ?? 0);
  expect(gutter).toBeGreaterThan(60);
  expect(naturalHeight([8, 8])).toBeLessThan(260);
});

/** How far to the right any part of it extends. */
const reach = (mark: Mark): number =>
  mark.kind === 'group'
    ? Math.max(0, ...mark.marks.map(reach))
    : mark.kind === 'path'
      ? Math.max(...[...mark.d.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x)))
      : mark.kind === 'rect'
        ? Number(mark.x) + Number(mark.w)
        : 0;

test('the area of all counts them wherever they are, and ends at the handle', () => {
  const scale = timeScale(0, end_ns, 600);
  const area = new Area(timelineOf(outcome), end_ns);
  expect(area.most.places).toBe(8);
  const { at } = runNamed('mariadb-max-threads-6');
  const labels = area.labels(at(1e9), 60);
  expect(labels.map(({ words, layers }) => [words, ...layers])).toEqual([
    ['queued: 2', 'low', 'high'],
    ['on threads: 6', 'sleep'],
  ]);
  for (const share of [0.1, 0.5, 0.77]) {
    const now_ns = share * end_ns;
    expect(reach(area.in(scale, 0, 60)(now_ns))).toBeLessThanOrEqual(scale.px(now_ns) + 0.6);
  }
  // A run without recorded lives: from its averages.
  const dense = runNamed('dense-36-groups');
  const crowd = new Area(timelineOf(dense.outcome), dense.outcome.end_ns);
  expect(crowd.most.places).toBeGreaterThan(40);
  const words = (height: number) =>
    crowd.labels(dense.at(2e9), height).map((one) => one.words.replace(/\d+/, 'N'));
  expect(words(60)).toEqual(['unread: N', 'queued: N', 'running: N']);
  // With less room, the place with the longest queue.
  expect(words(40)).toEqual(['queued: N', 'running: N']);
  expect(words(25)).toEqual(['queued: N']);
});

test('with a latch its queue is drawn, and the answers in steps of a round length', () => {
  const { outcome: latch, at } = runNamed('latch-pile-up-threads');
  const answers = answersOf(latch, latch.end_ns);
  expect(answers?.step_ns).toBe(1e6);
  const before = answers?.counts[10] ?? 0;
  expect(answers?.counts[40] ?? 0).toBeLessThan(before * 0.8);
  const [line] = new Area(timelineOf(latch), latch.end_ns).labels(at(40e6), 100);
  expect(Number(/\d+/.exec(line?.words ?? '')?.[0])).toBeGreaterThan(100);
});
