// Plain words and a writer's own in Chinese: what tests/unit/own-words.test.ts holds in English.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saying } from '../../web/src/model/embedding/plain';
import { OF_SERVERS, SPOKEN } from '../spoken';

test('no sentence of a plain frame has a word of servers', () => {
  const plain = saying({ words: 'plain', labels: {} });
  const spoken = ['all', 'narrator', 'scene', 'figure'].flatMap((file) => {
    const text = readFileSync(`content/zh/words/${file}.json`, 'utf8');
    const all = JSON.parse(text) as Record<string, readonly [string, string] | string>;
    return Object.entries(all).flatMap(([key, said]) =>
      SPOKEN.test(key) && typeof said !== 'string' ? [[key, said[1]] as const] : [],
    );
  });
  expect(spoken.length).toBeGreaterThan(300);
  const kept = spoken.flatMap(([key, text]) =>
    text
      .split(/\{\w+[#?]?|\||\}/)
      .map(plain)
      .flatMap((piece) => (OF_SERVERS.zh.test(piece) ? [`${key}: ${piece}`] : [])),
  );
  expect(kept).toEqual([]);
});

test('a name of Latin letters has a blank on either side', () => {
  const say = saying({ words: 'plain', labels: { threads: ['Pod', 'Pods'] } });
  expect(say('占着线程等待')).toBe('占着 Pod 等待');
});

test('the blanks that a name of Latin letters had go with it', () => {
  const say = saying({ words: 'plain', labels: {} });
  expect(say('只有 timer 线程会再唤醒一个')).toBe('只有巡查会再唤醒一个');
  expect(say('在 socket 里没人读')).toBe('在门外');
});
