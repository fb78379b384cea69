import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrl, printUrl } from '../../web/src/model/link/url';
import { engineOverrides, parseStalls, printStalls } from '../../web/src/model/run/stalls';
import { posterOf } from '../../web/src/build/runs/engine';

test('a list of stalls is the same after writing and reading it', () => {
  const us = fc.integer({ min: 0, max: 1e13 }).map((ns) => ns / 1e3);
  const list = fc.array(fc.record({ at_us: us, for_us: us }), { maxLength: 4 });
  fc.assert(
    fc.property(list, (stalls) => {
      expect(parseStalls(printStalls(stalls))).toEqual(stalls);
    }),
  );
});

test('a stall is readable in a link, and a list for the engine', () => {
  const stalls = printStalls([
    { at_us: 12_345.678, for_us: 5_000 },
    { at_us: 1_200_000, for_us: 200 },
  ]);
  expect(stalls).toBe('5ms@12.345678ms,200us@1.2s');
  const link = printUrl({ overrides: { stalls }, time_ns: 12_345_678, request: undefined });
  const read = parseUrl(new URLSearchParams(link), ['stalls']);
  expect(read.problems).toEqual([]);
  expect(JSON.parse(engineOverrides(read.state.overrides))).toEqual({
    stalls: [
      { at_us: 12_345.678, for_us: 5_000 },
      { at_us: 1_200_000, for_us: 200 },
    ],
  });
});

test.each(['5ms', '5ms@', 'x@1s', '5ms@1s@2s', '5 ms@1s', '-1ms@1s'])(
  '%s is no stall: the engine refuses it with its own message',
  (text) => {
    expect(parseStalls(text)).toBeUndefined();
    expect(JSON.parse(engineOverrides({ stalls: text }))).toEqual({ stalls: text });
  },
);

test('a stall by button leaves the knob of the scenario’s own stall unchanged, in any order', () => {
  const json = readFileSync('content/scenarios/small-server-threads.json', 'utf8');
  const pressed = { stalls: '0us@10ms,5ms@20ms' };
  const orders = [
    { stall_us: 1000, ...pressed },
    { ...pressed, stall_us: 1000 },
  ];
  for (const overrides of orders) {
    const { outcome, frame } = posterOf(json, { overrides, time_ns: 19.9e6 });
    expect(outcome.scenario.stalls).toEqual([
      { at_us: 10_000, for_us: 1000 },
      { at_us: 20_000, for_us: 5000 },
    ]);
    // Until it is pressed nothing differs.
    const before = posterOf(json, { overrides: { stall_us: 1000 }, time_ns: 19.9e6 }).frame;
    expect(before.latch_queue.length).toBeGreaterThan(20);
    expect(frame).toEqual(before);
  }
});
