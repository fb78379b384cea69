// The real runs with clients that give up, and with connection pools: what the file says, and what its reader and its language refuse.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measuredFact } from '../../web/src/build/measured/ask';
import { clientsNamed, figureByRun } from '../../web/src/build/measured/clients-ask';
import { readClients } from '../../web/src/build/measured/clients-format';
import { clientsPage } from '../../web/src/build/measured/clients-page';
import { readMeasured } from '../../web/src/build/measured/format';

const text = (name: string) => readFileSync(`content/measured/${name}.json`, 'utf8');
const file = readClients(text('clients-mariadb-10.11'), 'clients-mariadb-10.11.json');
const older = ['mariadb-10.11', 'mariadb-10.2'].map((name) => readMeasured(text(name), name));
const experiments = { files: older, sysbench: [], clients: [file] };
const fact = (name: string, of: string) => measuredFact(of, name, experiments);
const valueOf = (name: string, of: string) => fact(name, of).value.value;

function runsOf(name: string, figure: string, part?: string) {
  const subject = clientsNamed([file], name);
  if (!subject) throw new Error(`no experiment ${name}`);
  return figureByRun(subject, figure, part);
}

describe('the key run is as its table of 24 November 2026 says', () => {
  // Typed from that table: policy, answers in time per second in the last ten seconds, seconds until it was steady again.
  interface Row {
    readonly policy: string;
    readonly names: readonly string[];
    readonly good: string;
    readonly steady: string;
  }
  const row = (policy: string, names: readonly string[], good: string, steady: string): Row => ({
    policy,
    names,
    good,
    steady,
  });
  const TABLE = [
    row('no retry', ['a8-no-retry'], '34–35', '0'),
    row('one; two; endless', ['a8-one-retry', 'a8-two-retries', 'a8-endless'], '0–0.4', 'never'),
    row('two, 120 s watched', ['a8-two-retries-long'], '0', 'never'),
    row('full-jitter backoff', ['a8-backoff'], '0', 'never'),
    row('timeout 0.3 s', ['a8-timeout-0.3'], '0', 'never'),
    row('timeout 10 s', ['a8-timeout-10'], '34–35', '0'),
    row('15/s', ['a8-15-per-s'], '14–16', '0–4'),
    row('retry budget 10 %', ['a8-budget'], '34–36', '0–2'),
    row('application pool of 100', ['a8-pool-100'], '0', 'never'),
    row('pool of 5, two time limits', ['a8-pool-5'], '34–35', '0'),
    row('pool of 5, one deadline', ['a8-pool-5-one-deadline'], '0', 'never'),
    row('max_connections = 30', ['a8-max-connections-30'], '34–35', '0'),
    row('the same, endless retries', ['a8-max-connections-30-endless'], '34–35', '0'),
    row('rescue: max_threads 40', ['a8-rescue-max-threads'], '34–35', '0–1'),
    row('rescue: max_connections 30', ['a8-rescue-max-connections'], '34–35', '1–3'),
    row('rescue: KILL all once', ['a8-rescue-kill'], '0', 'never'),
  ];
  const range = (values: readonly (number | null)[]) => {
    const known = values.map((value) => value ?? Infinity);
    const ends = [Math.min(...known), Math.max(...known)];
    // As in the table: whole numbers, but from 0 to 1.
    const said = ends.map((end) =>
      end === Infinity ? 'never' : String(end < 1 ? end : Math.round(end)),
    );
    return [...new Set(said)].join('–');
  };

  test.each(TABLE)('$policy', ({ policy, names, good, steady }) => {
    const figure = policy.startsWith('rescue') ? 'steady_after_rescue_s' : 'steady_after_s';
    expect(range(names.flatMap((name) => runsOf(name, 'good_last_10_per_s')))).toBe(good);
    expect(range(names.flatMap((name) => runsOf(name, figure)))).toBe(steady);
    for (const name of names) expect(valueOf(name, 'runs')).toBe(3);
  });

  test('KILL CONNECTION at each timeout: 1.5, 0.2, 37, and one of three came back', () => {
    expect(runsOf('a8-kill-on-timeout', 'good_last_10_per_s')).toEqual([1.5, 0.2, 37]);
    expect(valueOf('a8-kill-on-timeout', 'runs_with(steady_after_s = never)')).toBe(2);
  });
});

