/** What a language is to the site, besides its texts: a module of these names for each entry of content/languages.json. */
export interface Locale {
  /** As in content/languages.json. */
  readonly CODE: string;
  /** Open Graph's name, where it is not that of English, its default. */
  readonly CARD_LOCALE: string | undefined;

  /** Between the items of a list. */
  readonly LIST: string;
  /** Between parts of a sentence. */
  readonly CLAUSE: string;
  readonly SEMI: string;
  readonly COLON: string;
  readonly STOP: string;
  /** Between sentences. */
  readonly NEXT: string;
  /** After a name that stands before what is said of it. */
  readonly AFTER_NAME: string;
  readonly PERCENT: string;
  /** Between the ends of a range. */
  readonly TO: string;
  /** Brackets, with what stands before them. */
  readonly OPEN: string;
  readonly SHUT: string;
  /** After a number of things that the sentence does not name. */
  readonly MEASURE_WORD: string;
  /** A list of numbers as the judge of captures writes it, and what replaces each in it, in order. */
  readonly JUDGED_LISTS: readonly (readonly [from: string, to: string])[];
  /** Blanks that sentences put together leave, and that are not written. */
  readonly NO_BLANK: RegExp | undefined;
  /** Numbers in words, as digits. */
  readonly inDigits: (text: string) => string;
  /** Whether names that are keys in content (content/names.json) have words of their own. */
  readonly NAMES_IN_WORDS: boolean;

  /** Letters twice as wide as Latin ones. */
  readonly WIDE: RegExp | undefined;
  /** From this character on, letters are as wide as the font is high. */
  readonly SQUARE_FROM: number;
  /** What stays on one line, with the blanks behind it; no line begins with a mark that closes something. */
  readonly PIECE: RegExp;
  /** The fewest letters on the second line of a headline; a line may break within a word. */
  readonly LEAST_ON_LINE: number;

  /** The most letters of a sentence that is a heading, and of two that form one. */
  readonly LONGEST_VERDICT: number;
  readonly ONE_BREATH: number;
  readonly SENTENCE_END: RegExp;
  /** Between sentences, for the search. */
  readonly SENTENCES: RegExp;
  /** The most letters of a sentence in a list of results, and what it is cut with. */
  readonly LONGEST_FOUND: number;
  readonly CUT: readonly [end: RegExp, mark: string];
  /** The script of this language if it has no blanks between words: the search goes by pairs of its letters. */
  readonly UNSPACED: RegExp | undefined;
  /** In that script, words too common to distinguish anything. */
  readonly COMMON_UNSPACED: RegExp;
  /** What no line of a heading begins with: marks that close something, blanks, and what belongs to the word before. */
  readonly TIED: RegExp;
  /** A blank between a number and what it counts, or the word in front of it. */
  readonly COUNTED: RegExp;
  /** What stays on a number's line behind it. */
  readonly BEHIND_NUMBER: RegExp;
  /** The words for yes and no that fit how an answer begins; those of the other questions are in content/words. */
  readonly YES_NO: (answer: string) => readonly [yes: string, no: string] | undefined;
  /** What separates two names in one. */
  readonly BETWEEN_NAMES: RegExp | undefined;
}
