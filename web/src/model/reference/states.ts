/** Where the page of STATEs is, and each of them on it. Without the words of the reference: a verdict links to it. */

export const STATES_ADDRESS = '/reference/states/';

/** The place of a STATE on that page. */
export const stateId = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
