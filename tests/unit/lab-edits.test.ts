import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import schema from '../../content/scenario.schema.json';
import variables from '../../web/src/model/generated/variables.json';
import { begin, push, redo, settle, undo, LONGEST } from '../../web/src/features/lab/history';
import {
  getAt,
  insertAt,
  moveIn,
  parseObject,
  setAt,
  type JsonObject,
} from '../../web/src/model/run/json';
import { atPointer, pointerPart } from '../../web/src/model/run/pointer';
import { applyOverrides, overridesOf, printLink, readLink } from '../../web/src/features/lab/link';
import { LONGEST_LINK, pack, unpack } from '../../web/src/model/link/pack';
import { runnable } from '../../web/src/features/lab/runnable';
import { droppedWords, serverOf, switchServer } from '../../web/src/features/lab/server';
import { fromSchema, fromVariables, settingsOf } from '../../web/src/features/lab/specs';
import { parseUs, printUs, unitOf } from '../../web/src/features/lab/time';
import { numberLabel, stepLabel } from '../../web/src/features/lab/labels';
import {
  BUDGET,
  GIVING_UP,
  newBudget,
  newPatience,
  PATIENCE_NUMBERS,
  PAUSE_FIELDS,
  PAUSES,
  pausing,
  POOL,
  REFUSED,
} from '../../web/src/features/lab/patience';
import { crowdWords, requestWords } from '../../web/src/features/lab/words';
import { STEPS, stepKind, stepOf } from '../../web/src/features/lab/workload';
import { runOf } from '../../web/src/build/runs/engine';
import type { Variable } from '../../web/src/model/run/types';

const specs = [...fromVariables(variables as readonly Variable[]), ...fromSchema(schema)];
const files = readdirSync('content/scenarios')
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(`content/scenarios/${name}`, 'utf8')] as const);
const scenarioOf = (name: string): JsonObject =>
  parseObject(readFileSync(`content/scenarios/${name}.json`, 'utf8')) ?? {};

/** Every step of a scenario, with its pointer. */
function stepsOf(value: unknown, path = ''): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'steps' && Array.isArray(inner)
      ? inner.map((step, index) => [`${path}/steps/${index}`, step] as const)
      : stepsOf(inner, `${path}/${name}`),
  );
}

describe('pointers', () => {
  const root: JsonObject = { a: { b: [1, 2, 3] } };

  test('a value is set without changing the previous scenario', () => {
    expect(setAt(root, '/a/b/1', 9)).toEqual({ a: { b: [1, 9, 3] } });
    expect(root).toEqual({ a: { b: [1, 2, 3] } });
  });
  test('a missing section is created, unless it is not needed', () => {
    expect(setAt(root, '/machine/cores', 4)).toEqual({
      a: { b: [1, 2, 3] },
      machine: { cores: 4 },
    });
    expect(setAt(root, '/machine/cores', undefined)).toBe(root);
  });
  test('names with slashes and tildes can be pointed at, and numbers below them can be swept', () => {
    const names = { 'a/b': { '~1': 1, '~': [{ m: 2 }] } };
    expect(getAt(names, '/a~1b/~01')).toBe(1);
    expect(atPointer(names, '/a~1b/~01')).toBe(1);
    expect(atPointer(names, '/a~1b/~0/0/m')).toBe(2);
    expect(atPointer(names, '/a/b')).toBeUndefined();
    expect(atPointer(names, '')).toBe(names);
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.integer(), (path, value) => {
        const tree = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
        const pointer = path.map((name) => `/${pointerPart(name)}`).join('');
        expect(atPointer(tree, pointer)).toBe(value);
      }),
    );
  });
  test('items are added, moved and taken away', () => {
    expect(getAt(insertAt(root, '/a/b', 1, 7), '/a/b')).toEqual([1, 7, 2, 3]);
    expect(insertAt(root, '/loops', 0, 'x')['loops']).toEqual(['x']);
    expect(getAt(moveIn(root, '/a/b', 0, 2), '/a/b')).toEqual([2, 3, 1]);
    expect(moveIn(root, '/a/b', 0, 3)).toBe(root);
    expect(getAt(setAt(root, '/a/b/0', undefined), '/a/b')).toEqual([2, 3]);
  });
});

