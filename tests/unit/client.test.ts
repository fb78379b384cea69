import { expect, test } from 'vitest';
import { EngineClient, type ClientListener } from '../../web/src/model/engine/client';
import { failureOf } from '../../web/src/model/run/failure';
import { EngineHost, type EngineRun } from '../../web/src/model/engine/host';
import type { EngineLink } from '../../web/src/model/engine/link';
import type { Answer, EngineRequest } from '../../web/src/model/engine/protocol';
import type { Frame, Outcome } from '../../web/src/model/run/types';

const NONE = { lives: [], events: [] } as unknown as Outcome;
const frameAt = (time_ns: number) => ({ time_ns }) as Frame;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

function desk(own: Partial<ClientListener> = {}) {
  const asked: EngineRequest[] = [];
  const heard: string[] = [];
  const link: EngineLink = {
    post: (ask) => asked.push(ask),
    onanswer: () => undefined,
    onbroken: () => undefined,
    close: () => heard.push('closed'),
  };
  const listener: ClientListener = {
    opened: () => heard.push('opened'),
    frame: (frame) => heard.push(`frame ${frame.time_ns}`),
    instruments: () => heard.push('instruments'),
    progress: (time_ns) => heard.push(`progress ${time_ns}`),
    failed: (failure) => heard.push(`failed ${failure.kind}`),
    ...own,
  };
  const client = new EngineClient(listener, () => Promise.resolve(link));
  const answer = (message: Answer) => link.onanswer(message);
  /** Opened at once, as the host does. */
  const opened = async (generation: number) => {
    await client.open('{}', {});
    answer({ type: 'opened', generation, outcome: NONE, first: frameAt(0) });
    expect(heard.splice(0)).toEqual(['opened']);
  };
  const frames = () => asked.flatMap((ask) => (ask.type === 'frame' ? [ask.at] : []));
  return { asked, heard, link, client, answer, opened, frames };
}

const at = (time_ns: number) => ({ by: 'time', time_ns }) as const;

test('one frame is requested at a time; of those requested meanwhile the newest is sent', async () => {
  const { client, answer, opened, frames, heard } = desk();
  await opened(1);
  for (const time of [1, 2, 3, 4]) client.frame(at(time));
  await settled();
  expect(frames()).toEqual([at(1)]);
  answer({ type: 'frame', generation: 1, frame: frameAt(1) });
  await settled();
  expect(frames()).toEqual([at(1), at(4)]);
  answer({ type: 'frame', generation: 1, frame: frameAt(4) });
  await settled();
  expect(frames()).toHaveLength(2);
  expect(heard).toEqual(['frame 1', 'frame 4']);
});

const tables = { status: [], tables: [] };

test('while a run loads the previous one answers, until the new one is open', async () => {
  const { client, answer, asked, opened, frames, heard } = desk();
  client.frame(at(9));
  client.instruments(9);
  await opened(1);
  await client.open('{}', { thread_pool_max_threads: 8 });
  client.frame(at(1));
  client.frame(at(2));
  client.instruments(1);
  await settled();
  expect(asked.map((ask) => `${ask.type} ${ask.generation}`)).toEqual([
    'open 1',
    'open 2',
    'frame 1',
    'instruments 1',
  ]);
  answer({ type: 'instruments', generation: 1, instruments: tables });
  answer({ type: 'progress', generation: 1, time_ns: 5 });
  answer({ type: 'progress', generation: 2, time_ns: 6 });
  answer({ type: 'opened', generation: 2, outcome: NONE, first: frameAt(0) });
  answer({ type: 'frame', generation: 1, frame: frameAt(1) });
  answer({ type: 'instruments', generation: 1, instruments: tables });
  expect(heard).toEqual(['instruments', 'progress 6', 'opened']);
  // Requests for the previous run are not sent for this one, nor does that run's frame delay this one.
  client.frame(at(3));
  await settled();
  expect(frames()).toEqual([at(1), at(3)]);
  expect(asked.at(-1)).toMatchObject({ type: 'frame', generation: 2 });
});

test('after a refusal the previous run continues', async () => {
  const { client, answer, opened, frames, heard } = desk();
  await opened(1);
  client.frame(at(1));
  await client.open('{}', { thread_pool_max_threads: 0 });
  const failure = { kind: 'input', errors: [] } as const;
  answer({ type: 'failed', generation: 1, during: 'open', failure });
  answer({ type: 'failed', generation: 2, during: 'open', failure });
  client.frame(at(2));
  answer({ type: 'frame', generation: 1, frame: frameAt(1) });
  await settled();
  expect(heard).toEqual(['failed input', 'frame 1']);
  expect(frames()).toEqual([at(1), at(2)]);
});

test('a refused frame does not block the next one', async () => {
  const { client, answer, opened, frames } = desk();
  await opened(1);
  client.frame(at(1));
  await settled();
  answer({
    type: 'failed',
    generation: 1,
    during: 'frame',
    failure: { kind: 'engine', message: '' },
  });
  client.frame(at(2));
  await settled();
  expect(frames()).toEqual([at(1), at(2)]);
});

test('a worker that breaks is closed and reported; a later run starts another', async () => {
  const { client, link, heard, asked } = desk();
  await client.open('{}', {});
  link.onbroken('no memory');
  await settled();
  expect(heard).toEqual(['failed engine', 'closed']);
  await client.open('{}', {});
  expect(asked.at(-1)).toMatchObject({ type: 'open', generation: 3 });
});

