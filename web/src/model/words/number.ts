/** Small numbers as words, for sentences. */
import { m } from '#paraglide/messages.js';
import { count } from './format';

/** "no", "one" ... "twelve"; larger numbers in digits, anything else unchanged. */
export function numberWord(value: number | string): string {
  const text = String(value);
  const word = /^\d{1,2}$/.test(text) ? m.number_words().split(' ')[Number(text)] : undefined;
  return word ?? (typeof value === 'number' ? count(value) : value);
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
