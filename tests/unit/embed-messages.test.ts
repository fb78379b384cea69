import { expect, test } from 'vitest';
import {
  heightMessages,
  readCommand,
  secretOf,
  signed,
  type Command,
  type FrameNews,
} from '../../web/src/model/embedding/messages';
import { messageRows } from '../../web/src/model/embedding/message-rows';

const from = { source: 'poolscope', v: 1 };

test('a frame signs its messages', () => {
  expect(signed({ type: 'ended' })).toEqual({ ...from, type: 'ended' });
});

test('the documented messages of a page are understood, and there are no others', () => {
  const rows = messageRows().filter(({ by }) => by === 'page');
  const heard = rows.map(({ message }) => readCommand({ ...from, ...JSON.parse(message) }));
  const types = ['play', 'pause', 'seek', 'set', 'act', 'theme', 'visible', 'height'] as const;
  expect(heard.map((one) => one?.type)).toEqual(types);
  expect<Command['type']>(types[0]).toBe('play');
  // The list above is complete: the compiler checks that.
  const all: Readonly<Record<Command['type'], true>> = Object.fromEntries(
    types.map((type) => [type, true]),
  ) as Record<(typeof types)[number], true>;
  expect(Object.keys(all)).toHaveLength(types.length);
  const told: Readonly<Record<FrameNews['type'], true>> = {
    ready: true,
    height: true,
    time: true,
    ended: true,
    pool: true,
  };
  const own = messageRows().filter(({ by }) => by === 'frame');
  expect(own.map(({ message }) => (JSON.parse(message) as FrameNews).type)).toEqual(
    Object.keys(told),
  );
});

test('a height is reported in each dialect', () => {
  expect(heightMessages(412, 'https://a.example/embed/x/')).toEqual([
    { ...from, type: 'height', height: 412 },
    { sentinel: 'amp', type: 'embed-size', height: 412 },
    '{"src":"https://a.example/embed/x/","context":"iframe.resize","height":412}',
  ]);
  expect(heightMessages(412, 'https://a.example/embed/x/#?secret=aB3', 'aB3').at(-1)).toEqual({
    message: 'height',
    value: 412,
    secret: 'aB3',
  });
});

test('WordPress has a secret in the address, and only it is obeyed', () => {
  expect(secretOf('#?secret=aB3')).toBe('aB3');
  for (const other of ['', '#', '#secret=a', '#?secret=', '#?secret=a-b', '#?secret=a&x=1'])
    expect(secretOf(other), other).toBeUndefined();
  const ready = { message: 'ready', secret: 'aB3' };
  expect(readCommand(ready, 'aB3')).toEqual({ type: 'height' });
  expect(readCommand(ready, 'other')).toBeUndefined();
  expect(readCommand({ message: 'ready' })).toBeUndefined();
});

test('the host’s commands are understood', () => {
  expect(readCommand({ ...from, type: 'play' })).toEqual({ type: 'play' });
  expect(readCommand({ ...from, type: 'pause' })).toEqual({ type: 'pause' });
  expect(readCommand({ ...from, type: 'seek', time_ns: 5 })).toEqual({ type: 'seek', time_ns: 5 });
  expect(readCommand({ ...from, type: 'seek', time: '1.2s' })).toEqual({
    type: 'seek',
    time_ns: 1_200_000_000,
  });
  const settings = { thread_pool_size: 4, stall: '1s' };
  expect(readCommand({ ...from, type: 'set', settings })).toEqual({
    type: 'set',
    settings: { thread_pool_size: '4', stall: '1s' },
  });
  expect(readCommand({ ...from, type: 'height' })).toEqual({ type: 'height' });
  expect(readCommand({ ...from, type: 'theme', theme: 'dark' })).toEqual({
    type: 'theme',
    theme: 'dark',
  });
  expect(readCommand({ ...from, type: 'visible', visible: false })).toEqual({
    type: 'visible',
    visible: false,
  });
});

test.each([
  ['another program’s', { type: 'play' }],
  ['another version’s', { source: 'poolscope', v: 2, type: 'play' }],
  ['no object', 'play'],
  ['nothing', null],
  ['an unknown type', { ...from, type: 'stop' }],
  ['a time that is none', { ...from, type: 'seek', time: 'soon' }],
  ['a time before the start', { ...from, type: 'seek', time_ns: -1 }],
  ['a time without end', { ...from, type: 'seek', time_ns: Infinity }],
  ['no time', { ...from, type: 'seek' }],
  ['a theme that there is not', { ...from, type: 'theme', theme: 'blue' }],
  ['settings that are none', { ...from, type: 'set', settings: 'x=1' }],
  [
    'a setting that has no words',
    { ...from, type: 'set', settings: { a: { toString: 1, valueOf: 1 } } },
  ],
  ['words for yes or no', { ...from, type: 'visible', visible: 'yes' }],
])('a message is ignored if it is %s', (_, message) => {
  expect(readCommand(message)).toBeUndefined();
});
