/** Addresses within the reference, from names alone: search and verdicts need them without the reference's text. */

export const OVERVIEW = '/reference/';
export const STATES_ADDRESS = `${OVERVIEW}states/`;

/** The page of a variable, a counter, or a column with its table before it. */
export const addressOf = (kind: string, name: string): string =>
  `${OVERVIEW}${kind}s/${name.toLowerCase().replace('.', '/')}/`;

/** People search for a column with a dot, with a space, or without its table. */
export const spellings = (name: string): readonly string[] =>
  name.includes('.') ? [name.replace('.', ' '), name.replace(/^.*\./, '')] : [];

/** The id of a name on a page that lists many. */
export const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
