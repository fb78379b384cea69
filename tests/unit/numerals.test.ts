import { expect, test } from 'vitest';
import { inDigits } from '../../web/src/model/locales/numerals';

test('numbers as Chinese prose writes them', () => {
  const all: Readonly<Record<string, string>> = {
    三: '3',
    两秒: '2 s',
    十二: '12',
    二十: '20',
    五十: '50',
    '1 毫秒': '1 ms',
    半秒: '0.5 s',
    一次: '1',
    没有: '0',
    '25 s': '25 s',
    '63 %': '63 %',
    很多: '很多',
  };
  for (const [written, digits] of Object.entries(all))
    expect(inDigits(written), written).toBe(digits);
});