test('the other experiments are as written down on that day', () => {
  for (const how of ['close', 'reset', 'kill-query', 'queued-close', 'queued-kill-query'])
    expect(runsOf(`a1-${how}`, 'rows_written'), how).toEqual([1, 1, 1]);
  for (const how of ['kill-connection', 'queued-kill-connection'])
    expect(valueOf(`a1-${how}`, 'runs_with(rows_written = 0 and written_after_s = never)')).toBe(3);
  expect(runsOf('a2-size-2', 'timeouts')).toEqual([39, 39, 39]);
  expect(runsOf('a2-size-4', 'timeouts')).toEqual([13, 13, 13]);
  expect(runsOf('a3-visits', 'processlist_rows')).toEqual([3, 3, 3]);
  expect(runsOf('a3-visits', 'answers', 'second 7')).toEqual([0, 0, 0]);
  expect(runsOf('a4-patient', 'deaf_groups')).toEqual([1, 1, 1]);
  expect(runsOf('a4-retry', 'deaf_groups')).toEqual([4, 4, 4]);
  expect(runsOf('a4-retry', 'updates_done')).toEqual([6, 6, 6]);
  expect(runsOf('a5-sleep', 'gone_after_s')).toEqual([5, 5.1, 5.1]);
  expect(runsOf('a6-commit', 'answered_after_s')).toEqual([8, 8, 8.1]);
  expect(runsOf('a6-idle-timeout-next-door', 'answered_after_s')).toEqual([2.1, 2.2, 2.2]);
  expect(runsOf('b1-lifetimes', 'fullest_group').slice(0, 2)).toEqual([9, 8]);
  expect(runsOf('b4-start-4', 'fewest_groups')).toEqual([3, 3, 3, 2, 4]);
  expect(runsOf('b3-real', 'speed_ratio')).toEqual([1.53, 0.7, 1.67, 1.4]);
  expect(runsOf('b5-pool-96', 'short_p95_ms')).toEqual([216.2, 119.8, 125.8]);
  expect(runsOf('b8-pool-6', 'place_wait_p95_ms')).toEqual([176, 154, 373]);
  expect(runsOf('c1-probe', 'worst_answer_s', 'group 0')).toEqual([7.699, 7.699, 7.699]);
});

