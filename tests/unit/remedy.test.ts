import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verdictOn } from '../../web/src/figure/player/remedy';
import { remediesFor, valuesToTry, type Lever } from '../../web/src/model/servers/levers';
import { posterOf } from '../../web/src/build/runs/engine';
import { partsOf } from '../../web/src/ui/views/life';
import { mostDelayed } from '../../web/src/ui/views/timeline';
import { valueAt } from '../../web/src/model/run/values';

const read = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');

/** What the figure would find for the request that waited longest. */
async function ask(name: string) {
  const json = read(name);
  const { outcome } = posterOf(json);
  const life = mostDelayed(outcome.lives);
  if (!life) throw new Error('nobody waits');
  const [longest] = partsOf(life)
    .filter(({ segment }) => segment.why.reason !== 'in_wait')
    .sort((a, b) => b.total_ns - a.total_ns);
  if (!longest) throw new Error('no wait');
  const remedies = remediesFor(longest.segment.why, outcome.scenario.server);
  const lever = remedies.find((one): one is Lever => one.kind === 'lever');
  if (!lever) return { lever: undefined, verdict: undefined, remedies };
  const verdict = await verdictOn(
    {
      outcome,
      request: life.request,
      lever,
      present: valueAt(outcome, `/server/${lever.field}`),
      waited_ns: longest.total_ns,
    },
    (value) => Promise.resolve(posterOf(json, { overrides: { [lever.variable]: value } }).outcome),
  );
  return { lever, verdict, remedies };
}

describe('the setting behind the longest wait, and a value that really helps', () => {
  test.each([
    ['mariadb-max-threads-6', 'thread_pool_max_threads', 8],
    ['percona-oversubscribe-1', 'thread_pool_oversubscribe', 2],
    ['mariadb-two-groups', 'thread_pool_max_threads', 4],
    ['percona-two-groups', 'thread_pool_max_threads', 4],
  ] as const)('%s: %s = %s', async (name, variable, value) => {
    const { lever, verdict } = await ask(name);
    expect(lever?.variable).toBe(variable);
    expect(verdict).toMatchObject({ kind: 'helps', value });
    if (verdict?.kind !== 'helps' || verdict.before_ns === undefined) return;
    expect(verdict.after_ns).toBeLessThan(verdict.before_ns);
  });
});

test('a value that does not help is not offered', async () => {
  const { outcome } = posterOf(read('mariadb-max-threads-6'));
  const [lever] = remediesFor(
    { reason: 'max_threads', threads: 6, limit: 6 },
    { scheduler: 'mariadb' },
  );
  if (lever?.kind !== 'lever') throw new Error('no lever');
  const question = { outcome, request: 7, lever, present: 6, waited_ns: 2e9 };
  expect(await verdictOn(question, () => Promise.resolve(outcome))).toEqual({
    kind: 'no_help',
    values: [7, 8, 12, 24],
  });
  // Refused values and a reader who has moved on are no answers.
  expect(await verdictOn(question, () => Promise.resolve(undefined))).toMatchObject({
    kind: 'no_help',
  });
  expect(
    await verdictOn(
      question,
      () => Promise.resolve(outcome),
      () => false,
    ),
  ).toBeUndefined();
});

test('if no setting helps, the figure says so, and names the request to ask', () => {
  expect(
    remediesFor({ reason: 'lock_held', lock: 0, holder: 3 }, { scheduler: 'mariadb' }),
  ).toEqual([{ kind: 'lock', holder: 3 }]);
  expect(remediesFor({ reason: 'in_wait' }, { scheduler: 'percona' })).toEqual([{ kind: 'work' }]);
});

test('the servers differ in what moves requests from the high queue', () => {
  const [mariadb] = remediesFor({ reason: 'high_queue_first' }, { scheduler: 'mariadb' });
  const [percona] = remediesFor({ reason: 'high_queue_first' }, { scheduler: 'percona' });
  expect(mariadb).toMatchObject({ variable: 'thread_pool_prio_kickup_timer', direction: 'less' });
  expect(percona).toMatchObject({ variable: 'thread_pool_high_prio_mode', to: 'none' });
});

test('values to try stay within what the server takes', () => {
  const [less] = remediesFor(
    { reason: 'nobody_woken_until_timer', waiting: 1 },
    { scheduler: 'mariadb' },
  );
  if (less?.kind !== 'lever') throw new Error('no lever');
  expect(valuesToTry(less, 500)).toEqual([250, 100, 50]);
  expect(valuesToTry(less, 15)).toEqual([7, 3, 1]);
  const [older] = remediesFor(
    { reason: 'nobody_woken_until_timer', waiting: 1 },
    { scheduler: 'mariadb', version: '10.4' },
  );
  if (older?.kind !== 'lever') throw new Error('no lever');
  expect(valuesToTry(older, 15)).toEqual([]);
});

test('the times that a request spent for one reason are added up, including stretches that the engine had joined', () => {
  const passing = { reason: 'mutex_passing' } as const;
  const taken = { reason: 'all_workers_taken', workers: 4, waiting: 1 } as const;
  const parts = partsOf({
    segments: [
      { place: 'queue', start_ns: 0, end_ns: 90, why: taken, joined: 7 },
      { place: 'queue', start_ns: 90, end_ns: 100, why: passing, joined: 6 },
      { place: 'queue', start_ns: 100, end_ns: 130, why: { ...taken, waiting: 3 } },
    ],
  });
  expect(parts.map(({ segment, total_ns, times }) => [segment.why, total_ns, times])).toEqual([
    [taken, 120, 8],
    [passing, 10, 6],
  ]);
});
