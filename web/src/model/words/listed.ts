/** Lists in Chinese. The command line has the same in `words/mod.rs`. */
const NUMBERS = /^\d+(?:, \d+)*(?: and \d+|, …)$/;

/** A list of numbers as the judge of captures writes it, in Chinese; any other value as it is. */
export const listed = (value: string): string =>
  NUMBERS.test(value)
    ? value.replace(', …', '…').replaceAll(', ', '、').replace(' and ', ' 和 ')
    : value;
