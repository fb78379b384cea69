/** Lists in sentences about a capture. The command line has the same in `words/mod.rs`. */
import { JUDGED_LISTS } from '#locale';

const NUMBERS = /^\d+(?:, \d+)*(?: and \d+|, …)$/;

/** A list of numbers as the judge of captures writes it, as this language writes it; any other value as it is. */
export const listed = (value: string): string =>
  NUMBERS.test(value)
    ? JUDGED_LISTS.reduce((text, [from, to]) => text.replaceAll(from, to), value)
    : value;
