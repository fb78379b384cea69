import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020';
import { csvParse } from 'd3-dsv';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import {
  csv,
  fileName,
  logCsv,
  namedSettings,
  requestsCsv,
  runJson,
  scenarioJson,
  segmentsCsv,
} from '../../web/src/ui/export/exports';
import { heatColour, heatScale, heatSvg, inkOn } from '../../web/src/ui/charts/heat';
import { myCnf } from '../../web/src/features/lab/mycnf';
import { understand } from '../../web/src/features/lab/paste';
import { presentOf } from '../../web/src/features/lab/present';
import { readPaste } from './reading';
import { timelineSvg } from '../../web/src/ui/export/timeline-svg';
import { escapeXml } from '../../web/src/model/words/escape';
import type { Outcome, Overrides, ScenarioFile } from '../../web/src/model/run/types';

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

function outcomeOf(name: string, overrides: Overrides = {}): Outcome {
  const text = readFileSync(`content/scenarios/${name}.json`, 'utf8');
  const run = new Run(text, JSON.stringify(overrides));
  while (!run.advance(100_000));
  const outcome = JSON.parse(run.outcome()) as Outcome;
  run.free();
  return outcome;
}

test('requests, segments and log from the CSV equal those of the run', () => {
  const outcome = outcomeOf('mariadb-max-threads-6');
  const requests = csvParse(requestsCsv(outcome));
  expect(requests.map((row) => Number(row['latency_ns']))).toEqual(
    outcome.lives.map(({ arrive_ns, end_ns }) => (end_ns ?? NaN) - arrive_ns),
  );
  const segments = csvParse(segmentsCsv(outcome));
  expect(segments.length).toBe(outcome.lives.flatMap(({ segments: own }) => own).length);
  const seventh = segments.filter((row) => row['request'] === '7');
  expect(seventh.some((row) => row['why']?.includes('thread_pool_max_threads = 6'))).toBe(true);
  // Segments join without gaps: together they are the life.
  const length = seventh.reduce((sum, row) => sum + Number(row['length_ns']), 0);
  expect(length).toBe(Number(requests[7]?.['latency_ns']));
  const log = csvParse(logCsv(outcome));
  expect(log.length).toBe(outcome.events.length);
  expect(log[0]).toMatchObject({ at_ns: '0', kind: 'request_arrived' });
  expect(JSON.parse(runJson(outcome))).toEqual(outcome);
});

test('cells with commas, quotes and line ends survive', () => {
  const nasty = 'a,"b"\nc';
  expect([
    ...csvParse(
      csv([
        ['x', 'y'],
        [nasty, null],
      ]),
    ),
  ]).toMatchObject([{ x: nasty, y: '' }]);
});

test('an exported scenario fits the schema and gives the same run again', () => {
  const outcome = outcomeOf('percona-oversubscribe-1', { thread_pool_oversubscribe: 3, seed: 9 });
  const text = scenarioJson(outcome.scenario as unknown as ScenarioFile);
  expect(text.split('\n')[1]).toMatch(/^ {2}"\$schema": ".*scenario\.schema\.json",$/);
  const schema = JSON.parse(readFileSync('content/scenario.schema.json', 'utf8')) as object;
  const check = new Ajv({ strict: false, logger: false }).compile(schema);
  expect(check(JSON.parse(text)), JSON.stringify(check.errors)).toBe(true);
  const again = new Run(text, '{}');
  while (!again.advance(100_000));
  expect((JSON.parse(again.outcome()) as Outcome).lives).toEqual(outcome.lives);
});

