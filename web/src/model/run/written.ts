/** Parses numbers that authors write in prose, and compares them with computed values. */
import { inDigits } from '#locale';

export type Unit = 'ns' | 'count' | 'percent';

/** The result of a measure. A setting may be a string. */
export type Value =
  | { readonly unit: Unit; readonly value: number }
  | { readonly unit: 'word'; readonly value: string };

export interface Written {
  readonly unit: Unit;
  readonly value: number;
  /** One unit in the last decimal that was written. */
  readonly grain: number;
  /** The size of its unit. */
  readonly scale: number;
}

const UNITS: Readonly<Record<string, readonly [Unit, number]>> = {
  '': ['count', 1],
  '×': ['count', 1],
  ns: ['ns', 1],
  µs: ['ns', 1e3],
  us: ['ns', 1e3],
  microsecond: ['ns', 1e3],
  microseconds: ['ns', 1e3],
  ms: ['ns', 1e6],
  millisecond: ['ns', 1e6],
  milliseconds: ['ns', 1e6],
  s: ['ns', 1e9],
  second: ['ns', 1e9],
  seconds: ['ns', 1e9],
  min: ['ns', 60e9],
  minute: ['ns', 60e9],
  minutes: ['ns', 60e9],
  '%': ['percent', 1],
  percent: ['percent', 1],
};

const WORDS: readonly (readonly [number, string])[] = (
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
)
  .split(' ')
  .map((word, value) => [value, word] as const);
const NUMBERS = new Map<string, number>([
  ...WORDS.map(([value, word]) => [word, value] as const),
  ['none', 0],
  ['nobody', 0],
  ['zero', 0],
  ['never', 0],
  ['once', 1],
  ['twice', 2],
  ['a', 1],
  ['an', 1],
  ['half a', 0.5],
]);

/** Matches a number in prose. */
export const WRITTEN_AS =
  'a number ("8", "16,384"), a number word from "no" to "twenty", or either with a unit: ns, µs, ms, s, minutes or %, or a clock ("14:03:10.3")';

/** `4.000 s`, `300 ms`, `16,384`, `six`, `two seconds`, `50 %`, and `14:03:10.3`: ten seconds after a run that begins at 14:03:00. */
export function readWritten(text: string): Written | undefined {
  const plain = inDigits(text)
    .trim()
    .toLowerCase()
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ');
  const clock = /^\d\d:\d\d:(\d\d)(?:\.(\d+))?$/.exec(plain);
  if (clock) {
    const [, whole = '', decimals = ''] = clock;
    const value = Number(`${whole}.${decimals || '0'}`) * 1e9;
    return { unit: 'ns', value, grain: 10 ** -decimals.length * 1e9, scale: 1e9 };
  }
  const digits = /^(-?\d{1,3}(?:,\d{3})+|-?\d+)(?:\.(\d+))?\s*(\S*)$/.exec(plain);
  if (digits) {
    const [, whole = '', decimals = '', unit_text = ''] = digits;
    const unit = UNITS[unit_text];
    if (!unit) return undefined;
    const value = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`);
    const scale = unit[1];
    return { unit: unit[0], value: value * scale, grain: 10 ** -decimals.length * scale, scale };
  }
  const [, word = '', unit_text = ''] = /^(half an?|\S+?)(?:[ -](\S+))?$/.exec(plain) ?? [];
  const number = NUMBERS.get(word.replace(/^half an$/, 'half a'));
  const unit = UNITS[unit_text];
  if (number === undefined || !unit) return undefined;
  // "a" alone is an article, not a number.
  if (/^(a|an|half an?)$/.test(word) && unit_text === '') return undefined;
  const scale = unit[1];
  const grain = Number.isInteger(number) ? scale : scale / 2;
  return { unit: unit[0], value: number * scale, grain, scale };
}

/** "2 s" may round a value, but not hide an error larger than this. */
const MOST_ROUNDED = 0.05;

/**
 * Whether the text states the value, at the precision that it is written with. `to` allows a coarser one, in the text's
 * unit: 39,400 to 100 for 39,412.
 */
export function statesValue(text: string, value: Value, to = 0): boolean {
  if (value.unit === 'word') return text.trim().toLowerCase() === value.value.toLowerCase();
  const written = readWritten(text);
  if (written?.unit !== value.unit) return false;
  const off = Math.abs(written.value - value.value);
  const grain = Math.max(written.grain, to * written.scale);
  // Slightly more than half, because binary fractions can miss a value on the edge.
  return off <= grain * 0.500001 && (off <= MOST_ROUNDED * Math.abs(value.value) || off === 0);
}

/** The value in the text's unit and with its decimals, for a message or a table. */
export function writtenLike(text: string, value: Value): string {
  if (value.unit === 'word') return value.value;
  const written = readWritten(text);
  if (value.unit !== 'ns') {
    const small = Math.abs(value.value) < 0.1;
    const shown = small
      ? String(Number(value.value.toPrecision(3)))
      : Number(value.value.toFixed(3)).toLocaleString('en-US');
    return value.unit === 'percent' ? `${shown} %` : shown;
  }
  const [unit, factor] =
    written?.unit === 'ns' && written.value < 1e9
      ? (['ms', 1e6] as const)
      : value.value < 1e9 && value.value > -1e9
        ? (['ms', 1e6] as const)
        : (['s', 1e9] as const);
  return `${(value.value / factor).toFixed(3)} ${unit}`;
}
