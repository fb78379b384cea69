/** English; what each name is for: `locale.ts`. */
import type { Locale } from './locale';

export const CODE = 'en';
export const CARD_LOCALE: Locale['CARD_LOCALE'] = undefined;

export const LIST = ', ';
export const CLAUSE = ', ';
export const SEMI = '; ';
export const COLON = ': ';
export const STOP = '.';
export const NEXT = ' ';
export const AFTER_NAME = '.';
export const PERCENT = ' %';
export const TO = ' to ';
export const OPEN = ' (';
export const SHUT = ')';
export const MEASURE_WORD = '';
export const JUDGED_LISTS: Locale['JUDGED_LISTS'] = [];
export const NO_BLANK: Locale['NO_BLANK'] = undefined;
export const inDigits: Locale['inDigits'] = (text) => text;
export const NAMES_IN_WORDS: boolean = false;

export const WIDE: Locale['WIDE'] = undefined;
export const SQUARE_FROM = Infinity;
export const PIECE = /[^ ]+ */g;
export const LEAST_ON_LINE = 0;

export const LONGEST_VERDICT = 64;
export const ONE_BREATH = 32;
export const SENTENCE_END = /[.!?](?=\s|$)/;
export const SENTENCES = /(?<=[.?!…])\s+/;
export const LONGEST_FOUND = 180;
export const CUT: Locale['CUT'] = [/[\s,;:]+\S*$/, ' …'];
export const UNSPACED: Locale['UNSPACED'] = undefined;
export const COMMON_UNSPACED: Locale['COMMON_UNSPACED'] = /(?!)/;
export const TIED: Locale['TIED'] = /^[\s,.;:?!)\]%’”]/;
export const COUNTED: Locale['COUNTED'] = /(?!)/g;
export const BEHIND_NUMBER: Locale['BEHIND_NUMBER'] = /^/;
export const YES_NO: Locale['YES_NO'] = () => undefined;
export const BETWEEN_NAMES: Locale['BETWEEN_NAMES'] = undefined;
