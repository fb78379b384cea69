// Values that the engine refuses, on every scenario: messages, however many there are for one place.
import { readdirSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { failureOf, type InputError } from '../../web/src/model/run/failure';
import { engineOverrides } from '../../web/src/model/run/stalls';
import { variablesOf, versionsOf } from '../../web/src/model/servers/servers';
import type { OverrideValue, ScenarioFile } from '../../web/src/model/run/types';

const VALUES: readonly OverrideValue[] = [65_536, -1, 'many'];

const MISTAKES = /problem|error|refus|elsewhere/i;

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

function refusals(scenario: string, name: string, value: OverrideValue): readonly InputError[] {
  try {
    new Run(scenario, engineOverrides({ [name]: value })).free();
    return [];
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure.kind === 'engine') throw thrown;
    return failure.errors;
  }
}

test('each refused value of each setting has its message, on every scenario', () => {
  let told = 0;
  for (const file of readdirSync('content/scenarios')) {
    const text = readFileSync(`content/scenarios/${file}`, 'utf8');
    const { server } = JSON.parse(text) as ScenarioFile;
    const version = server.version ?? versionsOf(server.scheduler).at(-1) ?? '';
    const own = variablesOf(server.scheduler, version).map((row) => row.name);
    for (const name of [...own, 'thread_pool_size', 'cores', 'seed', 'until_us']) {
      for (const value of VALUES) {
        const errors = refusals(text, name, value);
        for (const error of errors) {
          expect(error.message, `${file}: ${name}=${value}`).toContain(error.path);
          expect(error.message).toContain(error.allowed);
        }
        told += errors.length;
      }
    }
  }
  expect(told).toBeGreaterThan(1_000);
});

test('a list of messages is keyed by position: two may concern one place, or be equal', () => {
  const keyed: string[] = [];
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.svelte'))) {
    const source = readFileSync(`web/src/${file}`, 'utf8');
    if (!MISTAKES.test(source.replaceAll(/^(?!.*\{#each).*$/gm, ''))) continue;
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const each = node as AST.EachBlock | AST.IfBlock;
      if (each.type === 'EachBlock' && each.key) {
        const of = ({ start, end }: { start?: number; end?: number }) => source.slice(start, end);
        const list = of(each.expression as object);
        if (MISTAKES.test(list)) {
          expect(of(each.key as object), `${file}: ${list}`).toBe(each.index);
          keyed.push(list);
        }
      }
      for (const child of Object.values(node)) visit(child);
    };
    visit(parse(source, { modern: true, filename: file }).fragment);
  }
  expect(keyed.length).toBeGreaterThan(4);
});
