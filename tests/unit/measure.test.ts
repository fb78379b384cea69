import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_TAGS } from '../../web/src/model/run/event-names';
import {
  evaluate,
  holds,
  MeasureError,
  readCondition,
  readMeasure,
  readWritten,
  statesValue,
  writtenLike,
} from '../../web/src/model/measures/measure';
import type { Outcome, Overrides } from '../../web/src/model/run/types';
import { runOf } from '../../web/src/build/runs/engine';

const scenario = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');
const run = (name: string, overrides: Overrides = {}) => runOf(scenario(name), overrides);
const of = (text: string, outcome: Outcome) => evaluate(readMeasure(text), outcome);
const six = run('mariadb-max-threads-6');
const groups = run('mariadb-two-groups');

describe('measures of a run', () => {
  test.each([
    ['latency(7)', 4_000_120_000, 'ns'],
    ['waited(7)', 2_000_120_000, 'ns'],
    ['ended(7) - started(7)', 2_000_000_000, 'ns'],
    ['spent(7, queue) + spent(7, socket)', 2_000_120_000, 'ns'],
    ['fastest', 2_000_020_000, 'ns'],
    ['slowest', 4_000_120_000, 'ns'],
    ['median', 2_000_320_000, 'ns'],
    ['finished', 8, 'count'],
    ['open', 0, 'count'],
    ['answered_by(2.1s)', 6, 'count'],
    ['batches', 2, 'count'],
    ['batch(1).count', 6, 'count'],
    ['batch(2).time', 4_000_020_000, 'ns'],
    ['threads_peak', 6, 'count'],
    ['threads_peak(0)', 6, 'count'],
    ['running_peak(0)', 6, 'count'],
    ['count(thread_refused, max_threads)', 6, 'count'],
    ['setting(thread_pool_max_threads)', 6, 'count'],
    ['setting(thread_pool_stall_limit)', 500_000_000, 'ns'],
    ['setting(clients)', 8, 'count'],
    ['latency(7) / latency(0)', 4_000_120_000 / 2_000_020_000, 'count'],
    ['published(7)', 4_021_920_000, 'ns'],
    ['difference', 21_800_000, 'ns'],
  ] as const)('%s', (text, value, unit) => {
    const found = of(text, six);
    expect(found.unit).toBe(unit);
    expect(found.value).toBeCloseTo(value, 6);
  });

  test('requests by name, connections by group, a log line that was not written', () => {
    expect(of('latency(slow)', groups).value).toBeGreaterThan(25e9);
    expect(of('latency(fast 0)', groups).value).toBe(1_020_000);
    expect(of('group_of(410)', groups).value).toBe(0);
    expect(of('group_of(405)', groups).value).toBe(1);
    expect(of('share(slow, socket)', groups).value).toBeCloseTo(100, 1);
    expect(of('setting(thread_pool_priority)', groups).value).toBe('auto');
    expect(() => of('first(pool_blocked_message)', groups)).toThrow(MeasureError);
    expect(of('count(pool_blocked_message)', groups).value).toBe(0);
  });

  test('a request that still waits counts among the slowest', () => {
    const cut = run('mariadb-max-threads-6', { '/until_us': 3_000_000 });
    expect(of('slowest', cut).value).toBe(3e9);
    expect(() => of('latency(7)', cut)).toThrow('request 7 had no answer');
    expect(of('open', cut).value).toBe(2);
  });

  test('the peak of the pool is that of one moment, over all groups', () => {
    expect(of('threads_peak', groups).value).toBe(
      Number(of('threads_peak(0)', groups).value) + Number(of('threads_peak(1)', groups).value),
    );
    const own = run('one-thread-eight-sleeps');
    expect(of('threads_peak', own).value).toBe(8);
  });
});

describe('conditions', () => {
  test('all parts must be true', () => {
    const goal = readCondition('slowest <= 2.1s and setting(thread_pool_max_threads) <= 8');
    expect(holds(goal, six)).toBe(false);
    expect(holds(goal, run('mariadb-max-threads-6', { thread_pool_max_threads: 8 }))).toBe(true);
    expect(holds(goal, run('mariadb-max-threads-6', { thread_pool_max_threads: 9 }))).toBe(false);
    expect(holds(readCondition("setting(thread_pool_priority) = 'auto'"), six)).toBe(true);
  });

  test('a fact that the run lacks makes a condition false', () => {
    expect(holds(readCondition('latency(99) < 1s'), six)).toBe(false);
    expect(holds(readCondition('first(pool_blocked_message) > 0s'), six)).toBe(false);
  });
});

