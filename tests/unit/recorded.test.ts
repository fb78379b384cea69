import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeEngine, record } from '../../web/src/model/engine/recorded';
import type { ClientListener } from '../../web/src/model/engine/client';
import { takeRecorded } from '../../web/src/model/engine/aside';
import { whole } from '../../web/src/model/engine/whole';
import { PLAIN } from '../../web/src/model/engine/packed';
import type { Frame } from '../../web/src/model/run/types';
import { pack } from '../../web/src/build/runs/pack';
import { posterOf } from '../../web/src/build/runs/engine';
import { recordingOf } from '../../web/src/build/runs/recording';

const json = readFileSync('content/scenarios/mariadb-max-threads-6.json', 'utf8');
const packed = pack([recordingOf(json, {}) ?? null]);

/** A figure's engine, the requests to it, and what the figure received. */
function made() {
  const asked: string[] = [];
  const heard: string[] = [];
  let engine: ClientListener | undefined;
  const says = (word: string) => () => void heard.push(word);
  const listener: ClientListener = {
    opened: (outcome, first) => heard.push(`opened ${outcome.steps} ${first.time_ns}`),
    frame: ({ time_ns }) => heard.push(`frame ${time_ns}`),
    instruments: says('instruments'),
    progress: says('progress'),
    failed: says('failed'),
  };
  const port = makeEngine(listener, (hear) => {
    engine = hear;
    return {
      open: (_, overrides) => Promise.resolve(void asked.push(`open ${JSON.stringify(overrides)}`)),
      frame: () => void asked.push('frame'),
      instruments: (time_ns) => void asked.push(`instruments ${time_ns}`),
      reset: () => void asked.push('reset'),
      close: () => void asked.push('close'),
    };
  });
  if (!engine) throw new Error('no engine was made');
  return { port, asked, heard, engine };
}

const { outcome } = recordingOf(json, {}) ?? {};
if (!outcome) throw new Error('not recorded');
const start = { time_ns: 0 } as Frame;
const opened = `opened ${outcome.steps} 0`;

test('the file of a frame has the run of a page’s figure as well, so that it comes once', () => {
  const { first, frame } = posterOf(json);
  const aside = { run: 'one', overrides: {}, of_few: false, frame };
  expect(takeRecorded(aside, undefined)).toBeUndefined();
  expect(takeRecorded(aside, pack([null]))).toBeUndefined();
  expect(takeRecorded(aside, packed)).toBe(JSON.stringify(JSON.parse(json)));
  const made = whole(aside);
  expect(made.outcome).toEqual(JSON.parse(JSON.stringify(outcome)));
  expect(made.first).toEqual(first);
});

test('a recorded run answers at once, and the engine continues with it unnoticed', async () => {
  void record(json, Promise.resolve(packed), Promise.resolve());
  const { port, asked, heard, engine } = made();
  await port.open(json, {}, 5);
  port.frame({ by: 'time', time_ns: 7 });
  port.instruments(9);
  expect(heard.splice(0)).toEqual([opened, 'frame 7']);
  expect(asked.splice(0)).toEqual(['open {}']);
  engine.opened(outcome, start, start);
  expect(heard).toEqual([]);
  port.frame({ by: 'time', time_ns: 8 });
  expect(asked).toEqual(['instruments 9', 'frame']);
});

test('another setting needs the engine, and until it has run the recording stays', async () => {
  void record(json, Promise.resolve(packed), Promise.resolve());
  const { port, asked, heard, engine } = made();
  await port.open(json, {});
  await port.open(json, { thread_pool_size: 3 });
  port.frame({ by: 'step', step: 0 });
  expect(heard.splice(0)).toEqual([opened, 'frame 0']);
  expect(asked.splice(0)).toEqual(['open {}', 'open {"thread_pool_size":3}']);
  engine.opened(outcome, start);
  expect(heard.splice(0)).toEqual([opened]);
  // From here on it has everything: nothing comes from the recording any more.
  await port.open(json, {});
  expect(heard).toEqual([]);
  expect(asked).toEqual(['open {}']);
});

test('without a recording only the engine is asked', async () => {
  void record(json, Promise.resolve([PLAIN]), Promise.resolve());
  const { port, asked, heard, engine } = made();
  await port.open(json, {});
  expect(heard).toEqual([]);
  engine.opened(outcome, start);
  port.frame({ by: 'step', step: 0 });
  expect(heard).toEqual([opened]);
  expect(asked).toEqual(['open {}', 'frame']);
});
