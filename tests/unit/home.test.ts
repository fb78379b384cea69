import { describe, expect, test } from 'vitest';
import { runOf } from '../../web/src/build/runs/engine';
import { scenarios } from '../../web/src/build/runs/scenarios';
import { home } from '../../web/src/build/site/home';
import { lastOf, momentAt } from '../../web/src/features/home/opening';

const { opening, choices_ns, sleep_ns } = home();

describe('the run that home opens with', () => {
  test('answers two at a time, while no core has anything to do', () => {
    const seconds = opening.all.map(({ end_ns }) => Math.round(end_ns / 1e8) / 10);
    expect(seconds).toEqual([2, 2, 4, 4, 6, 6, 8, 8]);
    expect([opening.at_once, opening.allowed, opening.cores]).toEqual([2, 1_000, 4]);
    const file = scenarios.find(({ name }) => name === 'percona-oversubscribe-1');
    expect(runOf(file?.json ?? '').metrics.utilisation).toBe(0);
  });

  test('is asked about with one right choice', () => {
    expect(choices_ns.map((ns) => ns / 1e9)).toEqual([2, 4, 8, 16]);
    const right = choices_ns.filter((ns) => Math.abs(ns - lastOf(opening)) < sleep_ns / 100);
    expect(right).toEqual([8e9]);
  });

  test('has each of the eight in one place at each moment, and answers each once', () => {
    const ended: number[] = [];
    let before_ns = -1;
    for (let at_ns = 0; at_ns <= 8.2e9; at_ns += 16e6) {
      const moment = momentAt(opening, at_ns, before_ns);
      before_ns = at_ns;
      ended.push(...moment.ended.map(({ request }) => request));
      const there = [moment.unread, moment.queued, moment.working].flat();
      expect(there.length + ended.length).toBe(opening.all.length);
      expect(moment.working.length).toBeLessThanOrEqual(opening.at_once);
      for (const { progress } of moment.working) expect(progress).toBeLessThanOrEqual(1);
    }
    expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(momentAt(opening, 0, -1).unread).toHaveLength(8);
  });
});
