// The list of scenarios, searched for what a reader has.
import { expect, test } from 'vitest';
import { findable } from '../../web/src/build/runs/findable';
import { findScenarios } from '../../web/src/features/scenarios/find';

const { scenarios, sentences } = findable();
const names = (query: string) =>
  findScenarios(scenarios, sentences, query).map(({ scenario }) => scenario.name);
const why = (query: string, name: string) =>
  findScenarios(scenarios, sentences, query).find(({ scenario }) => scenario.name === name)?.why;

test('without a query all of them are there', () => {
  expect(names('  ')).toHaveLength(scenarios.length);
});

test('a part of a variable’s name finds where it is set, and says so', () => {
  expect(names('idle_timeout').length).toBeLessThan(scenarios.length);
  expect(why('max_threads 6', 'mariadb-max-threads-6')).toMatch(/max_threads.*6/);
});

test('an error message finds the runs in which the server writes it', () => {
  const blocked = names('Thread pool blocked');
  expect(blocked).toContain('percona-two-groups');
  expect(blocked).not.toContain('one-thread-eight-sleeps');
  expect(why('could not create additional thread', 'percona-two-groups')).toMatch(/error log/);
});

test('a server’s name finds its own, in upper or lower case', () => {
  expect(names('PERCONA server')).toContain('percona-two-groups');
  expect(names('MySQL 6.0’s pool')).toEqual(names("mysql 6.0's POOL"));
});

test('words that never occur together find nothing', () => {
  expect(names('percona nginx workers sleep')).toEqual([]);
});

test('a sentence found in one run is true of all that share it: it contains no number of one', () => {
  const texts = sentences.filter((text) => !text.includes(' = '));
  expect(texts.filter((text) => /(?<![\w.])\d+ (?:threads|requests|ms)\b/.test(text))).toEqual([]);
});
