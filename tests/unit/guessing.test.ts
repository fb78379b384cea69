// The guess before a curve, without a component, under a clock that stands still until told.
import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { Guessing } from '../../web/src/figure/curves/guessing.svelte';
import type { Pair } from '../../web/src/model/benchmarks/benchmark';
import { handClock } from '../clock';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

const measured = [16, 64, 256, 1024].map((clients) => [clients, 5_000]);
const pair = { lines: [{ system: 'thread-pool', measured }] } as unknown as Pair;
function asked(covered = false) {
  const clock = handClock();
  const done: boolean[] = [];
  const given = { pair, draw: 'thread-pool', covered, key: 'guess' } as const;
  const guessing = new Guessing(
    () => given,
    clock,
    (now) => void done.push(now),
  );
  return { guessing, clock, done };
}
const high = { index: 8, value: 1e9 };

test('the lines come after the guess, from left to right, and then the verdict', () => {
  const { guessing, clock, done } = asked();
  expect([guessing.asked, guessing.hidden, guessing.touched]).toEqual([true, true, false]);
  guessing.stroke(high, high);
  expect([guessing.touched, guessing.told]).toEqual([true, undefined]);
  guessing.commit('drawn', false);
  flushSync();
  clock.on(900);
  expect(guessing.drawn).toBeGreaterThan(40);
  expect(guessing.drawn).toBeLessThan(60);
  expect([guessing.told, done]).toEqual([undefined, []]);
  clock.on(1_000);
  expect([guessing.drawn, guessing.hidden, clock.moving(), done]).toEqual([
    undefined,
    false,
    0,
    [true],
  ]);
  expect(guessing.told?.worst).toMatchObject({ high: true });
  guessing.again();
  expect([guessing.asked, guessing.touched, guessing.told]).toEqual([true, false, undefined]);
});

test('for less motion, or without a guess, the lines come at once; this tab remembers them', () => {
  const one = asked();
  one.guessing.stroke(high, high);
  one.guessing.commit('drawn', true);
  expect([one.clock.moving(), one.done]).toEqual([0, [true]]);
  const other = asked();
  other.guessing.recall();
  expect([other.guessing.how, other.done]).toEqual(['drawn', [false]]);
  expect(other.guessing.told).toEqual(one.guessing.told);
  other.guessing.commit('passed', true);
  const third = asked();
  third.guessing.recall();
  expect([third.guessing.how, third.guessing.told]).toEqual(['passed', undefined]);
});

test('while another guess is pending nothing is shown', () => {
  const { guessing } = asked(true);
  guessing.commit('drawn', true);
  expect([guessing.hidden, guessing.told]).toEqual([true, undefined]);
});
