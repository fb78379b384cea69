// The grammar of messages (content/words), for pages and the command line: `{count#one thread|{count} threads}` chooses by
// whether a number is 1, `{groups?group|groups}` by whether a list has a single item. The command's reader is cli/src/words.

/** A choice: its parameter, its sign, the words for one, the words for many. */
export const CHOICE = /\{(\w+)([#?])((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;

/** The parameter that has the length of a list. */
const itemsOf = (/** @type {string} */ list) => `${list}_items`;

/**
 * A message as the compiler of messages takes it: one with choices is a table of variants.
 * @param {string} text
 * @returns {string | [{ declarations: string[], selectors: string[], match: Record<string, string> }]}
 */
export function compiled(text) {
  const name = (/** @type {string} */ of, /** @type {string} */ by) =>
    by === '#' ? of : itemsOf(of);
  const selectors = [
    ...new Set([...text.matchAll(CHOICE)].map(([, of = '', by = '']) => name(of, by))),
  ];
  if (selectors.length === 0) return text;
  /** @type {Record<string, string>} */
  const match = {};
  // Those with more ones first: the first variant that fits is taken.
  for (let bits = 2 ** selectors.length - 1; bits >= 0; bits--) {
    const isOne = new Map(selectors.map((one, at) => [one, (bits & (1 << at)) !== 0]));
    const key = selectors.map((one) => `${one}=${isOne.get(one) ? 1 : '*'}`).join(', ');
    match[key] = text.replaceAll(CHOICE, (_, of, by, one, many) =>
      isOne.get(name(of, by)) ? one : many,
    );
  }
  const inputs = new Set([
    ...selectors,
    ...[
      ...Object.values(match)
        .join()
        .matchAll(/\{(\w+)\}/g),
    ].map(([, one = '']) => one),
  ]);
  return [{ declarations: [...inputs].map((one) => `input ${one}`), selectors, match }];
}
