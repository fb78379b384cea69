// Headings break between words, and guesses are answered as Chinese answers them.
import { expect, test } from 'vitest';
import { YES_NO } from '#locale';
import { phrasesOf } from '../../web/src/ui/phrases';

test.each([
  ['thread_pool_oversubscribe 限制的是什么？', ['oversubscribe', '什么']],
  ['服务器卡住了，怎么进去？', ['服务器', '卡住', '怎么', '进去']],
  ['连接池能治好线程池吗？', ['连接池', '线程池']],
  ['谁会发现客户端走了？', ['发现', '客户端']],
  ['如果每隔 1 毫秒来一条？', ['1 毫秒', '如果']],
  ['CPU 明明闲着，数据库为什么让你等', ['数据库', '为什么']],
  ['kick-up 计时器会怎么样？', ['kick-up', '怎么样']],
])('no line of a heading cuts a word: %s', (heading, words) => {
  const pieces = phrasesOf(heading);
  expect(pieces.join('')).toBe(heading);
  expect(pieces.length).toBeGreaterThan(1);
  for (const word of words)
    expect(
      pieces.some((piece) => piece.includes(word)),
      word,
    ).toBe(true);
  for (const piece of pieces) expect(piece).not.toMatch(/^[，。、；：？！）》的了吗]/);
});

test.each([
  ['能，只要 1 毫秒。', ['能', '不能']],
  ['不能：还是 25 s。', ['能', '不能']],
  ['拦不住。还没有语句可以终止', ['拦得住', '拦不住']],
  ['救得了：总共 3 s。', ['救得了', '救不了']],
  ['不会，1,050,000。', ['会', '不会']],
  ['没有，是 1.9 倍。', ['有', '没有']],
  ['是：100 倍以上。', undefined],
])('a guess is answered by the words of its answer: %s', (answer, words) => {
  expect(YES_NO(answer)).toEqual(words);
});