describe('history', () => {
  test('any number of edits can be undone and redone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 40 }), (values) => {
        const step = (value: number) => ({ value, words: String(value) });
        let history = begin(-1);
        for (const value of values) history = push(history, step(value));
        const end = history;
        for (let left = values.length; left > 0; left -= 1) history = undo(history);
        expect(history.now.value).toBe(-1);
        expect(undo(history)).toBe(history);
        for (let left = values.length; left > 0; left -= 1) history = redo(history);
        expect(history).toEqual(end);
        expect(redo(history)).toBe(history);
      }),
    );
  });
  test('an edit after an undo forgets what was undone', () => {
    const history = push(undo(push(begin(0), { value: 1, words: '' })), { value: 2, words: '' });
    expect(redo(history)).toBe(history);
    expect(undo(history).now.value).toBe(0);
  });
  test('one movement is one step, the next one another', () => {
    let history = begin(0);
    for (const value of [1, 2, 3]) history = push(history, { value, words: '', mark: '/seed' });
    history = push(settle(history), { value: 4, words: '', mark: '/seed' });
    expect(undo(history).now.value).toBe(3);
    expect(undo(undo(history)).now.value).toBe(0);
  });
  test('the oldest steps are forgotten first', () => {
    let history = begin(0);
    for (let value = 1; value <= LONGEST + 5; value += 1)
      history = push(history, { value, words: '' });
    expect(history.past).toHaveLength(LONGEST);
    expect(history.past[0]?.value).toBe(5);
  });
});

describe('servers', () => {
  const mariadb = setAt(
    setAt(scenarioOf('mariadb-two-groups'), '/server/thread_pool_dedicated_listener', true),
    '/changes',
    [
      { at_us: 5, variable: 'thread_pool_max_threads', value: 4 },
      { at_us: 9, variable: 'thread_pool_priority', value: 'high' },
    ],
  );

  test('what both servers have is carried over, what the new one lacks is listed', () => {
    const { scenario, dropped } = switchServer(mariadb, specs, {
      scheduler: 'percona',
      version: '8.0',
    });
    expect(scenario['server']).toEqual({
      scheduler: 'percona',
      version: '8.0',
      thread_pool_size: 2,
      thread_pool_oversubscribe: 1,
      thread_pool_max_threads: 2,
      thread_pool_stall_limit_ms: 500,
    });
    expect(dropped.map((one) => droppedWords(one, specs))).toEqual([
      'thread_pool_dedicated_listener = ON',
      'SET GLOBAL thread_pool_priority = high',
    ]);
    expect(scenario['changes']).toHaveLength(1);
    expect(scenario['knobs']).toEqual(mariadb['knobs']);
  });
  test('knobs of variables that the server lacks go with them', () => {
    const { scenario, dropped } = switchServer(mariadb, specs, {
      scheduler: 'one-thread-per-connection',
      version: 'any',
    });
    expect(scenario['knobs']).toEqual([]);
    expect(dropped.map((one) => droppedWords(one, specs))).toContain('thread_pool_size = 2');
  });
  test('switching over a server without a pool loses nothing', () => {
    const none = switchServer(mariadb, specs, {
      scheduler: 'one-thread-per-connection',
      version: 'any',
    });
    const straight = switchServer(mariadb, specs, { scheduler: 'percona', version: '8.0' });
    const to = { scheduler: 'percona', version: '8.0' } as const;
    const { scenario, dropped } = switchServer(none.scenario, specs, to, none.dropped);
    expect(scenario['server']).toEqual(straight.scenario['server']);
    expect(scenario['knobs']).toEqual(straight.scenario['knobs']);
    expect(scenario['changes']).toEqual(straight.scenario['changes']);
    expect(dropped.map((one) => droppedWords(one, specs)).sort()).toEqual(
      straight.dropped.map((one) => droppedWords(one, specs)).sort(),
    );
    const home = switchServer(scenario, specs, serverOf(mariadb, specs), dropped);
    expect(home.scenario['server']).toEqual(mariadb['server']);
  });
  test('an older version lacks what came later', () => {
    const { dropped } = switchServer(mariadb, specs, { scheduler: 'mariadb', version: '10.4' });
    expect(dropped.map(({ field }) => field)).toEqual(['thread_pool_dedicated_listener']);
    expect(settingsOf(specs, 'mariadb', '10.4').map(({ name }) => name)).not.toContain(
      'thread_pool_exact_stats',
    );
  });
});

