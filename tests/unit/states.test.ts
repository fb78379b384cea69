/** The page of STATEs: every row of the diagnosis's table has its place and its text, and a pasted STATE leads there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnose, initSync } from '#diagnose/poolscope_wasm.js';
import states from '../../content/reference/states.json';
import { stateGroups, stateNames } from '../../web/src/build/reference/states';
import { statesOf } from '../../web/src/features/diagnose/words';
import type { Diagnosed } from '../../web/src/model/generated/diagnosis';
import { searchIndex } from '../../web/src/build/search';
import { STATES_ADDRESS, stateId } from '../../web/src/model/reference/states';
import { Search } from '../../web/src/model/search/find';
import { anchorOf } from '../../web/src/model/search/words';

test('the page has each STATE once, with its own id', () => {
  const ids = stateGroups().flatMap((group) => group.states.map(({ id }) => id));
  expect(ids).toHaveLength(states.length);
  expect(new Set(ids).size).toBe(states.length);
  expect(stateNames.map(anchorOf).toSorted()).toEqual(ids.toSorted());
});

test.each(['Writing to net', 'Waiting for backup lock', 'User sleep', 'Reading file'])(
  'a pasted %s leads to it',
  (state) => {
    const [first] = new Search(searchIndex()).find(state);
    expect(first?.address).toBe(`${STATES_ADDRESS}#${stateId(state)}`);
  },
);

test('a STATE in a verdict links to its place', () => {
  initSync({ module: readFileSync('wasm-core/pkg-diagnose/poolscope_wasm_bg.wasm') });
  const ids = stateGroups().flatMap((group) => group.states.map(({ id }) => id));
  const folder = 'wasm-core/diagnosis/tests/captures';
  const named = readdirSync(folder)
    .map((name) => `${folder}/${name}/capture-table.txt`)
    .filter(existsSync)
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const { diagnosis } = JSON.parse(diagnose(text, false)) as Diagnosed;
      const facts = diagnosis.troubles.flatMap(({ evidence }) => evidence);
      return [...facts, ...diagnosis.facts].flatMap(statesOf);
    });
  expect(named).toEqual(
    expect.arrayContaining([
      'Waiting for table metadata lock',
      'Waiting for semi-sync ACK from slave',
      'Waiting for someone to free space',
      'Writing to net',
    ]),
  );
  expect(named.filter((state) => !ids.includes(stateId(state)))).toEqual([]);
});