describe('the language', () => {
  test('takes the least, the greatest, the middle and one of the runs, with their unit and in words', () => {
    expect(fact('a8-no-retry', 'least(good_last_10_per_s)')).toMatchObject({
      value: { unit: 'count', value: 33.5 },
      words: 'the least of the runs: Answers in time in the last 10 s, per second',
      title: 'After a hang whose cause is gone: No retry',
      path: 'measured/clients/#a8-no-retry',
      server: 'MariaDB 10.11.19',
      settings: 'thread_pool_size = 1, thread_pool_max_threads = 6, max_connections = 2000',
      runs: 3,
    });
    // What is inconclusive says so at each mark, by itself or for its section.
    expect(fact('b3-real', 'runs').caveat).toContain('Inconclusive');
    expect(fact('b5-pool-96', 'runs').caveat).toContain('Inconclusive');
    expect(fact('a6-commit', 'greatest(answered_after_s)').value).toEqual({
      unit: 'ns',
      value: 8.1e9,
    });
    expect(fact('b8-pool-6', 'middle(place_wait_p95_ms)').value).toEqual({
      unit: 'ns',
      value: 176e6,
    });
    expect(fact('c1-probe', 'in_run(2, worst_answer_s, group 1)')).toMatchObject({
      value: { unit: 'ns', value: 3e6 },
      words: 'run 2: Longest wait of a probe that keeps its connection, group 1, s',
    });
    // A pair of middles for an even number of runs.
    expect(valueOf('b3-real', 'middle(speed_ratio)')).toBeCloseTo(1.465, 9);
  });

  test('counts runs by their figures; never is later than any time', () => {
    const runs = (condition: string, name = 'a8-kill-on-timeout') =>
      valueOf(name, `runs_with(${condition})`);
    expect(runs('steady_after_s = never')).toBe(2);
    expect(runs('steady_after_s != never')).toBe(1);
    expect(runs('steady_after_s <= 20s')).toBe(1);
    expect(runs('steady_after_s > 1ms')).toBe(3);
    expect(runs('good_last_10_per_s < 1 and most_connections > 1000')).toBe(1);
  });

  test.each([
    ['a8-none', 'runs', /no experiment "a8-none"; allowed: .*a8-no-retry/],
    [
      'a8-no-retry',
      'answer(1)',
      /no measure "answer"; allowed: runs, runs_with\(figure = value\), l/,
    ],
    ['a8-no-retry', 'least', /least is written least\(figure, \[part\]\)/],
    ['a8-no-retry', 'least(good)', /no figure "good"; allowed: good_last_10_per_s, steady_after_s/],
    ['a8-no-retry', 'least(timeouts, group 0)', /timeouts is one number, without parts/],
    [
      'c1-probe',
      'least(worst_answer_s)',
      /worst_answer_s has no part ""; allowed: group 0, group 1/,
    ],
    ['c1-probe', 'least(worst_answer_s, group 4)', /has no part "group 4"; allowed: group 0/],
    [
      'a8-kill-on-timeout',
      'greatest(steady_after_s)',
      /steady_after_s is "never" in 2 of 3 runs: no one number; runs_with\(steady_after_s = never\)/,
    ],
    ['a8-kill-on-timeout', 'in_run(1, steady_after_s)', /steady_after_s of run 1 is "never"/],
    ['a8-no-retry', 'in_run(4, timeouts)', /a run is a whole number from 1 to 3, not "4"/],
    ['a8-no-retry', 'runs_with(steady_after_s = 0)', /a ns cannot be compared with a count/],
    ['a8-no-retry', 'runs_with(steady = 0s)', /no measure "steady"; allowed: good_last_10_per_s/],
    ['a8-no-retry', 'runs_with(steady_after_s)', /expected one of <= >= < > = !=/],
    ['a8-no-retry', 'least(timeouts) - 1', /one fact of a measured experiment, alone/],
  ])('refuses %s %s', (name, of, message) => {
    expect(() => fact(name, of)).toThrow(message);
  });
});

test('names are those of no other experiment', () => {
  const names = older.flatMap(({ scenarios }) => scenarios.map(({ name }) => name));
  const ours = file.sections.flatMap((one) => one.experiments.map(({ name }) => name));
  expect(ours.filter((name) => names.includes(name))).toEqual([]);
});

test('the page shows each number once if the runs agree, else by run, and settings that differ with the experiment', () => {
  const section = clientsPage(file).sections.find(({ name }) => name === 'after-the-hang');
  const kill = section?.experiments.find(({ name }) => name === 'a8-kill-on-timeout');
  const shown = (title: string) => kill?.values[section?.figures.indexOf(title) ?? -1];
  expect(shown('Answers in time in the last 10 s, per second')).toEqual(['1.5', '0.2', '37.0']);
  expect(shown('Steady again after the hang, s')).toEqual(['never', 'never', '18']);
  expect(shown('Logins refused, error 1040')).toEqual(['–']);
  expect(kill?.caveat).toContain('disagree');
  const own = (name: string) => section?.experiments.find((one) => one.name === name)?.settings;
  expect(section?.settings).toContain('thread_pool_max_threads = 6');
  expect(own('a8-kill-on-timeout')).toEqual([]);
  expect(own('a8-max-connections-30')).toEqual(['max_connections = 30']);
  expect(own('a8-thread-each')).toEqual([
    'thread_handling = one-thread-per-connection',
    'max_connections = 2000',
  ]);
});