describe('links', () => {
  const two = scenarioOf('mariadb-two-groups');

  test('edits of values are overrides of the scenario, and come back unchanged', () => {
    let edited = setAt(two, '/server/thread_pool_max_threads', 3);
    edited = setAt(edited, '/server/version', '10.4');
    edited = setAt(edited, '/server/thread_pool_oversubscribe', undefined);
    edited = setAt(edited, '/server/thread_pool_priority', 'high');
    edited = setAt(edited, '/requests/0/steps/0/wait_us', 1000);
    edited = setAt(edited, '/start/idle_workers', 2);
    const overrides = overridesOf(specs, two, edited) ?? {};
    const link = printLink('mariadb-two-groups', overrides);
    expect(link).toContain('scenario=mariadb-two-groups&v=1&');
    expect(link).toContain('requests.0.steps.0.wait_us=1000');
    const read = readLink(specs, two, new URLSearchParams(link));
    expect(read.problems).toEqual([]);
    expect(applyOverrides(specs, two, read.overrides)).toEqual(edited);
  });
  test('a change of servers is a short link too', () => {
    const { scenario } = switchServer(two, specs, { scheduler: 'percona', version: '8.0' });
    const overrides = overridesOf(specs, two, scenario);
    expect(overrides).toEqual({ scheduler: 'percona', version: '8.0' });
  });
  test('added or removed parts don’t fit into a short link', () => {
    expect(overridesOf(specs, two, insertAt(two, '/requests', 0, {}))).toBeUndefined();
    expect(overridesOf(specs, two, setAt(two, '/loops', []))).toBeUndefined();
    expect(
      overridesOf(specs, two, setAt(two, '/requests/0/steps/0/wait_us', { uniform: {} })),
    ).toBeUndefined();
  });
  test('names that the scenario does not have are reported', () => {
    const read = readLink(
      specs,
      two,
      new URLSearchParams('?v=1&clients.7.count=3&thread_pool_size=1'),
    );
    expect(read.problems.map(({ kind }) => kind)).toEqual(['bad_name']);
    expect(read.overrides).toEqual({ thread_pool_size: 1 });
  });
  test('every scenario survives being packed into a link', async () => {
    for (const [name, text] of files) {
      const scenario = parseObject(text) ?? {};
      const hash = await pack(scenario);
      expect(hash, name).toMatch(/^#s=1\.[\w-]+$/);
      expect(await unpack(hash ?? ''), name).toEqual({ kind: 'scenario', scenario });
    }
  });
  test('a packed scenario that cannot be read is refused', async () => {
    const whole = (await pack(two)) ?? '';
    const bomb = await pack({ title: 'x'.repeat(900_000) });
    expect(bomb?.length).toBeLessThan(LONGEST_LINK);
    const why = async (hash: string) => {
      const found = await unpack(hash);
      return found.kind === 'refused' ? found.why : found.kind;
    };
    expect(await why(whole.slice(0, -30))).toBe('broken');
    expect(await why('#s=1.%%%')).toBe('broken');
    expect(await why('#s=2.abc')).toBe('version');
    expect(await why(`#s=1.${'A'.repeat(LONGEST_LINK + 1)}`)).toBe('long');
    expect(await why('#content')).toBe('none');
    expect(await pack({ title: 'x'.repeat(1_100_000) })).toBeUndefined();
  });
});

test('what an edit has made untrue does not run: published times and knobs without a place', () => {
  const text = readFileSync('content/scenarios/mariadb-max-threads-6.json', 'utf8');
  const origin = { scenario: parseObject(text) ?? {}, text };
  expect(runnable({ scenario: origin.scenario, origin })).toBe(text);
  const edited = runnable({ scenario: setAt(origin.scenario, '/seed', 2), origin });
  expect(parseObject(edited)?.['published']).toBeUndefined();
  const named = (name: string | undefined, scenario: JsonObject) =>
    parseObject(runnable({ scenario, origin: { ...origin, name } }));
  const changed = setAt(origin.scenario, '/seed', 2);
  expect(origin.scenario['source']).toBeDefined();
  // A changed case is the reader's own: it has none of our sources, and another title.
  expect(named('case', changed)?.['source']).toBeUndefined();
  expect(named('case', changed)?.['title']).toBe('Six threads, eight sleeps (changed)');
  expect(named('case', setAt(changed, '/title', 'Mine'))?.['title']).toBe('Mine');
  expect(named(undefined, changed)?.['title']).toBe(origin.scenario['title']);
  const crowd = { label: 'clients', paths: ['/clients/0/count'] };
  const bare = setAt(setAt(origin.scenario, '/knobs', [crowd]), '/clients', []);
  expect(parseObject(runnable({ scenario: bare, origin }))?.['knobs']).toEqual([]);
});

test('every kind of step that the engine takes has a field of its own', () => {
  const fields = Object.keys(schema.$defs.Step.properties).filter((name) => name !== 'kind');
  expect([...STEPS].sort()).toEqual(fields.sort());
  for (const kind of STEPS) {
    const step = stepOf(kind, undefined);
    expect(stepKind(step)).toBe(kind);
    expect(stepLabel(kind)).toBeTruthy();
    const words = requestWords({ connection: 1, at_us: 0, steps: [step] });
    expect(words, kind).not.toMatch(/undefined|NaN|\?/);
  }
  // None is shown as another one.
  const kinds = new Set<string>();
  for (const [path, step] of stepsOf(scenarioOf('percona-2014-transactions'))) {
    kinds.add(stepKind(step as JsonObject));
    expect(Object.keys(step as object), path).toContain(stepKind(step as JsonObject));
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['latch', 'wait_us', 'commit']));
});

