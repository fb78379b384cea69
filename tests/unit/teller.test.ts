import { expect, test } from 'vitest';
import { timeTeller } from '../../web/src/features/embed/teller';
import type { FrameNews } from '../../web/src/model/embedding/messages';
import { handClock } from '../clock';

test('a figure’s position is reported at most ten times a second, its last moment always, its end once', () => {
  const clock = handClock();
  const told: FrameNews[] = [];
  const tell = timeTeller((news) => told.push(news), clock);
  const at = (time_ns: number, state = 'playing') => tell({ time_ns, end_ns: 4e9, state });
  at(0);
  expect(told).toHaveLength(1); // at once
  for (let picture = 1; picture <= 60; picture += 1) {
    at(picture * 16e6);
    clock.on(16);
  }
  expect(told.length).toBeLessThanOrEqual(11);
  expect(told.length).toBeGreaterThanOrEqual(9);
  at(4e9, 'ended');
  at(4e9, 'ended');
  clock.on(200);
  expect(told.slice(-2)).toEqual([
    { type: 'time', time_ns: 4e9, end_ns: 4e9, state: 'ended' },
    { type: 'ended' },
  ]);
  const all = told.length;
  clock.on(10_000);
  expect(told).toHaveLength(all); // nothing new, nothing reported
  at(0, 'paused');
  expect(told.at(-1)).toEqual({ type: 'time', time_ns: 0, end_ns: 4e9, state: 'paused' });
});
