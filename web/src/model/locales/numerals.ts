/** Numbers as Chinese prose writes them. */

const UNITS = [
  ['毫秒', 'ms'],
  ['微秒', 'µs'],
  ['分钟', 'min'],
  ['秒', 's'],
] as const;
const NONE = /^(零|没有|没人|从不)$/;
const DIGITS = '零一二三四五六七八九';

/** 两 is 2, 十二 is 12, 二十 is 20. */
function numberOf(text: string): number | undefined {
  if (NONE.test(text)) return 0;
  const [, tens, ten = '', ones = ''] =
    /^(?:([二三四五六七八九])?(十))?([一二两三四五六七八九])?$/.exec(text) ?? [];
  if (ten + ones === '') return undefined;
  const one = ones === '两' ? 2 : Math.max(0, DIGITS.indexOf(ones || '零'));
  return ten === '' ? one : 10 * (tens === undefined ? 1 : DIGITS.indexOf(tens)) + one;
}

/** The same number in digits with the unit's symbol, as `readWritten` reads it: 两秒 is `2 s`, 三次 is `3`. */
export function inDigits(text: string): string {
  const unit = UNITS.find(([chinese]) => text.endsWith(chinese));
  const rest = (
    unit ? text.slice(0, -unit[0].length) : text.replace(/(?<=[一二两三四五六七八九十])次$/, '')
  ).trim();
  const number = rest === '半' && unit ? 0.5 : numberOf(rest);
  return `${String(number ?? rest)} ${unit?.[1] ?? ''}`.trim();
}
