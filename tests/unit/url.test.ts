import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import urls from '../golden/urls.json';
import { placeIn } from '../../web/src/model/link/place';
import { parseTime, parseUrl, printTime, printUrl } from '../../web/src/model/link/url';

const KNOWN = [
  'thread_pool_max_threads',
  'thread_pool_priority',
  'clients at once',
  '/clients/0/count',
  'clients',
  'seed',
];
const read = (search: string) => parseUrl(new URLSearchParams(search), KNOWN);

test('a link is read as it is written', () => {
  const { state, problems } = read(
    '?v=1&thread_pool_max_threads=8&clients.0.count=12&t=1.2s&r=slow&with=percona',
  );
  expect(problems).toEqual([]);
  expect(state).toEqual({
    overrides: { thread_pool_max_threads: 8, '/clients/0/count': 12 },
    time_ns: 1_200_000_000,
    request: 'slow',
    comparison: { kind: 'server', scheduler: 'percona' },
  });
});

test('what a camera shows comes back from its link', () => {
  const eye = { x: 40, y: 25.5, w: 12.25 };
  const link = printUrl({ overrides: {}, time_ns: undefined, request: undefined, eye });
  expect(link).toBe('?v=1&at=40,25.5,12.25');
  expect(read(link).state.eye).toEqual(eye);
});

test('a fragment is decoded, or empty if that is impossible', () => {
  expect(placeIn('#pitbull.OLTP%20RO')).toBe('pitbull.OLTP RO');
  expect([placeIn('#%'), placeIn('#'), placeIn('')]).toEqual(['', '', '']);
});

test('a figure in its author’s state has a bare address', () => {
  expect(
    printUrl({ overrides: {}, time_ns: undefined, request: undefined, comparison: undefined }),
  ).toBe('');
});

test('every state comes back from its link', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 2 ** 32 }),
    fc.boolean(),
    fc.constantFrom('auto', 'high', 'none'),
  );
  const overrides = fc.dictionary(
    fc.constantFrom(...KNOWN.filter((name) => name !== 'seed')),
    value,
  );
  const seed = fc.option(fc.maxSafeNat(), { nil: undefined });
  const time = fc.option(fc.integer({ min: 0, max: 10 ** 15 }), { nil: undefined });
  const chosen = fc.option(fc.oneof(fc.nat(999_999_999), fc.constantFrom('slow', 'a b&c')), {
    nil: undefined,
  });
  const comparison = fc.option(
    fc.oneof(
      fc.constant({ kind: 'before' as const }),
      fc.constantFrom('mariadb' as const, 'percona' as const).map((scheduler) => ({
        kind: 'server' as const,
        scheduler,
      })),
      fc.record({
        kind: fc.constant('fork' as const),
        at_ns: fc.integer({ min: 0, max: 10 ** 15 }),
        values: overrides,
      }),
    ),
    { nil: undefined },
  );
  const all = [overrides, seed, time, chosen, comparison] as const;
  fc.assert(
    fc.property(...all, (changed, seed_value, time_ns, request, compared) => {
      const state = {
        overrides: { ...changed, ...(seed_value === undefined ? {} : { seed: seed_value }) },
        time_ns,
        request,
        comparison: compared,
      };
      expect(read(printUrl(state))).toEqual({ state, problems: [] });
    }),
  );
});

test('times are exact to the nanosecond', () => {
  expect(printTime(1_200_020_000)).toBe('1.20002s');
  fc.assert(fc.property(fc.maxSafeNat(), (ns) => parseTime(printTime(ns)) === ns));
});

test('every form of link ever made opens as it did', () => {
  for (const { address, opens } of urls.forms) {
    const { state, problems } = read(new URL(address, 'https://example.org').search);
    expect(problems, address).toEqual([]);
    expect(JSON.parse(JSON.stringify(state)), address).toEqual({ overrides: {}, ...opens });
  }
});

test('any text is read without an exception', () => {
  fc.assert(fc.property(fc.string(), (text) => read(text).problems.length >= 0));
});

describe('values that do not fit are reported, with those that would', () => {
  test.each([
    ['?v=2&t=1s', { kind: 'bad_version', value: '2', allowed: 'v=1' }],
    ['?t=soon', { kind: 'bad_value', name: 't', value: 'soon', allowed: 'time' }],
    ['?t=-1s', { kind: 'bad_value', name: 't', value: '-1s', allowed: 'time' }],
    ['?t=1.5ns', { kind: 'bad_value', name: 't', value: '1.5ns', allowed: 'time' }],
    ['?t=99999999999s', { kind: 'bad_value', name: 't', value: '99999999999s', allowed: 'time' }],
    ['?r=', { kind: 'bad_value', name: 'r', value: '', allowed: 'request' }],
    ['?at=50,50', { kind: 'bad_value', name: 'at', value: '50,50', allowed: 'eye' }],
    ['?at=50,50,0', { kind: 'bad_value', name: 'at', value: '50,50,0', allowed: 'eye' }],
    ['?at=101,0,5', { kind: 'bad_value', name: 'at', value: '101,0,5', allowed: 'eye' }],
    ['?with=postgres', { kind: 'bad_value', name: 'with', value: 'postgres', allowed: 'with' }],
    ['?with=before&fork=1s', { kind: 'both', value: 'before' }],
    ['?fork.thread_pool_max_threads=8', { kind: 'bad_name' }],
    ['?seed=1.5', { kind: 'bad_value', name: 'seed', value: '1.5', allowed: 'seed' }],
    ['?seed=99999999999999999', { kind: 'bad_value', name: 'seed', allowed: 'seed' }],
    ['?thread_pool=8', { kind: 'bad_name', name: 'thread_pool', value: '8' }],
    ['?seed=1&seed=2', { kind: 'twice', name: 'seed', value: '2' }],
  ])('%s', (search, problem) => {
    expect(read(search).problems).toMatchObject([problem]);
  });

  test('more values than a scenario can have', () => {
    const many = Array.from({ length: 33 }, (_, index) => `name_${index}`);
    const search = new URLSearchParams(many.map((name) => [name, '1']));
    const { state, problems } = parseUrl(search, many);
    expect(problems).toMatchObject([{ kind: 'too_many', value: '33' }]);
    expect(state.overrides).toEqual({});
  });
});

test('tracking parameters of other programs are no mistake', () => {
  expect(read('?utm_source=x&fbclid=y&t=1s').problems).toEqual([]);
});

test('a word instead of a number is left for the engine to refuse', () => {
  expect(read('?thread_pool_max_threads=abc').state.overrides).toEqual({
    thread_pool_max_threads: 'abc',
  });
});
