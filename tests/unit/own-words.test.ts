// Plain words and a writer's own: no sentence of a frame keeps a word of servers, and a label stands in every place.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULTS, readParams } from '../../web/src/model/embedding/params';
import { own, say, speak } from '../../web/src/model/words/own';
import { saying } from '../../web/src/model/embedding/plain';
import { OF_SERVERS, SPOKEN } from '../spoken';

const WORDS = 'content/words';
/** The text between values and choices. */
const pieces = (text: string) => text.split(/\{\w+[#?]?|\||\}/);

const spoken = readdirSync(WORDS)
  .filter((file) => /^(en|narrator|scene|figure)\./.test(file))
  .flatMap((file) => {
    const all = JSON.parse(readFileSync(`${WORDS}/${file}`, 'utf8')) as Record<string, string>;
    return Object.entries(all).filter(([key]) => SPOKEN.test(key));
  });

test('no sentence of a plain frame has a word of servers', () => {
  const plain = saying({ words: 'plain', labels: {} });
  expect(spoken.length).toBeGreaterThan(300);
  const kept = spoken.flatMap(([key, text]) =>
    pieces(text).flatMap((piece) =>
      OF_SERVERS.en.test(plain(piece)) ? [`${key}: ${plain(piece)}`] : [],
    ),
  );
  expect(kept).toEqual([]);
});

test('a writer’s own names stand for the words of servers and for plain ones', () => {
  const labels = { threads: ['Pod', 'Pods'], requests: ['job', 'jobs'] } as const;
  for (const words of ['server', 'plain'] as const) {
    const say = saying({ words, labels });
    expect(say('All six threads; a thread. Threads: 4. One request, two requests.')).toBe(
      'All six Pods; a Pod. Pods: 4. One job, two jobs.',
    );
  }
  // A name that is a word of servers itself stays as it is.
  const own_word = saying({ words: 'plain', labels: { requests: ['thread', 'threads'] } });
  expect(own_word('Two requests on threads')).toBe('Two threads on workers');
});

test('only the words of a message change, never its values', () => {
  speak(saying({ words: 'plain', labels: {} }));
  expect(own`Thread ${'thread 7'} takes it.`).toBe('Worker thread 7 takes it.');
  speak((words) => words);
  expect(say('threads')).toBe('threads');
});

test('names in an address: one word or two, and what is refused is named', () => {
  const target = { kind: 'scenario', names: ['clients'], knobs: 1 } as const;
  const read = (query: string) => readParams(new URLSearchParams(query), target);
  expect(read('words=plain&label.threads=Pod|Pods&label.queue=线').options).toMatchObject({
    words: 'plain',
    labels: { threads: ['Pod', 'Pods'], queue: ['线', '线'] },
  });
  for (const bad of ['', ' Pod', 'a|b|c', '<b>', 'x'.repeat(25), '|Pods', 'a;b'])
    expect(read(`label.threads=${encodeURIComponent(bad)}`)).toMatchObject({
      options: { labels: DEFAULTS.labels },
      problems: [{ kind: 'value', name: 'label.threads', value: bad, allowed: 'label' }],
    });
  const [other] = read('label.pods=Pod').problems;
  expect(other).toMatchObject({ kind: 'name', name: 'label.pods' });
  expect(other?.allowed).toContain('label.threads');
});