class FakeRun implements EngineRun {
  freed = false;
  lives: object[] = [];
  #slices: number;
  readonly #end_ns: number;
  constructor(slices: number, end_ns = 9) {
    this.#slices = slices;
    this.#end_ns = end_ns;
  }
  advance() {
    this.#slices -= 1;
    return this.#slices <= 0;
  }
  progress_ns() {
    return 7;
  }
  outcome() {
    return JSON.stringify({ lives: this.lives, events: [{}], end_ns: this.#end_ns });
  }
  summary() {
    return new Float64Array();
  }
  frame(time_ns: number) {
    return frameAt(time_ns);
  }
  frame_at_step(step: number) {
    return { step };
  }
  instruments() {
    return '{"status":[],"tables":[]}';
  }
  free() {
    this.freed = true;
  }
}

function hostDesk(make: (scenario: string) => EngineRun) {
  const posted: Answer[] = [];
  let time = 0;
  const host = new EngineHost({
    load: () => Promise.resolve(make),
    post: (answer) => posted.push(answer),
    rest: settled,
    now: () => (time += 1),
    slice_ms: 2,
  });
  return { host, posted, types: () => posted.map(({ type }) => type) };
}

test('a long run is cut into slices and reports its progress', async () => {
  const { host, types } = hostDesk(() => new FakeRun(9));
  await host.handle({ type: 'open', generation: 1, scenario: '', overrides: '' });
  expect(types().at(-1)).toBe('opened');
  expect(types().filter((type) => type === 'progress').length).toBeGreaterThan(1);
});

test('a run comes with its picture of the requested time, or of its end', async () => {
  const { host, posted } = hostDesk(() => new FakeRun(1, 30));
  const ask = { type: 'open', scenario: '', overrides: '' } as const;
  for (const [generation, time_ns] of [undefined, 20, 50].entries())
    await host.handle({ ...ask, generation, time_ns });
  const opened = posted.filter(({ type }) => type === 'opened');
  expect(opened).toMatchObject([
    { first: frameAt(0), frame: undefined },
    { first: frameAt(0), frame: frameAt(20) },
    { first: frameAt(0), frame: frameAt(30) },
  ]);
});

test('a run of thousands comes in parts that a page can handle, and is complete once it is open', async () => {
  const run = new FakeRun(1);
  run.lives = Array.from({ length: 9_001 }, (_, request) => ({ request }));
  const { host, posted, types } = hostDesk(() => run);
  const opened: Outcome[] = [];
  const { link, client } = desk({ opened: (outcome) => opened.push(outcome) });
  await client.open('{}', {});
  await host.handle({ type: 'open', generation: 1, scenario: '', overrides: '' });
  expect(types()).toEqual(['part', 'part', 'opened']);
  for (const answer of posted) {
    if (answer.type === 'part') expect(answer.lives.length).toBeLessThanOrEqual(4_000);
    link.onanswer(answer);
  }
  expect(opened).toMatchObject([{ lives: run.lives, events: [{}] }]);
});

test('a newer run replaces one that is not done, which is freed', async () => {
  const runs: FakeRun[] = [];
  const { host, posted } = hostDesk(() => {
    const run = new FakeRun(runs.length === 0 ? 1_000 : 1);
    runs.push(run);
    return run;
  });
  const first = host.handle({ type: 'open', generation: 1, scenario: '', overrides: '' });
  await settled();
  await host.handle({ type: 'open', generation: 2, scenario: '', overrides: '' });
  await first;
  expect(runs.map((run) => run.freed)).toEqual([true, false]);
  expect(posted.filter(({ type }) => type === 'opened')).toMatchObject([{ generation: 2 }]);
});

test('a run that is not open yet does not answer, nor does another in its place', async () => {
  const runs = [1, 40].map((slices) => new FakeRun(slices));
  const { host, posted } = hostDesk(() => runs.shift() ?? new FakeRun(1));
  await host.handle({ type: 'open', generation: 1, scenario: '', overrides: '' });
  const second = host.handle({ type: 'open', generation: 2, scenario: '', overrides: '' });
  await settled();
  for (const generation of [1, 2]) {
    await host.handle({ type: 'instruments', generation, time_ns: 3 });
    await host.handle({ type: 'frame', generation, at: at(3) });
  }
  const about = posted.filter(({ type }) => type === 'frame' || type === 'instruments');
  expect(about.map(({ generation }) => generation)).toEqual([1, 1]);
  await second;
});

test('refused input leaves the previous run in place', async () => {
  const refusal = { path: 'server.x', value: '0', allowed: '1 to 2', message: 'no' };
  const { host, posted } = hostDesk((scenario) => {
    if (scenario === 'bad') throw new Error(JSON.stringify({ errors: [refusal] }));
    return new FakeRun(1);
  });
  await host.handle({ type: 'open', generation: 1, scenario: 'good', overrides: '' });
  await host.handle({ type: 'open', generation: 2, scenario: 'bad', overrides: '' });
  await host.handle({ type: 'frame', generation: 2, at: at(2) });
  await host.handle({ type: 'frame', generation: 1, at: at(3) });
  expect(posted.slice(1)).toEqual([
    {
      type: 'failed',
      generation: 2,
      during: 'open',
      failure: { kind: 'input', errors: [refusal] },
    },
    { type: 'frame', generation: 1, frame: { time_ns: 3 } },
  ]);
});

test('anything but the engine’s JSON is a failure of the program', () => {
  expect(failureOf(new Error('boom'))).toEqual({ kind: 'engine', message: 'boom' });
  expect(failureOf('{"other":1}')).toEqual({ kind: 'engine', message: '{"other":1}' });
});
