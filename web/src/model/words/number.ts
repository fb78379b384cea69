/** Small numbers as words, as a sentence has them. */
import { m } from '#paraglide/messages.js';
import { count } from './format';

/** "no", "one" ... "twelve"; larger ones in digits, and what is no small number as it stands. */
export function numberWord(value: number | string): string {
  const text = String(value);
  const word = /^\d{1,2}$/.test(text) ? m.number_words().split(' ')[Number(text)] : undefined;
  return word ?? (typeof value === 'number' ? count(value) : value);
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
