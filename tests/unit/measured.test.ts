// The engine compared with runs of a real server, as content/measured/compared.json has it.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMPARED, measuredFiles, program } from '../../wasm-core/research/measured/record';
import { traceOf } from '../../wasm-core/research/measured/simulate';
import { COMMAND, comparisonsOf, readCompared } from '../../web/src/build/measured/compared';
import {
  decisive,
  disagreements,
  factKey,
  verdictOf,
  type Differences,
} from '../../web/src/build/measured/differences';
import { KINDS, readMeasured } from '../../web/src/build/measured/format';

const text = (name: string) => readFileSync(`content/measured/${name}.json`, 'utf8');
const files = measuredFiles();
const known = JSON.parse(text('differences')) as Differences;
const recorded = readCompared(text('compared'), COMPARED);
const all = comparisonsOf(recorded, files);

test(`is of this engine, these measurements and these rules, else: ${COMMAND}`, () => {
  expect(recorded.inputs['program'], 'the rules in wasm-core/research/measured').toBe(program());
  for (const { file, scenario, trace } of all)
    if (trace !== undefined) expect(trace, scenario.name).toBe(traceOf(file, scenario));
});

test('another measurement is noticed', () => {
  const [file] = files;
  if (!file) throw new Error('no files');
  const other = { ...file, warm_idle_workers: file.warm_idle_workers + 1 };
  expect(() => comparisonsOf(recorded, [other])).toThrow(
    /compared.json is of another mariadb-10.11: npm run research/,
  );
});

test('what matched still matches, and every difference is listed with its reason', () => {
  const count = (verdict: string) => all.filter((one) => verdictOf(one) === verdict).length;
  const findings = all.flatMap((one) => one.findings);
  const facts = decisive(findings);
  const lines = [
    `Against a real server: ${all.length} scenarios, ${count('matched')} matched, ` +
      `${count('differs')} differ, ${count('cannot_fail')} cannot fail, ` +
      `${count('not_expressible')} not expressible; ${facts.filter(({ holds }) => holds).length} of ` +
      `${facts.length} facts hold, and ${findings.length - facts.length} that no other settings fail.`,
    ...known.differences.map(
      ({ scenario, facts: keys, reason, note }) =>
        `  ${scenario}: ${keys.join(', ')}\n    ${known.reasons[reason] ?? ''} ${note ?? ''}`,
    ),
    ...known.not_expressible.map(
      ({ scenario, reason }) => `  ${scenario}: not expressible. ${known.reasons[reason] ?? ''}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  // The results of this run, for the summary of all tests.
  const reports = process.env['POOLSCOPE_REPORTS'];
  if (reports !== undefined) {
    const found = {
      scenarios: all.length,
      matched: count('matched'),
      differs: count('differs'),
      not_expressible: count('not_expressible'),
      facts: facts.length,
      facts_hold: facts.filter(({ holds }) => holds).length,
    };
    writeFileSync(`${reports}/measured.json`, JSON.stringify(found));
  }
  expect(disagreements(known, all)).toEqual([]);
});

test('every scenario is compared with something, and every kind is there', () => {
  for (const { scenario, findings, not_expressible } of all)
    expect(not_expressible ?? findings.length, scenario.name).not.toBe(0);
  const kinds = files.flatMap(({ scenarios }) => scenarios.map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(KINDS));
});

test('a fact counts if it is false under other settings: nearly all do, in each experiment but the yardstick', () => {
  const findings = all.flatMap((one) => one.findings);
  expect(decisive(findings).length / findings.length).toBeGreaterThan(0.8);
  const none = all.filter((one) => verdictOf(one) === 'cannot_fail');
  expect(none.map(({ scenario }) => scenario.kind)).toEqual(['yardstick']);
  const batches = all.find(({ scenario }) => scenario.name === '8-sleep-2-max-6')?.findings;
  const can = (name: string) => batches?.find((one) => factKey(one) === name)?.can_fail;
  // A lower limit makes other batches, and eight sleeps are eight waits under any.
  expect([can('batches'), can('waits SLEEP')]).toEqual([true, false]);
});

test('the list of differences may not change silently', () => {
  const without = { ...known, differences: known.differences.slice(1) };
  expect(disagreements(without, all).join()).toContain('no longer matches');
  const first = known.differences[0];
  if (!first) throw new Error('no differences');
  const more = { ...known, differences: [...known.differences, { ...first, facts: ['batches'] }] };
  expect(disagreements(more, all).join()).toContain('matches now');
  const gone = { ...known, not_expressible: [] };
  expect(disagreements(gone, all).join()).toContain('not listed');
});

describe('the reader refuses', () => {
  const base = JSON.parse(text('mariadb-10.2')) as Record<string, unknown>;
  const scenario = (base['scenarios'] as Record<string, unknown>[])[0] ?? {};
  const refused = (change: Record<string, unknown>) => () =>
    readMeasured(JSON.stringify({ ...base, ...change }), 'file');
  const one = (change: Record<string, unknown>) =>
    refused({ scenarios: [{ ...scenario, ...change }] });

  test.each([
    [
      'another format',
      refused({ format: 'other/1' }),
      /file: format is "other\/1"; allowed: pools/,
    ],
    ['a field that is none', refused({ extra: 1 }), /extra is 1; allowed: only format, id/],
    ['a kind that is none', one({ kind: 'no' }), /scenarios\[0\].kind is "no"; allowed: batches/],
    ['no runs', one({ runs: [] }), /runs is \[\]; allowed: a list of at least 1/],
    [
      'an answer before its question',
      one({ runs: [{ answers: [[0, 9, 2]], births_ms: [] }] }),
      /answers\[0\]\[2\] is 2; allowed: no earlier than 9/,
    ],
    [
      'a client that is not there',
      one({ runs: [{ answers: [[8, 0, 2]], births_ms: [] }] }),
      /answers\[0\]\[0\] is 8; allowed: a client from 0 to 7/,
    ],
    ['a name twice', refused({ scenarios: [scenario, scenario] }), /allowed: each name once/],
    ['what is no JSON', () => readMeasured('{', 'file'), /file: no JSON/],
  ])('%s', (_, read, message) => {
    expect(read).toThrow(message);
  });
});