describe('the reader refuses', () => {
  const definitions = {
    steady_after_s: { title: 'Steady', never: 'never' },
    rows: { title: 'Rows' },
    silence_s: { title: 'Silence', parts: ['group 0', 'group 1'] },
  };
  const good = {
    rows: [1, 2],
    steady_after_s: [0, null],
    silence_s: [
      [1, 2],
      [3, 4],
    ],
  };
  const one = {
    name: 'one',
    title: 'One',
    did: 'It waits.',
    date: '2026-11-24',
    variables: { thread_pool_size: 1 },
    runs: 2,
    figures: good,
  };
  const base = {
    format: 'poolscope-measured-clients/1',
    id: 'x',
    server: 'A server',
    source: { author: 'A', title: 'B', date: '2026-11-24' },
    machine: { cores: 2, text: 'A machine' },
    figures: definitions,
    sections: [{ name: 'first', title: 'First', lead: 'Lead.', experiments: [one] }],
  };
  const read = (change: object) => readClients(JSON.stringify({ ...base, ...change }), 'file');
  const experiment = (change: object) => ({
    sections: [{ ...base.sections[0], experiments: [{ ...one, ...change }] }],
  });
  const figures = (change: object) => experiment({ figures: { ...good, ...change } });
  const at = String.raw`sections\[0\]\.experiments\[0\]`;

  test('nothing that is as it should be', () => {
    expect(read({}).sections[0]?.experiments[0]?.figures).toEqual(good);
  });

  test.each([
    [
      'another format',
      { format: 'poolscope-measured/1' },
      'format is "poolscope-measured/1"; allowed: pool',
    ],
    ['a field that is none', { kinds: [] }, 'kinds is \\[\\]; allowed: only format, id'],
    ['no sections', { sections: [] }, 'sections is \\[\\]; allowed: a list of at least 1'],
    ['a day that is none', experiment({ date: 'today' }), `${at}.date is "today"; allowed: YYYY`],
    ['no runs', experiment({ runs: 0 }), `${at}.runs is 0; allowed: a whole number from 1`],
    ['a name with capitals', experiment({ name: 'One' }), `${at}.name is "One"; allowed: a-z, 0-9`],
    [
      'a name twice',
      experiment({ name: 'first' }),
      `${at}.name is "first"; allowed: each name once`,
    ],
    [
      'an unknown figure',
      figures({ lines: [1, 2] }),
      `lines is \\[1,2\\]; allowed: one of steady_after_s, rows`,
    ],
    [
      'a run too few',
      figures({ rows: [1] }),
      `figures.rows is \\[1\\]; allowed: a list of 2, one for each run`,
    ],
    [
      'words for a number',
      figures({ rows: [1, 'two'] }),
      'rows\\[1\\] is "two"; allowed: a number from 0, null',
    ],
    [
      'less than nothing',
      figures({ rows: [1, -1] }),
      'rows\\[1\\] is -1; allowed: a number from 0',
    ],
    [
      'half a row',
      figures({ rows: [1, 0.5] }),
      'rows\\[1\\] is 0.5; allowed: a whole number from 0',
    ],
    [
      'null where nothing may be missing',
      figures({ rows: [1, null] }),
      'rows\\[1\\] is null; allowed: a number from 0',
    ],
    [
      'a list without parts',
      figures({ rows: [1, [2, 3]] }),
      'rows\\[1\\] is \\[2,3\\]; allowed: one number',
    ],
    [
      'a number in place of parts',
      figures({ silence_s: [[1, 2], 3] }),
      'silence_s\\[1\\] is 3; allowed: a list of 2: group 0, group 1',
    ],
    [
      'a part too many',
      figures({
        silence_s: [
          [1, 2],
          [3, 4, 5],
        ],
      }),
      'silence_s\\[1\\] is \\[3,4,5\\]; allowed: a list of 2: group 0, group 1',
    ],
    [
      'null in a part',
      figures({
        silence_s: [
          [1, 2],
          [3, null],
        ],
      }),
      'silence_s\\[1\\]\\[1\\] is null; allowed: a number from 0',
    ],
    [
      'a figure that nobody has',
      { figures: { ...definitions, spare: { title: 'Spare' } } },
      'figures.spare is .*; allowed: only figures that an experiment has',
    ],
    [
      'a count that may be missing',
      { figures: { ...definitions, rows: { title: 'Rows', never: 'none' } } },
      'figures.rows.never is "none"; allowed: nothing: only a time',
    ],
    [
      'a part with a comma',
      { figures: { ...definitions, silence_s: { title: 'Silence', parts: ['a, b', 'c'] } } },
      'figures.silence_s.parts\\[0\\] is "a, b"; allowed: words without comma',
    ],
  ])('%s', (_, change, message) => {
    expect(() => read(change)).toThrow(new RegExp(`file: .*${message}`));
  });

  test('what is no JSON', () => {
    expect(() => readClients('{', 'file')).toThrow('file: no JSON');
  });
});
