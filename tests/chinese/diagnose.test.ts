// The verdict on captures in Chinese: lists and signs as in `poolscope diagnose --lang zh`, which reads the same golden file.
import { expect, test } from 'vitest';
import lists from '../golden/lists-zh.json';
import { cellsOf, idsWords } from '../../web/src/features/diagnose/words';
import { listed } from '../../web/src/model/words/listed';

test.each(lists)(
  'a list is joined in Chinese, anything else stays: %s',
  (value = '', shown = '') => {
    expect(listed(value)).toBe(shown);
  },
);

test('evidence has the signs of Chinese', () => {
  const at = { line: 7, look: 0 };
  const row = { key: '组 0', params: [] };
  const cell = { table: 'THREAD_POOL_GROUPS', row, ...at };
  const words = cellsOf([
    { ...cell, column: 'THREADS', value: '2' },
    { ...cell, column: 'HAS_LISTENER', value: '0' },
    { table: 'error log', row: null, column: '', value: '', line: 9, look: null },
  ]);
  expect(words.map((one) => one.words)).toEqual([
    'THREAD_POOL_GROUPS，组 0：THREADS 2，HAS_LISTENER 0',
    '错误日志',
  ]);
  expect(idsWords([14, 16])).toBe('14、16');
});
