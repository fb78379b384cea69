import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
  read('content/scenario.schema.json'),
);
const files = readdirSync('content/scenarios').filter((file) => file.endsWith('.json'));

test.each(files)('%s conforms to its schema', (file) => {
  const scenario = read(`content/scenarios/${file}`);
  expect(scenario['$schema']).toBe('../scenario.schema.json');
  validate(scenario);
  expect(validate.errors).toBeNull();
});

const server = (fields: object) => ({
  server: { scheduler: 'mariadb', version: '10.11', ...fields },
  until_us: 1000,
  requests: [{ connection: 1, at_us: 0, steps: [{ cpu_us: { exponential: { mean_us: 10 } } }] }],
});

test('a short scenario is allowed', () => {
  expect(validate(server({ thread_pool_oversubscribe: 3 }))).toBe(true);
  expect(validate(server({ thread_pool_priority: 'high' }))).toBe(true);
});

test.each([
  ['a variable of another server', server({ thread_pool_high_prio_mode: 'none' })],
  ['a value out of range', server({ thread_pool_oversubscribe: 0 })],
  ['another word', server({ thread_pool_priority: 'urgent' })],
  ['a version of another server', server({ version: '8.0' })],
  ['an unknown field', { ...server({}), colour: 'red' }],
  ['no server', { until_us: 1000 }],
  ['a negative time', { ...server({}), until_us: -1 }],
])('%s is refused', (_, scenario) => {
  expect(validate(scenario)).toBe(false);
});