test('everything that the engine knows of a crowd’s patience has a field, and each number a label', () => {
  const { Patience, Backoff, RetryBudget } = schema.$defs;
  const names = (fields: readonly (readonly [string, ...unknown[]])[]) =>
    fields.map(([name]) => name);
  const own = [...GIVING_UP, ...POOL, ...REFUSED, ...PAUSE_FIELDS.fixed];
  const others = ['on_give_up', 'backoff', 'budget', 'one_deadline', 'connection_each'];
  expect([...names(own), ...others].sort()).toEqual(Object.keys(Patience.properties).sort());
  expect(names(PAUSE_FIELDS.jitter)).toEqual(
    Object.keys(Backoff.properties).map((name) => `backoff/${name}`),
  );
  expect(names(BUDGET)).toEqual(Object.keys(RetryBudget.properties));
  const numbers = [Patience, Backoff, RetryBudget].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, one]) => ('minimum' in one ? [name] : [])),
  );
  expect(Object.keys(PATIENCE_NUMBERS).sort()).toEqual(numbers.sort());
  expect(numberLabel('/clients/0/patience/retries', () => 1)).toBe('retries (1000000: for ever)');
  // The wait before a retry is not the wait of a step.
  expect(numberLabel('/clients/0/patience/wait_us', () => 1)).toBe('wait');
});

test('clients that give up: every way to wait before a retry runs', () => {
  const crowd = '/clients/0/patience';
  const made = [newPatience(), setAt(newPatience(), '/budget', newBudget())];
  for (const patience of made)
    for (const kind of PAUSES) {
      const scenario = setAt(scenarioOf('retry-storm'), crowd, pausing(kind, patience));
      const { lives } = runOf(JSON.stringify(setAt(scenario, '/until_us', 8_000_000)));
      expect(lives.some(({ given_up_ns }) => given_up_ns !== undefined)).toBe(true);
    }
  // The engine takes either a wait or a backoff.
  const waiting = { ...newPatience(), wait_us: 5 };
  expect(pausing('jitter', waiting)).not.toHaveProperty('wait_us');
  expect(pausing('fixed', { ...waiting, backoff: {} })).toEqual(newPatience());
  const words = crowdWords({
    count: 2,
    arrivals: { batch: { at_us: 0 } },
    patience: newPatience(),
  });
  expect(words).toContain('gives up after 1 s');
});

test('a name that several servers have means the scenario’s own server: Oracle counts tens of milliseconds', () => {
  const oracle = setAt({ server: {} }, '/server/scheduler', 'oracle');
  const limit = { thread_pool_stall_limit: 10 };
  expect(applyOverrides(specs, oracle, limit)).toEqual({
    server: { scheduler: 'oracle', thread_pool_stall_limit_10ms: 10 },
  });
  const moved = { ...limit, scheduler: 'oracle' };
  expect(getAt(applyOverrides(specs, { server: {} }, moved), '/server')).toEqual({
    scheduler: 'oracle',
    thread_pool_stall_limit_10ms: 10,
  });
  expect(applyOverrides(specs, { server: {} }, limit)).toEqual({
    server: { thread_pool_stall_limit_ms: 10 },
  });
});

test('an unstated version is the newest', () => {
  expect(serverOf({ server: { scheduler: 'mariadb' } }, specs).version).toBe('10.11');
  expect(serverOf({ server: { scheduler: 'percona' } }, specs).version).toBe('8.0');
});

test('times are read in the given unit, and other text is passed on', () => {
  for (const us of [0, 1, 999, 1000, 1500, 2_000_000, 90_000_000, 7_200_000_000])
    expect(parseUs(printUs(us), 'ms')).toBe(us);
  expect(printUs(30_000_000)).toBe('30 s');
  expect(parseUs('20', unitOf('10 ms'))).toBe(20_000);
  expect(parseUs('3', unitOf('2 s'))).toBe(3_000_000);
  expect(parseUs('0.5 us', 'ms')).toBe('0.5 us');
  expect(parseUs('soon', 'ms')).toBe('soon');
  expect(parseUs('-1', 'ms')).toBe('-1');
});

test('every field of machine, start and run has its range and help from the schema', () => {
  const own = specs.filter((spec) => spec.scheduler === '');
  expect(own.map(({ at }) => at)).toEqual(
    expect.arrayContaining([
      '/machine/cores',
      '/start/threads',
      '/seed',
      '/until_us',
      '/budget/steps',
    ]),
  );
  for (const spec of own) expect(spec.help, spec.at).not.toBe('');
});
