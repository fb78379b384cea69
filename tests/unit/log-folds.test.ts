import { expect, test } from 'vitest';
import { folded, type LogEntry } from '../../web/src/ui/views/log-folds';

const told = (text: string, here = -1) =>
  folded(text.split(''), here)
    .map((one: LogEntry) => (one.kind === 'line' ? text[one.at] : `(${one.times})`))
    .join('');

test('a repeat is shown once, with the number of further repeats', () => {
  expect(told('')).toBe('');
  expect(told('abcd')).toBe('abcd');
  expect(told('xaaaaay')).toBe('xa(4)y');
  expect(told('aaa')).toBe('aaa');
  expect(told('prtprtprtprtq')).toBe('prt(3)q');
  // Of two possible repetitions, the shorter one is used.
  expect(told('abababababc')).toBe('ab(4)c');
});

test('the line of the present moment is always shown', () => {
  expect(told('xaaaaaaay', 4)).toBe('xa(2)a(3)y');
  expect(told('prtprtprtprtprt', 7)).toBe('prt(1)prt(2)');
  expect(told('aaaaa', 0)).toBe('a(4)');
  expect(told('aaaaa', 4)).toBe('a(3)a');
  const entries = folded('aaaaaaaa'.split(''), 5);
  expect(entries.some((one) => one.kind === 'line' && one.at === 5)).toBe(true);
});
