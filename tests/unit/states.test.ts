/** The page of STATEs: every row of the diagnosis's table has its place, its words, and leads from a pasted STATE. */
import { expect, test } from 'vitest';
import states from '../../content/reference/states.json';
import { stateGroups } from '../../web/src/build/reference/states';
import { searchIndex } from '../../web/src/build/search';
import { STATES_ADDRESS } from '../../web/src/model/reference/list';
import { Search } from '../../web/src/model/search/find';

test('each STATE stands on the page once, under a place of its own', () => {
  const ids = stateGroups().flatMap((group) => group.states.map(({ id }) => id));
  expect(ids).toHaveLength(states.length);
  expect(new Set(ids).size).toBe(states.length);
});

test.each(['Writing to net', 'Waiting for backup lock', 'User sleep', 'Reading file'])(
  'a pasted %s leads to it',
  (state) => {
    const [first] = new Search(searchIndex()).find(state);
    expect(first?.entry.address).toBe(STATES_ADDRESS);
  },
);
