/**
 * Addresses of the page of STATEs and of each STATE on it, without the reference's text, because verdicts only link to it.
 */

export const STATES_ADDRESS = '/reference/states/';

/** The id of a STATE on that page. */
export const stateId = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