describe('a malformed one is refused, with what is allowed', () => {
  test.each([
    ['lateness(7)', /no measure "lateness"; allowed: latency\(request\)/],
    ['latency', /latency is written latency\(request\)/],
    ['latency(1,2)', /latency is written/],
    ['latency(7', /expected \)/],
    ['latency()', /empty argument/],
    ['batch(1)', /batch\(number\)\.count or batch\(number\)\.time/],
    ['slowest.count', /slowest has no \.count/],
    ['slowest +', /expected a measure/],
    ['slowest 2', /expected the end/],
    ['answered_by(2)', /like 2\.1s/],
    ['count(thread_made)', /no event "thread_made"; allowed: request_arrived/],
    ['count(thread_refused, luck)', /no thread_refused with "luck"; allowed: max_threads/],
    ['spent(7, bed)', /no place "bed"; allowed: application/],
    ['setting(thread_pool_speed)', /no setting "thread_pool_speed"; allowed: .*thread_pool_size/],
    ['slowest + finished', /ns \+ count means nothing/],
    ['constructor', /no measure/],
  ])('%s', (text, message) => {
    expect(() => of(text, six)).toThrow(message);
  });

  test.each([
    ['slowest', /one of <= >=/],
    ['slowest < 2', /cannot be compared/],
    ['slowest < 2s or open = 0', /expected "and" or the end/],
  ])('%s', (text, message) => {
    expect(() => holds(readCondition(text), six)).toThrow(message);
  });

  test('any text is read or refused, without crashing', () => {
    const words = [
      'latency(',
      '7',
      ')',
      'slowest',
      '<=',
      '2.1s',
      "'",
      'and',
      ',',
      '.',
      '-',
      'batch',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 8 }), (parts) => {
        try {
          holds(readCondition(parts.join(' ')), six);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(MeasureError);
        }
      }),
    );
  });
});

describe('numbers in prose', () => {
  test.each([
    ['4.000 s', 4_000_120_000, true],
    ['4.000 s', 3_999_400_000, false],
    ['four seconds', 4_000_120_000, true],
    ['4 s', 4_300_000_000, false],
    ['2 s', 2_020_000_000, true],
    ['a millisecond', 1_020_000, true],
    ['0.200 ms', 200_400, true],
    ['25 s', 25_001_000_000, true],
    ['half a second', 500_000_000, true],
    ['4.000', 4_000_120_000, false],
  ])('%s against %d ns: %s', (text, value, right) => {
    expect(statesValue(text, { unit: 'ns', value })).toBe(right);
  });

  test('counts, shares and words', () => {
    expect(statesValue('Six', { unit: 'count', value: 6 })).toBe(true);
    expect(statesValue('16,384', { unit: 'count', value: 16384 })).toBe(true);
    expect(statesValue('nobody', { unit: 'count', value: 0 })).toBe(true);
    expect(statesValue('six', { unit: 'ns', value: 6 })).toBe(false);
    expect(statesValue('50 %', { unit: 'percent', value: 50.003 })).toBe(true);
    expect(statesValue('50.0 %', { unit: 'percent', value: 50.06 })).toBe(false);
    expect(statesValue('auto', { unit: 'word', value: 'auto' })).toBe(true);
    for (const text of ['', 'soon', 'a', '4 parsecs', '1.2.3', '12,34', '1,0000']) {
      expect(readWritten(text), text).toBeUndefined();
    }
  });

  test('a computed value is shown in the unit of the text', () => {
    expect(writtenLike('4.000 s', { unit: 'ns', value: 3_999_400_000 })).toBe('3.999 s');
    expect(writtenLike('a millisecond', { unit: 'ns', value: 1_020_000 })).toBe('1.020 ms');
    expect(writtenLike('six', { unit: 'count', value: 6 })).toBe('6');
  });
});

test('every kind of event can be counted', () => {
  expect(Object.keys(EVENT_TAGS)).toContain('pool_blocked_message');
  for (const event of [...six.events, ...groups.events])
    expect(EVENT_TAGS).toHaveProperty(event.kind);
});
