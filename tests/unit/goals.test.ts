// The goals of a lesson's sandbox can each be reached with its own knobs. The build ensures that none is reached at the
// start.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { holds, readCondition } from '../../web/src/model/measures/measure';
import type { OverrideValue } from '../../web/src/model/run/types';
import { runOf } from '../../web/src/build/runs/engine';
import { knobsOf } from '../../web/src/build/runs/scenarios';

type Settings = Readonly<Record<string, OverrideValue>>;

/** For each goal, in order, settings that reach it. */
const SOLVED: Readonly<Record<string, readonly Settings[]>> = {
  '01-the-cast': [
    { thread_pool_size: 4 },
    { thread_pool_size: 8 },
    { thread_pool_size: 4, clients: 12 },
    { thread_pool_max_threads: 2 },
  ],
  '02-six-threads-eight-sleeps': [
    { gap_us: 1000 },
    { thread_pool_oversubscribe: 7 },
    { thread_pool_oversubscribe: 3 },
    { gap_us: 20 },
    { thread_pool_oversubscribe: 5 },
  ],
  '04-one-lane-is-stuck': [
    { thread_pool_max_threads: 4 },
    { thread_pool_size: 3 },
    { thread_pool_max_threads: 8 },
    { thread_pool_size: 1 },
  ],
  '05-why-it-collapses': [
    { thread_pool_size: 1, stall_us: 0 },
    { thread_pool_size: 24 },
    { thread_pool_size: 24, stall_us: 5000, clients: 8 },
    { thread_pool_size: 8, stall_us: 5000, clients: 128 },
  ],
  '09-the-curves': [
    { innodb_thread_concurrency: 8 },
    { innodb_thread_concurrency: 24 },
    { innodb_thread_concurrency: 4, stall_us: 0 },
    { innodb_thread_concurrency: 8, stall_us: 0, clients: 128 },
  ],
  '06-who-goes-first': [
    { thread_pool_high_prio_mode: 'transactions' },
    { clients: 128 },
    { thread_pool_high_prio_mode: 'transactions', thread_pool_high_prio_tickets: 1 },
    { thread_pool_high_prio_mode: 'transactions', thread_pool_high_prio_tickets: 10 },
  ],
  '10-the-first-pool': [
    { distance_us: 1000 },
    { users: 16, distance_us: 1000 },
    { users: 32, distance_us: 4000 },
    { hand_over_us: 44 },
  ],
  '11-more-cores': [
    { thread_pool_size: 16 },
    { cores: 14 },
    { compute_us: 2000 },
    { thread_pool_size: 1500 },
  ],
  '07-how-large': [
    { thread_pool_size: 16 },
    { thread_pool_size: 64 },
    { thread_pool_size: 64, stall_us: 0 },
    { thread_pool_size: 24, stall_us: 1000 },
  ],
};

function sandboxOf(lesson: string) {
  const text = readFileSync(`content/lessons/en/${lesson}.md`, 'utf8');
  const [, attributes = '', body = ''] = /:::goals\{(.*)\}\n([^]*?)\n:::/.exec(text) ?? [];
  const of = (name: string) => new RegExp(`${name}=("[^"]*"|\\S+)`).exec(attributes)?.[1] ?? '';
  const words = (name: string) => of(name).replaceAll('"', '').split(' ').filter(Boolean);
  const start = words('set').map((one) => {
    const [name = '', value = ''] = one.split('=');
    return [name, Number.isNaN(Number(value)) ? value : Number(value)] as const;
  });
  return {
    json: readFileSync(`content/scenarios/${of('scenario')}.json`, 'utf8'),
    start: Object.fromEntries(start),
    knobs: words('knobs'),
    goals: [...body.matchAll(/\{check="(.*)"\}/g)].map(([, check = '']) => readCondition(check)),
  };
}

test.each(Object.entries(SOLVED))(
  '%s: each goal of the sandbox can be reached',
  (lesson, solved) => {
    const { json, start, knobs, goals } = sandboxOf(lesson);
    expect(solved.length).toBe(goals.length);
    for (const [index, goal] of goals.entries()) {
      const settings = solved[index] ?? {};
      const outcome = runOf(json, { ...start, ...settings });
      expect(holds(goal, outcome), `goal ${index + 1}`).toBe(true);
      for (const { name, stops, min = 0, max = 0 } of knobsOf(outcome, knobs)) {
        const value = settings[name];
        if (value === undefined) continue;
        if (stops.length > 0) expect(stops, name).toContain(value);
        else expect(Number(value) >= min && Number(value) <= max, name).toBe(true);
      }
      expect(knobs).toEqual(expect.arrayContaining(Object.keys(settings)));
    }
  },
);
