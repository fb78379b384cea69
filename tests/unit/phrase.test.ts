import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { posterOf } from '../../web/src/build/runs/engine';
import { partWordsOf } from '../../web/src/ui/views/scene/part-words';
import { sceneSummary } from '../../web/src/ui/views/scene/summary';
import { eventSentence, placeName, whySentence } from '../../web/src/model/words/phrase';
import { SENTENCES } from '../../web/src/model/words/sentences';
import type { Event } from '../../web/src/model/run/types';

const catalogue = JSON.parse(readFileSync('content/words/en.json', 'utf8')) as Record<
  string,
  string
>;
const names = { lives: [{ name: 'first' }, { name: '' }], locks: ['L'] };
const event = (fields: object) => ({ at_ns: 0, step: 1, ...fields }) as Event;

/** The variants' names in Rust: the types are generated, but types cannot be listed at run time. */
function variants(file: string, name: string): string[] {
  const text = readFileSync(`wasm-core/${file}`, 'utf8');
  const body = new RegExp(`pub enum ${name} \\{([\\s\\S]*?)\\n\\}`).exec(text)?.[1] ?? '';
  return [...body.matchAll(/^(?: {4}){1,2}([A-Z]\w*)/gm)].map(([, variant = '']) =>
    variant.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase(),
  );
}

/** What a hand can do: the fields of an act, of which each act has one. */
function deeds(): string[] {
  const text = readFileSync('wasm-core/scenario/src/scenario/acts.rs', 'utf8');
  const body = /pub struct Act [^{]*\{([\s\S]*?)\n {4}\}/.exec(text)?.[1] ?? '';
  return [...body.matchAll(/^ {8}(\w+): Option</gm)].map(([, name = '']) => name);
}

const KINDS_WITH: Record<string, string[]> = {
  queued: variants('scenario/src/reason/lane.rs', 'LaneReason'),
  request_started: variants('scenario/src/reason/lane.rs', 'StartedVia'),
  thread_created: variants('scenario/src/reason/thread.rs', 'Trigger'),
  thread_woken: variants('scenario/src/reason/thread.rs', 'Trigger'),
  thread_refused: variants('scenario/src/reason/thread.rs', 'RefuseReason'),
  thread_idle: variants('scenario/src/reason/thread.rs', 'IdleReason'),
};
const expected = [
  ...variants('steps/src/event.rs', 'EventKind').flatMap((kind) =>
    (KINDS_WITH[kind] ?? ['']).map((tag) => `event_${kind}${tag && `_${tag}`}`),
  ),
  ...variants('scenario/src/reason/wait.rs', 'WaitReason').map((reason) => `why_${reason}`),
  ...variants('scenario/src/reason/wait_kind.rs', 'WaitKind').map((kind) => `wait_${kind}`),
  ...variants('scenario/src/reason/thread.rs', 'Trigger').map((trigger) => `asked_${trigger}`),
  ...variants('scenario/src/reason/lane.rs', 'Lane').map((lane) => `lane_${lane}`),
  ...variants('steps/src/event.rs', 'LogLevel').map((level) => `level_${level}`),
  ...variants('steps/src/life.rs', 'Place').map((place) => `place_${place}`),
  ...deeds().map((deed) => `act_${deed}`),
];

test('every variant of the engine has its sentence, and no sentence is unused', () => {
  expect(Object.keys(SENTENCES).sort()).toEqual(expected.sort());
  const prefix = /^(event|why|wait|asked|lane|level|place|act)_/;
  const listed = Object.keys(SENTENCES).sort();
  expect(
    Object.keys(catalogue)
      .filter((key) => prefix.test(key))
      .sort(),
  ).toEqual(listed);
});

test('a sentence names its request, formats its times and says why', () => {
  const refused = event({
    kind: 'thread_refused',
    group: 0,
    reason: 'throttled',
    threads: 5,
    interval_ns: 50_000_000,
    since_ns: 200_000,
    asked: { trigger: 'wait_began', request: 0 },
  });
  expect(eventSentence(refused, names)).toBe(
    'Refused for now: with 5 threads in the group, 50.000 ms must pass between two creations, and only 0.200 ms did. It was asked for when request first began to wait and left nobody active.',
  );
});

test('words of the engine come from the catalogue', () => {
  const queued = event({
    kind: 'queued',
    request: 1,
    connection: 4,
    group: 0,
    lane: 'low',
    reason: 'autocommit',
  });
  expect(eventSentence(queued, names)).toContain(
    'Request 1 goes to the end of the low-priority queue',
  );
  expect(placeName({ place: 'waiting', wait: 'row_lock' }, names)).toBe('a row lock');
  expect(whySentence({ reason: 'lock_held', lock: 0, holder: 0 }, names)).toBe(
    'Lock L is held by request first.',
  );
});

test('the singular is used for one', () => {
  expect(
    eventSentence(event({ kind: 'poll_returned', group: 0, thread: 2, events: 1 }), names),
  ).toBe('Thread 2, the listener, wakes up with one request.');
});

test('every placeholder of a sentence is filled by its variant', () => {
  for (const [key, text] of Object.entries(catalogue)) {
    expect(text, key).not.toMatch(/\{\s|\s\}|\{\{/);
  }
});

test.each([
  ...['one-queue-16-workers', 'many-queues-16-workers', 'two-choices-16-workers'],
  ...['nginx-workers-16', 'mysql-60-one-mutex', 'windows-injection'],
])('%s is not described with parts of a pool that it lacks', (name) => {
  const json = readFileSync(`content/scenarios/${name}.json`, 'utf8');
  const { outcome, frame } = posterOf(json);
  const { scheduler } = outcome.scenario.server;
  const words = partWordsOf(scheduler);
  const said = [
    ...outcome.events.map((one) => eventSentence(one, outcome)),
    ...outcome.reasons.map((why) => whySentence(why, outcome)),
    ...outcome.lives.flatMap(({ segments }) => segments.map((place) => placeName(place, outcome))),
    words.group(3) + words.longest({ group: 3, count: '2' }),
    sceneSummary(frame, undefined, '', scheduler),
  ];
  expect(said.length).toBeGreaterThan(20);
  const foreign = /(low|high)-priority|nobody listens|thread group|[Gg]roup 3/;
  expect(said.filter((sentence) => foreign.test(sentence))).toEqual([]);
});

test('no catalogue has a name twice, nor one that another has: the last would win unnoticed', () => {
  const of_pages = readdirSync('content/words').filter((file) => !file.startsWith('command.'));
  const names = of_pages.flatMap((file) => {
    const text = readFileSync(`content/words/${file}`, 'utf8');
    return [...text.matchAll(/^ {2}"(\w+)":/gm)].map(([, name = '']) => name);
  });
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