interface OptionFile {
  readonly section: string;
  readonly values: Readonly<Record<string, string>>;
}
function readOptions(text: string): OptionFile {
  const lines = text.split('\n');
  const values: Record<string, string> = {};
  lines.forEach((line, index) => {
    const found = /^([a-z_]+) = (\S+)$/.exec(line);
    if (!found) return;
    expect(lines[index - 1], `a comment above ${line}`).toMatch(/^# \S/);
    values[found[1] ?? ''] = found[2] ?? '';
  });
  return { section: /^\[(\w+)\]$/m.exec(text)?.[1] ?? '', values };
}

test.each([
  [
    'mariadb-max-threads-6',
    'mariadb',
    {
      thread_handling: 'pool-of-threads',
      thread_pool_size: '1',
      thread_pool_max_threads: '6',
      thread_pool_stall_limit: '500',
      thread_pool_oversubscribe: '1',
    },
  ],
  [
    'percona-oversubscribe-1',
    'mysqld',
    {
      thread_handling: 'pool-of-threads',
      thread_pool_size: '1',
      thread_pool_max_threads: '1000',
      thread_pool_stall_limit: '500',
      thread_pool_oversubscribe: '1',
    },
  ],
  [
    'one-thread-eight-sleeps',
    'mysqld',
    { thread_handling: 'one-thread-per-connection', thread_cache_size: '8' },
  ],
] as const)(
  'the option file of %s has the server’s own names, a comment each',
  (name, section, values) => {
    const outcome = outcomeOf(name, { seed: 77 });
    const text = myCnf(outcome);
    expect(readOptions(text)).toEqual({ section, values });
    // Defaults are commented out, other settings are written, and the seed is left out.
    expect(text).toMatch(/^#wait_timeout = 28800$/m);
    expect(text).toContain('cores = 4');
    expect(text).not.toMatch(/77|seed/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(92);
    // Pasted into the laboratory it changes nothing.
    const pasted = understand(readPaste(text), presentOf(outcome));
    expect(pasted.edits).toEqual([]);
    expect(pasted.server.scheduler).toBe(outcome.scenario.server.scheduler);
    expect(pasted.reading.odd).toEqual([]);
  },
);

test('a file name contains the case and the settings, and is safe on any disk', () => {
  const name = fileName(
    'Six threads, eight sleeps?',
    { thread_pool_max_threads: 8, '/clients/0/count': 12, x: true },
    'requests',
    'csv',
  );
  expect(name).toBe('six-threads-eight-sleeps-max_threads-8-clients-0-count-12-x-on-requests.csv');
  const outcome = outcomeOf('mariadb-max-threads-6', { thread_pool_max_threads: 7 });
  expect(fileName(outcome.scenario.title, namedSettings(outcome, { seed: 2 }), '', 'cnf')).toBe(
    'six-threads-eight-sleeps-max_threads-7-clients-8-seed-2.cnf',
  );
  expect(fileName('../../etc 慢', {}, '', 'cnf')).toBe('etc-慢.cnf');
  expect(fileName('…', {}, 'run', 'json')).toBe('scenario-run.json');
  expect(fileName('a'.repeat(500), {}, '', 'svg').length).toBeLessThan(130);
});

test('the picture of all requests is well-formed and has a bar for each stretch', () => {
  const outcome = outcomeOf('mariadb-max-threads-6');
  const svg = timelineSvg(outcome, 'thread_pool_max_threads = 6 & <more>', () => '#123456');
  const open = [...svg.matchAll(/<(\w+)[^>]*?(\/?)>/g)].filter(([, , closed]) => closed === '');
  const closing = svg.match(/<\/\w+>/g) ?? [];
  expect(open.length).toBe(closing.length);
  expect(svg).toContain('&amp; &lt;more&gt;');
  expect(svg).not.toMatch(/class=|style=|url\(/);
  expect(svg.match(/4\.000 s/g)?.length).toBe(2);
  expect(escapeXml('a\u0000<"&')).toBe('a&lt;&quot;&amp;');
});

test('the picture of all requests states how many of them it draws', () => {
  const eight = outcomeOf('mariadb-max-threads-6');
  const many = Array.from({ length: 400 }, (_, request) => ({
    ...eight.lives.at(request % 8),
    request,
  })) as unknown as typeof eight.lives;
  const svg = (outcome: typeof eight) => timelineSvg(outcome, '', () => '#123456');
  expect(svg(eight)).not.toContain('are drawn');
  expect(svg({ ...eight, lives: many })).toContain('160 of 400 requests are drawn');
  expect(svg({ ...eight, lives: many, not_kept: { lives: 21_181, events: 0 } })).toMatch(
    /160 requests are drawn.* of the first 400; 21,581 came in all/,
  );
});

test('colours of a map run from the least to the greatest, with legible text on them', () => {
  const cells = [1, 10, 100].map((value) => ({ value, text: `${value}`, words: '' }));
  const plain = heatScale([cells], false);
  const log = heatScale([cells], true);
  expect(heatColour(1, plain)).toBe(heatColour(1, log));
  expect(heatColour(10, plain)).not.toBe(heatColour(10, log));
  expect([inkOn(heatColour(1, log)), inkOn(heatColour(100, log))]).toEqual(['#ffffff', '#000000']);
  expect(heatScale([[{ value: 0, text: '', words: '' }]], true).log).toBe(false);
  const svg = heatSvg(
    {
      title: 't',
      columns: ['1', '2', '3'],
      rows: ['a'],
      column_title: 'x',
      row_title: 'y',
      cells: [cells],
      log: true,
      ends: ['1', '100'],
    },
    () => '#ffffff',
  );
  expect(svg.match(/<text[^>]*font-size="12"/g)?.length).toBe(3);
});
