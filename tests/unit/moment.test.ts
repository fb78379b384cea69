import { expect, test } from 'vitest';
import { posterOf } from '../../web/src/build/runs/engine';
import { scenarios } from '../../web/src/build/runs/scenarios';
import { insideOf } from '../../web/src/model/run/series';

test('a crowd opens in mid-run, and never between two bursts', () => {
  let crowds = 0;
  for (const { name, json } of scenarios) {
    const { outcome, frame } = posterOf(json);
    if (!outcome.not_kept) continue;
    crowds += 1;
    const { series } = outcome.metrics;
    const inside = insideOf(series);
    const then = inside[Math.floor(frame.time_ns / series.bucket_ns)] ?? 0;
    expect(then, name).toBeGreaterThan(Math.max(...inside) / 100);
    if (name !== 'head-of-line') expect(frame.time_ns / outcome.end_ns, name).toBeCloseTo(0.6, 1);
  }
  expect(crowds).toBeGreaterThan(20);
});
