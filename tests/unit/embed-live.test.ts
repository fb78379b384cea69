import { describe, expect, test } from 'vitest';
import { sayIn } from '../../web/src/figure/live/words';
import { LIVE_PARAMS, liveLine, LOOK, readLook } from '../../web/src/model/embedding/live-params';
import { readCommand } from '../../web/src/model/embedding/messages';
import { DEEDS, mayDo } from '../../web/src/model/hand/may';
import words from '../../content/words/lab.en.json';
import chinese from '../../content/zh/words/lab.json';

const read = (search: string) => readLook(new URLSearchParams(search));

describe('the address of the living pool', () => {
  test('without parameters has only defaults', () => {
    expect(read('')).toEqual({ look: LOOK, problems: [] });
  });

  test('every parameter is read', () => {
    const { look, problems } = read(
      'threads=3&arrivals=20&work=150ms&seed=9&dare=nobody&do=1.4jP5&words=plain&hands=pour,kill' +
        '&title=Mine&theme=dark&motion=reduced&transparent=1&lang=zh',
    );
    expect(problems).toEqual([]);
    expect(look).toEqual({
      plain: true,
      deeds: ['pour', 'kill'],
      theme: 'dark',
      title: 'Mine',
      calm: true,
      transparent: true,
    });
  });

  test.each([
    ['threads', '0'],
    ['threads', '25'],
    ['arrivals', '-1'],
    ['work', '300'],
    ['work', '4ms'],
    ['seed', 'x'],
    ['dare', 'mine'],
    ['words', 'rude'],
    ['hands', 'pour,fly'],
    ['title', ''],
    ['theme', 'blue'],
  ] as const)('%s=%s is named, and nobody reads it', (name, value) => {
    const search = new URLSearchParams({ [name]: value });
    const { look, problems } = readLook(search);
    const { allowed } = LIVE_PARAMS[name];
    expect(problems).toEqual([{ kind: 'value', name, value, allowed }]);
    expect(look).toEqual(LOOK);
    expect(search.has(name)).toBe(false);
  });

  test('an unknown name is reported with the known ones', () => {
    expect(read('theads=3').problems).toEqual([
      { kind: 'name', name: 'theads', value: '3', allowed: Object.keys(LIVE_PARAMS) },
    ]);
  });

  test('is in a line that survives any title', () => {
    const line = liveLine('https://a.example/', '?words=plain&threads=3', '"<b>');
    expect(line).toContain('src="https://a.example/embed/live/?words=plain&amp;threads=3"');
    expect(line).toContain('title="&quot;&lt;b&gt;"');
  });
});

test('a host page acts as an address is written', () => {
  const from = { source: 'poolscope', v: 1, type: 'act' };
  expect(readCommand({ ...from, do: 'P5' })).toEqual({ type: 'act', do: 'P5' });
  for (const wrong of ['', '5', 'p5', 'P5.1U', 7, undefined])
    expect(readCommand({ ...from, do: wrong })).toBeUndefined();
});

test('a hand does only what the page allows, and sliders are not a hand’s', () => {
  expect(mayDo('H', ['pour'])).toBe(true);
  expect(mayDo('K', ['pour'])).toBe(false);
  expect(mayDo('Q', [])).toBe(true);
  expect(mayDo('D', DEEDS)).toBe(true);
});

describe('plain words', () => {
  const SHOWN =
    /^live_(?!plain|without|work|figure|broken)|^dare_(deaf|nobody|thousand|ever|millisecond|slower)/;
  const PAIRS = (text: string) => text.split('; ').map((pair) => pair.split(' = '));

  test('leave no word of a server', () => {
    const say = sayIn(true);
    const left = Object.entries(words).filter(
      ([key, text]) =>
        SHOWN.test(key) &&
        /thread|unread|request|statement|connection|latch|\bcores?\b|\brow\b/i.test(say(text)),
    );
    expect(left).toEqual([]);
    expect(say('1 of 6 threads sleeps.')).toBe('1 of 6 workers sleeps.');
    expect(sayIn(false)('threads')).toBe('threads');
  });

  test('leave none in Chinese either', () => {
    const all = chinese as unknown as Readonly<Record<string, readonly [string, string]>>;
    const pairs = PAIRS(all['live_plain']?.[1] ?? '');
    const left = Object.entries(all).filter(([key, [, text]]) => {
      const said = pairs.reduce((now, [own = '', other = '']) => now.replaceAll(own, other), text);
      return SHOWN.test(key) && /线程|语句|请求|连接|这一行|未读|闩锁|个核/.test(said);
    });
    expect(left).toEqual([]);
  });
});
