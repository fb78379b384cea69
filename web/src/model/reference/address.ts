/** Addresses within the reference, from names alone: the search needs them without the reference's text. */

export const OVERVIEW = '/reference/';

/** The page of a variable, a counter, or a column with its table before it. */
export const addressOf = (kind: string, name: string): string =>
  `${OVERVIEW}${kind}s/${name.toLowerCase().replace('.', '/')}/`;

/** People search for a column with a dot, with a space, or without its table. */
export const spellings = (name: string): readonly string[] =>
  name.includes('.') ? [name.replace('.', ' '), name.replace(/^.*\./, '')] : [];
