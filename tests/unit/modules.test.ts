// The engine comes as two modules: the choice for a run is made before loading, and no reader notices it.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import * as all from '#wasm/poolscope_wasm.js';
import * as core from '#core/poolscope_wasm.js';
import { failureOf } from '../../web/src/model/run/failure';
import { moduleFor } from '../../web/src/model/engine/modules';
import { SCHEDULERS } from '../../web/src/model/run/families';

beforeAll(() => {
  all.initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
  core.initSync({ module: readFileSync('wasm-core/pkg-core/poolscope_wasm_bg.wasm') });
});

const scenario = (scheduler: string, server: object = {}) =>
  JSON.stringify({
    server: { scheduler, ...server },
    machine: { cores: 2 },
    until_us: 5000,
    requests: [{ connection: 1, at_us: 0, steps: [{ cpu_us: 1000 }] }],
  });

/** The message of a module for a run that it refuses. */
function refusal({ Run }: typeof core | typeof all, text: string, overrides: string) {
  try {
    new Run(text, overrides).free();
    return undefined;
  } catch (thrown) {
    return failureOf(thrown);
  }
}

test('there are schedulers for both', () => {
  const modules = SCHEDULERS.map((name) => moduleFor(scenario(name), '{}'));
  expect(new Set(modules)).toEqual(new Set(['core', 'all']));
});

test.each(SCHEDULERS)('%s goes to the smallest module that has it, however it is set', (name) => {
  expect(refusal(all, scenario(name), '{}')).toBeUndefined();
  const from = scenario(name === 'mariadb' ? 'oracle' : 'mariadb');
  for (const [text, overrides] of [
    [scenario(name), '{}'],
    [from, JSON.stringify({ scheduler: name })],
    [from, JSON.stringify({ '/server/scheduler': name })],
  ] as const) {
    expect(refusal(core, text, overrides) === undefined).toBe(
      moduleFor(text, overrides) === 'core',
    );
  }
});

test.each([
  ['a whole server', '{"/server":{"scheduler":"oracle"}}'],
  ['the same twice', '{"scheduler":"mariadb","/server/scheduler":"oracle"}'],
])('%s, set by its pointer, goes to the module with all', (_, overrides) => {
  expect(moduleFor(scenario('mariadb'), overrides)).toBe('all');
});

test('a page loads what core needs: for every scenario of the site', () => {
  const folder = 'content/scenarios';
  const found = readdirSync(folder).filter((file) => file.endsWith('.json'));
  for (const file of found) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const takes = refusal(core, text, '{}') === undefined;
    expect([file, moduleFor(text, '{}')]).toEqual([file, takes ? 'core' : 'all']);
  }
});

test.each([
  ['what is no JSON', '{', '{}'],
  ['what is no JSON in overrides', scenario('mariadb'), '{'],
  ['an override that nothing has', scenario('mariadb'), '{"/none":0}'],
  ['a scheduler that nobody has', scenario('none'), '{}'],
  ['a value out of range', scenario('mariadb'), '{"thread_pool_size":0}'],
  ["another server's variable", scenario('mariadb'), '{"thread_pool_algorithm":1}'],
])(
  '%s is refused by core without a message, and by the other module with its reasons',
  (_, text, overrides) => {
    expect(refusal(core, text, overrides)).toEqual({ kind: 'input', errors: [] });
    const said = refusal(all, text, overrides);
    expect(said?.kind === 'input' ? said.errors[0]?.message : '').toMatch(/./);
  },
);
