/** What is done in the lab while a scenario is on its way, and where it goes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import schema from '../../content/scenario.schema.json';
import { fromSchema, fromVariables } from '../../web/src/features/lab/specs';
import { LabState, type Origin } from '../../web/src/features/lab/state.svelte';
import variables from '../../web/src/model/generated/variables.json';
import { getAt, parseObject } from '../../web/src/model/run/json';
import type { Variable } from '../../web/src/model/run/types';
import { runNamed } from '../seen';

const specs = [...fromVariables(variables as readonly Variable[]), ...fromSchema(schema)];
const SHOWN = 'mariadb-two-groups';
const ASKED = 'mariadb-max-threads-6';
const MOST = '/server/thread_pool_max_threads';

function originOf(name: string): Origin {
  const text = readFileSync(`content/scenarios/${name}.json`, 'utf8');
  return { name, label: name, scenario: parseObject(text) ?? {}, text };
}
const labOf = (name: string) => new LabState(specs, originOf(name), runNamed(name).outcome);
const most = (lab: LabState) => getAt(lab.scenario, MOST);

test('a press is done to what the page opens with, whenever that arrives', () => {
  const lab = labOf(SHOWN);
  lab.set(MOST, 7, 'most', MOST); // the address is still being read
  lab.settle();
  lab.open(originOf(ASKED), undefined, true);
  lab.set(MOST, 17, 'most', MOST); // it runs
  expect(most(lab)).toBe(17);
  lab.accept(runNamed(ASKED).outcome);
  expect(lab.origin.name).toBe(ASKED);
  expect(most(lab)).toBe(17);
  // The edited scenario is still to be run, and each press is a step.
  expect(lab.due).toBe(true);
  lab.undo();
  expect(most(lab)).toBe(7);
  lab.undo();
  expect(most(lab)).toBe(6);
  expect(lab.undo_words).toBeUndefined();
});

test('a press that was undone meanwhile stays undone', () => {
  const lab = labOf(SHOWN);
  lab.open(originOf(ASKED), undefined, true);
  lab.set(MOST, 7);
  lab.undo();
  lab.accept(runNamed(ASKED).outcome);
  expect(most(lab)).toBe(6);
});

test('all that can be edited is done again: items, servers, and starting over', () => {
  const asked = originOf(ASKED);
  const lab = labOf(SHOWN);
  lab.open(asked, undefined, true);
  lab.insert('/changes', 0, { at_us: 1, variable: 'thread_pool_max_threads', value: 9 }, 'added');
  lab.apply({ edits: [], scheduler: 'percona', label: 'server' });
  lab.accept(runNamed(ASKED).outcome);
  expect(lab.list('/changes')).toHaveLength(1);
  expect(lab.server.scheduler).toBe('percona');
  expect(lab.list('/requests')).toEqual(asked.scenario['requests'] ?? []);
  lab.startOver();
  expect(lab.scenario).toBe(asked.scenario);
});

test('an item that the opened scenario lacks is not made up', () => {
  const lab = labOf(SHOWN);
  lab.open(originOf(ASKED), undefined, true);
  lab.set('/loops/4/connection', 3);
  lab.accept(runNamed(ASKED).outcome);
  expect(lab.scenario).toEqual(originOf(ASKED).scenario);
});

test('what a reader opens is a step: an edit meanwhile is one before it', () => {
  const lab = labOf(SHOWN);
  lab.open(originOf(ASKED));
  lab.set(MOST, 7);
  lab.accept(runNamed(ASKED).outcome);
  expect(most(lab)).toBe(6);
  lab.undo();
  expect(lab.origin.name).toBe(SHOWN);
  expect(most(lab)).toBe(7);
});

test('if the address is refused the edit stays with what is shown', () => {
  const lab = labOf(SHOWN);
  lab.open(originOf(ASKED), undefined, true);
  lab.set(MOST, 7);
  lab.refuse([]);
  expect(lab.origin.name).toBe(SHOWN);
  expect(most(lab)).toBe(7);
});
