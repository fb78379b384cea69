import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Block, Lesson } from '../../web/src/features/lesson/types';
import { BENCH_FACTS, BENCHES } from '../../web/src/model/measures/bench-measure';
import { evaluate, readMeasure, statesValue } from '../../web/src/model/measures/measure';
import { FACTS } from '../../web/src/model/measures/measure-facts';
import { sameOverrides } from '../../web/src/model/run/cue';
import { runOf } from '../../web/src/build/runs/engine';
import { modelOf } from '../../web/src/build/lessons/bench-model';
import { parseLesson, slugOf } from '../../web/src/build/lessons/lesson';
import { readLibrary, type Bench } from '../../web/src/build/lessons/library';
import { BENCH_WORDED, WORDED } from '../../web/src/build/lessons/words';
import { readClients } from '../../web/src/build/measured/clients-format';
import { readMeasured } from '../../web/src/build/measured/format';
import { readSysbench } from '../../web/src/build/measured/switches';

const scenarios = Object.fromEntries(
  readdirSync('content/scenarios').map((file) => [
    file.replace('.json', ''),
    readFileSync(`content/scenarios/${file}`, 'utf8'),
  ]),
);
const bench: Bench = {
  id: 'published',
  title: 'A benchmark',
  source: { author: 'A', title: 'B', date: '2011' },
  settings: { cores: '8' },
  curves: [
    {
      id: 'threads',
      machine: 'm',
      workload: 'w',
      system: 'one-thread-per-connection',
      points: [
        [16, 1_000],
        [32, 400],
      ],
      more: {
        p95_ms: [
          [16, 2],
          [32, 80],
        ],
      },
    },
    {
      id: 'pool',
      machine: 'm',
      workload: 'w',
      system: 'thread-pool',
      points: [
        [16, 950],
        [32, 1_200],
      ],
    },
  ],
};
const measured = (name: string) => readFileSync(`content/measured/${name}`, 'utf8');
const experiments = {
  files: ['mariadb-10.11.json', 'mariadb-10.2.json'].map((name) =>
    readMeasured(measured(name), name),
  ),
  sysbench: readSysbench(measured('sysbench-mariadb-10.11.csv'), 'sysbench-mariadb-10.11.csv'),
  clients: [readClients(measured('clients-mariadb-10.11.json'), 'clients-mariadb-10.11.json')],
};
const library = readLibrary(
  { group: { term: 'group', text: 'A part of the pool.', shape: 'low_queue' } },
  { reproduced: { author: 'A', title: 'B', date: '2023-05-26' } },
  scenarios,
  { published: bench },
  experiments,
);
const fixture = readFileSync('tests/fixtures/lesson.md', 'utf8');
const parse = (text: string) => parseLesson('01-lesson.md', text, library);

function blockOf<K extends Block['kind']>(lesson: Lesson, step: number, kind: K) {
  const found = lesson.steps[step]?.blocks.find((block) => block.kind === kind);
  if (!found) throw new Error(`step ${step} has no ${kind}`);
  return found as Extract<Block, { kind: K }>;
}

const runClaims = (lesson: Lesson, step: number) =>
  (lesson.steps[step]?.claims ?? []).filter((claim) => claim.kind === 'run');

describe('a lesson', () => {
  const lesson = parse(fixture);

  test('has its front matter and steps in order', () => {
    expect(lesson).toMatchObject({ slug: 'lesson', title: 'A lesson for tests', minutes: 3 });
    expect(lesson.sources).toHaveLength(1);
    expect(lesson.steps.map(({ slug }) => slug)).toEqual([
      'sleeps',
      'servers',
      'sandbox',
      'published',
    ]);
    expect(lesson.steps[0]?.blocks.map(({ kind }) => kind)).toEqual([
      'prose',
      'predict',
      'figure',
      'why',
    ]);
  });

  test('marks terms, parts and claims in safe HTML', () => {
    const { html } = blockOf(lesson, 0, 'prose');
    expect(html).toContain('href="%root%glossary/#group" data-term="group"');
    expect(html).toContain('fill="var(--low)"');
    expect(html).toContain('<span class="see" data-see="workers queue">Six worker seats</span>');
    expect(lesson.steps[0]?.terms.map(({ key }) => key)).toEqual(['group']);
  });

  test('computes the right option, and what was to be drawn', () => {
    const predict = blockOf(lesson, 0, 'predict');
    // One flag per option, all at the moment of the question.
    expect(predict.options).toEqual([
      { text: '4', right: false, at_ns: 2.1e9, answers: 4 },
      { text: '6', right: true, at_ns: 2.1e9, answers: 6 },
      { text: '8', right: false, at_ns: 2.1e9, answers: 8 },
    ]);
    expect(predict).toMatchObject({ answer: '6', opens_ns: 1.2e9, show_ns: 2.1e9 });
    expect(predict.reveal[0]).toMatch(/^<h3>.*Six.* of them\.<\/h3>$/);
    expect(predict.reveal).toHaveLength(2);
    const dragged = blockOf(parse(fixture.replace('options="4 6 8"', 'bar=8')), 0, 'predict');
    expect(dragged).toMatchObject({ options: [], bar: { most: 8, truth: 6 }, answer: '6' });
    const listed = (more: string, ...options: string[]) =>
      parse(
        fixture.replace(
          / options="4 6 8"[^}]*\}\n([^\n]+)\n/,
          (_, question: string) =>
            `${more} opens="started(5)"}\n${question}\n\n- ${options.join('\n- ')}\n`,
        ),
      );
    const worded = listed(
      '',
      'four or fewer {if="answered_by(2.1s) <= 4" shape="1 4 4"}',
      'more {if="answered_by(2.1s) > 4"}',
    );
    expect(blockOf(worded, 0, 'predict')).toMatchObject({
      answer: 'more',
      options: [
        { text: 'four or fewer', right: false, shape: [1, 4, 4] },
        { text: 'more', right: true },
      ],
    });
    // Several may be right, each in a run of its own.
    const several = (of: string, more: string) =>
      listed(more, of, 'twelve threads {if="slowest < 3s" set="thread_pool_max_threads=12"}');
    const all = several(
      'eight threads {if="slowest < 3s" set="thread_pool_max_threads=8"}',
      ' all=yes',
    );
    expect(blockOf(all, 0, 'predict')).toMatchObject({
      all: true,
      answer: 'eight threads, twelve threads',
    });
    for (const [one, more, why] of [
      [
        'eight threads {if="slowest < 3s" set="thread_pool_max_threads=8"}',
        '',
        'more than one option is right',
      ],
      ['no threads', '', 'say if="..." after "no threads"'],
      ['a few {if="slowest < 3s" shape="1 12"}', ' all=yes', 'shape="1 12": heights from 0 to 9'],
      ['a few {if="slowest < 3s" set}', ' all=yes', 'set}: written name="value"'],
      ['a few {when="slowest < 3s"}', ' all=yes', 'option has no attribute "when"'],
      ['a few {if="slowest < 3s"}', ' all=no', 'all="no"; allowed: yes'],
    ] as const)
      expect(() => several(one, more), one).toThrow(why);
    expect(() =>
      listed('', 'few {if="answered_by(2.1s) < 4"}', 'many {if="answered_by(2.1s) > 7"}'),
    ).toThrow('no option is right: few');
    const draw = blockOf(lesson, 1, 'draw');
    expect(draw.items.map(({ truth_ns }) => Math.round(truth_ns / 1e9))).toEqual([
      2, 2, 4, 4, 6, 6, 8, 8,
    ]);
    expect(draw.start_ns).toBe(5e9);
  });

  test('a question is asked at a moment of its run and answered at a later one, both computed', () => {
    const asked = (of: string, more = '') => {
      const options = of.includes('<') ? '' : ' options="4 6 8 2s 4s"';
      const text = fixture.replace(
        /predict\{of="answered_by[^}]*\}/,
        `predict{of="${of}"${options}${more}}`,
      );
      const { opens_ns, show_ns } = blockOf(parse(text), 0, 'predict');
      return [opens_ns, show_ns].map((ns) => ns !== undefined && Math.round(ns / 1e6) / 1e3);
    };
    // Answered with the last answer; asked at the picture's moment, or at a moment of the run.
    expect(asked('slowest')).toEqual([1.2, 4]);
    expect(asked('slowest', ' opens="started(5)"')).toEqual([0.001, 4]);
    expect(asked('batch(1).count')).toEqual([1.2, 2.001]);
    // As soon as it is certain, whichever way.
    expect(asked('latency(7) < 1s')).toEqual([0, 1]);
    expect(asked('latency(0) < 3s')).toEqual([0, 2]);
    // The tap turns the picture's knob first: the run is the one of the question.
    expect(asked('slowest < 3s', ' set="thread_pool_max_threads=8"')).toEqual([1.2, 2.001]);
    expect(() => asked('slowest', ' opens="ended(7)"')).toThrow('say opens="..."');
    expect(() => asked('slowest', ' opens="threads_peak"')).toThrow('is no time');
  });

  test('a question is answered by its picture, whose knob its tap turns; others are refused', () => {
    const asked = (more: string) =>
      parse(fixture.replace('options="4 6 8"', `options="4 6 8" ${more}`));
    const predict = (more: string) => blockOf(asked(more), 0, 'predict');
    expect(predict('')).toMatchObject({ turns: undefined, ms: 6_000 });
    expect(predict('in=4s').ms).toBe(4_000);
    const turned = predict('set="thread_pool_max_threads=8"');
    expect(turned).toMatchObject({ turns: { thread_pool_max_threads: 8 }, answer: '8' });
    for (const [more, why] of [
      ['run=percona-oversubscribe-1', 'is in no picture: the step shows another scenario'],
      ['set="clients=6"', 'is in no picture: the figure has no knob clients'],
      ['in=9s', 'in="9s": a reader watches for 4 to 8 s'],
    ] as const)
      expect(() => asked(more), more).toThrow(why);
    const moved = fixture.replace(
      ':::draw{of=latency',
      ':::predict{bench=published of=points options="2 4"}\nHow many?\n:::\n\n:::draw{of=latency',
    );
    expect(() => parse(moved)).toThrow('no picture of this step shows published');
    const timed = fixture.replace('options="400, 1,000"', 'options="400, 1,000" opens=1s');
    expect(() => parse(timed)).toThrow('opens: a chart has no moments');
    // On average four sleep. Six do at 1.2 s, which tells; two do at 3 s, which does not.
    const sleeping = (opens: string) =>
      parse(
        fixture
          .replace('answered_by(2.1s)" options="4 6 8"', `mean_at(waiting) > 3" opens="${opens}"`)
          .replace(':claim[Six]{of="answered_by(2.1s)"} of them', 'Yes'),
      );
    expect(() => sleeping('1.2s')).toThrow('the picture at 1.2 s shows the answer at rest');
    expect(blockOf(sleeping('3s'), 0, 'predict').answer).toBe('Yes');
  });

  test('binds each claim to its run: the figure’s, another one, a published one', () => {
    const [six, seven, published, eight] = runClaims(lesson, 0);
    const [fall, p95, gain, from] = (lesson.steps[3]?.claims ?? []).filter(
      (claim) => claim.kind === 'bench',
    );
    expect(fall).toMatchObject({ text: '400', published: true, words: 'threads at 32' });
    expect(fall?.settings).toBe('cores: 8');
    expect(p95?.value).toBe('80.000 ms');
    expect(gain).toMatchObject({ text: 'three', published: false, value: '3' });
    expect(from?.value).toBe('32');
    expect(six).toMatchObject({ text: 'Six', value: '6', words: 'requests answered by 2.1s' });
    expect(seven?.run).toMatchObject({ scenario: 'mariadb-max-threads-6', search: '?v=1&r=7' });
    expect(published?.published?.source.author).toBe('wych42');
    expect(eight?.run.search).toBe('?v=1&thread_pool_max_threads=8');
    expect(runClaims(lesson, 1).map(({ run }) => run.scenario)).toEqual([
      'percona-oversubscribe-1',
      'mariadb-max-threads-6',
    ]);
  });

  test('binds a measured number to its experiment, and to the page that shows it', () => {
    const real = (text: string, attributes: string) =>
      parse(fixture.replace(':see[Six', `:measured[${text}]{${attributes}} :see[Six`));
    const of_six = real('4.001 s', 'real=8-sleep-2-max-6 of="answer(8)"');
    expect(of_six.steps[0]?.claims[0]).toMatchObject({
      value: '4.001 s',
      experiment: { path: 'measured/batches/#8-sleep-2-max-6', runs: 5 },
    });
    expect(blockOf(of_six, 0, 'prose').html).toContain(
      '<a class="claim" data-claim="0" href="%root%measured/batches/#8-sleep-2-max-6">',
    );
    real('four', 'real=8-sleep-0.5-max-6-cold of="runs_with(5 + 3)"');
    real('1.02', 'real=sysbench of="switches(oltp_read_only, one_thread)"');
    expect(() => real('0.002', 'real=sysbench of="switches(oltp_read_only, pool)"')).toThrow(
      /is 0\.0023\d?/,
    );
    real('0.0023', 'real=sysbench of="switches(oltp_read_only, pool)"');
    const gave_up = real('33.5', 'real=a8-no-retry of="least(good_last_10_per_s)"');
    expect(blockOf(gave_up, 0, 'prose').html).toContain(
      'href="%root%measured/clients/#a8-no-retry"',
    );
    real('three', 'real=a8-backoff of="runs_with(steady_after_s = never)"');
    const refused = (text: string, attributes: string) => () => real(text, attributes);
    expect(refused('35', 'real=a8-no-retry of="least(good_last_10_per_s)"')).toThrow(
      /:13 claim "35" but least\(good_last_10_per_s\) of a8-no-retry is 33.5/,
    );
    expect(refused('two', 'real=a8-backoff of="runs_with(steady_after_s = never)"')).toThrow(
      /:13 claim "two" but runs_with\(steady_after_s = never\) of a8-backoff is 3/,
    );
    expect(refused('3.9 s', 'real=8-sleep-2-max-6 of="answer(8)"')).toThrow(
      /:13 claim "3.9 s" but answer\(8\) of 8-sleep-2-max-6 is 4.001 s/,
    );
    expect(refused('4 s', 'real=eight of="answer(8)"')).toThrow(/no experiment "eight"; allowed/);
    expect(refused('4 s', 'real=8-sleep-2-max-6 of="answer(9)"')).toThrow(/from 1 to 8, not "9"/);
    expect(refused('4 s', 'real=8-sleep-2-max-6 of=latency')).toThrow(/no measure "latency" of an/);
    expect(refused('4', 'real=8-sleep-2-max-6 of="counter(thread_creations)"')).toThrow(
      /from 4 to 5: no one number/,
    );
    expect(refused('4 s', 'real=8-sleep-2-max-6 run=right of="answer(8)"')).toThrow(/one of them/);
  });

  test('counts the seeds for which a condition is true, and refuses another count', () => {
    const counted = (text: string, attributes: string) =>
      parse(fixture.replace(':see[Six', `:claim[${text}]{${attributes}} :see[Six`)).steps[0]
        ?.claims[0];
    const luck = 'of="throughput < 30000" run=small-server-threads set="stall_us=200"';
    expect(counted('four', `${luck} seeds=10`)).toMatchObject({ seeds: 10, value: '4' });
    expect(() => counted('five', `${luck} seeds=10`)).toThrow(
      /claim "five" but the seeds 1 to 10 with throughput < 30000 of small-server-threads .* is 4/,
    );
    expect(() => counted('four', `${luck} seeds=1`)).toThrow(/seeds="1": how many, from 2 to 100/);
    expect(() => counted('four', 'bench=published of=points seeds=10')).toThrow(
      /benchmark has none/,
    );
  });

  test('keeps the address of a step that was merged into another', () => {
    const merged = parse(fixture.replace('{#servers}', '{#servers was=one-server,other/step}'));
    expect(merged.steps.map(({ was }) => was)).toEqual([
      [],
      ['lesson/one-server', 'other/step'],
      [],
      [],
    ]);
  });

  test('gives the figure its cue, the sandbox its goals, the box its files', () => {
    expect(lesson.steps[0]?.picture).toEqual({
      kind: 'figure',
      figure: {
        scenario: 'mariadb-max-threads-6',
        cue: { time_ns: 1.2e9, request: 7, light: ['queue'] },
        knobs: ['thread_pool_max_threads'],
        sections: ['scene', 'transport', 'timeline'],
      },
    });
    expect(blockOf(lesson, 2, 'goals').goals[1]).toEqual({
      html: 'Make <strong>four</strong> wait.',
      check: 'answered_by(2.1s) = 4',
    });
    expect(blockOf(lesson, 2, 'server').parts[1]).toMatchObject({ file: 'my.cnf', lang: 'ini' });
    expect(blockOf(lesson, 2, 'act').html).toBe('<p>Look at the queue first.</p>');
  });
});

describe('mistakes stop the build with file, line and what is allowed', () => {
  const swap = (from: string, to: string) => {
    expect(fixture).toContain(from);
    return fixture.replace(from, to);
  };
  test.each<[string, string, RegExp]>([
    [':::why', ':::because', /:\d+ no block ":::because"; allowed: figure, twins/],
    [':term[group]', ':trem[group]', /:13 no directive ":trem"; allowed: term, see/],
    ['{of=group}', '{off=group}', /term has no attribute "off"; allowed: of/],
    ['{of=group}', '{of=heap}', /no term "heap"; allowed: group/],
    ['part="workers queue"', 'part=seats', /no part "seats"; allowed: clients, sockets/],
    ['scenario=mariadb-max-threads-6 at', 'scenario=nothing at', /no scenario "nothing"; allowed/],
    ['at=1.2s', 'at=1.2', /:23 at="1.2": a time is written like/],
    ['at=1.2s', 'at=9s', /after the end/],
    ['request=7', 'request=70', /has no request "70"/],
    ['sections="scene', 'sections="scenery', /no section "scenery"; allowed: scene/],
    ['knobs="thread_pool_max_threads" s', 'knobs="max" s', /no knob "max"; allowed: thread_pool/],
    [
      'knobs="thread_pool_max_threads" s',
      'knobs="thread_pool_max_threads clients thread_pool_size" s',
      /at most 2 knobs/,
    ],
    ['{#servers}', '', /:\d+ a step needs an address/],
    ['{#servers}', '{#sleeps}', /a second step with #sleeps/],
    ['{#servers}', '{#whole}', /address of the whole lesson/],
    ['{#servers}', '{#servers was=sleeps}', /a second step with #sleeps/],
    ['{#servers}', '{#servers was=}', /#: an address is made of/],
    [
      '4.000 s',
      '3.999 s',
      /:20 claim "3.999 s" but latency\(7\) of mariadb-max-threads-6 is 4.000 s/,
    ],
    ['4.000 s', 'soon', /claim "soon" is not understood; allowed: a number/],
    ['latency(7)', 'latency(70)', /no request 70; allowed: 0 to 7/],
    ['latency(7)', 'lateness(7)', /no measure "lateness"; allowed: latency/],
    ['options="4 6 8"', 'options="4 5 8"', /no option is right: answered_by\(2.1s\) is 6/],
    ['options="4 6 8"', 'options="6"', /2 to 6 options/],
    ['options="4 6 8"', 'bar=3', /bar="3": a whole number from 5 to 9999/],
    ['options="4 6 8"', 'bar=5', /bar="5": answered_by\(2.1s\) is 6/],
    ['options="4 6 8"', 'options="4 6 8" bar=8', /leave out options/],
    ['max=10s', 'max=7s', /max is below the truth, 8/],
    ['{of=slowest run=left}', '{of=slowest}', /run=left, run=right/],
    [
      'bench=published of="at(threads, 32)"',
      'bench=other of="at(threads, 32)"',
      /no benchmark "other"/,
    ],
    ['of="at(threads, 32)"', 'of="at(fibres, 32)"', /no curve "fibres"; allowed: threads, pool/],
    ['of="at(threads, 32)"', 'of="at(threads, 33)"', /no point at 33; allowed: 16, 32/],
    ['of="at(threads, 32)"', 'of="slowest"', /no measure "slowest"; allowed: at\(curve/],
    ['32, p95_ms)', '32, p99_ms)', /no column "p99_ms"; allowed: p95_ms/],
    ['options="400, 1,000" to=100', 'options="500, 1,000" to=100', /no option is right/],
    [
      'options="400, 1,000" to=100',
      'options="400, 1,000" to=some',
      /what the number is rounded to/,
    ],
    [':measured[400]', ':measured[401]', /claim "401" but at\(threads, 32\) of published is 400/],
    ['slowest <= 2.1s and', 'slowest 2.1s and', /one of <= >=/],
    ['answered_by(2.1s) = 4', 'answered_by(2.1s) = 6', /reached before the reader begins/],
    ['- Make **four** wait. {check="answered_by(2.1s) = 4"}\n', '', /goals are 3 to 5, not 2/],
    ['{check="count(thread_refused) = 0"}', '', /ends with \{check/],
    ['```ini my.cnf', '```ini', /needs a file name/],
    ['minutes: 3', 'minutes: many', /:4 minutes is "many"; allowed: a whole number from 1 to 30/],
    ['minutes: 3', 'minutes: 3\npublished: soon', /:5 published is "soon"; allowed: a time/],
    ['kicker: Fixture', 'kikcer: Fixture', /:3 kikcer is "Fixture"; allowed: only title/],
    ['[reproduced]', '[rumour]', /:7 no source "rumour"; allowed: reproduced/],
    ['Eight clients', '<b>Eight</b> clients', /raw HTML is not allowed/],
    ['Eight clients', '![](/a.png) clients', /needs words for those who cannot see it/],
    [
      'With :claim[eight]{of="threads_peak" set="thread_pool_max_threads=8"} threads nobody waits.\n',
      '',
      /figure needs a caption/,
    ],
    [
      'set="thread_pool_max_threads=8"',
      'set="thread_pool_max_threads=-8"',
      /mariadb-max-threads-6: .*thread_pool_max_threads/,
    ],
    ['A sleep needs a thread and no core.\n', '', /why needs a question/],
  ])('%s -> %s', (from, to, message) => {
    expect(() => parse(swap(from, to))).toThrow(message);
  });

  test('all at once', () => {
    const twice = swap('4.000 s', '4.100 s').replace('minutes: 3', 'minutes: 0');
    expect(() => parse(twice)).toThrow(/01-lesson\.md:4 [^]*\n01-lesson\.md:20 /);
  });
});

test('every fact of the language has a description', () => {
  expect([...WORDED].sort()).toEqual(Object.keys(FACTS).sort());
  expect([...BENCH_WORDED].sort()).toEqual(Object.keys(BENCH_FACTS).sort());
});

describe('the lessons of the site', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
  const shipped = readLibrary(
    read('content/glossary.json'),
    read('content/sources.json'),
    scenarios,
    Object.fromEntries(
      readdirSync('content/benchmarks')
        .filter((file) => file.endsWith('.json'))
        .map((file) => read(`content/benchmarks/${file}`) as Bench)
        .map((bench) => [bench.id, { ...bench, model: () => modelOf(bench.id) }]),
    ),
    experiments,
    readdirSync('content/lessons/en').flatMap((file) => (file.endsWith('.md') ? slugOf(file) : [])),
  );
  const none = { curves: [] };
  const files = readdirSync('content/lessons/en').filter((file) => file.endsWith('.md'));
  const whole = files.map((file) => ({
    file,
    lesson: parseLesson(file, readFileSync(`content/lessons/en/${file}`, 'utf8'), shipped),
  }));

  /** The sentences that a lesson asserts: without its questions, its code and the goals, which a run judges. */
  function sentences(lesson: Lesson): string[] {
    return lesson.steps.flatMap(({ blocks }) =>
      blocks.flatMap((block): readonly string[] => {
        switch (block.kind) {
          case 'prose':
          case 'act':
            return [block.html];
          case 'figure':
            return block.caption;
          case 'predict':
          case 'draw':
            return block.reveal;
          case 'why':
            return block.answer;
          case 'goals':
          case 'calculator':
            return block.intro;
          case 'server':
            return [];
        }
      }),
    );
  }
  const unchecked = (html: string) =>
    html
      .replaceAll(/<(span|a) class="claim"[^>]*>.*?<\/\1>|<code.*?<\/code>/gs, '')
      .replaceAll(/<[^>]*>/g, '');

  /**
   * Numbers from others: clients in Percona's charts of 2014, connections in its manual for 8.4, and a share from an
   * article of 2021.
   */
  const OTHERS = ['16,384', '20,000', '62.41'];

  // Numbers of clients and settings are plain text; what was measured or computed must be linked to its source.
  test('every rate, share or factor in the prose is checked', () => {
    const found = whole.flatMap(({ file, lesson }) => {
      const all = sentences(lesson).flatMap((html) => [
        ...unchecked(html).matchAll(/\d{1,3}(?:,\d{3})+|\d[\d.]*(?= (?:%|times\b))/g),
      ]);
      return all
        .map(([number]) => number)
        .filter((number) => !number.includes(',') || Number(number.replaceAll(',', '')) > 4096)
        .filter((number) => !OTHERS.includes(number))
        .map((number) => `${file.slice(0, 2)}: ${number}`);
    });
    expect([...new Set(found)]).toEqual([]);
  });

  test('the run that a tap starts is one that its verdict cites', () => {
    const astray = whole.flatMap(({ lesson }) =>
      lesson.steps.flatMap(({ slug, blocks, picture, claims }) => {
        if (picture?.kind !== 'figure' && picture?.kind !== 'twins') return [];
        const shown = picture.kind === 'figure' ? [picture.figure] : [picture.left, picture.right];
        return blocks.flatMap((block) => {
          if (block.kind !== 'predict') return [];
          const runs = shown.map(({ scenario, cue }) => ({
            scenario,
            set: block.turns ?? cue.overrides ?? {},
          }));
          const cited = [...block.reveal.join('').matchAll(/data-claim="(\d+)"/g)].flatMap(
            ([, index]) => {
              const claim = claims[Number(index)];
              return claim?.kind === 'run' ? [claim.run] : [];
            },
          );
          const cites = cited.some(({ scenario, set }) =>
            runs.some((run) => run.scenario === scenario && sameOverrides(run.set, set)),
          );
          return cites ? [] : [`${lesson.slug}/${slug}: ${block.question}`];
        });
      }),
    );
    expect(astray).toEqual([]);
  });

  test('each column of a table has a heading', () => {
    const heads = whole.flatMap(({ lesson }) =>
      sentences(lesson).flatMap((html) =>
        [...html.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, head]) => head),
      ),
    );
    expect(heads.length).toBeGreaterThan(20);
    expect(heads).not.toContain('');
  });

  test('every number equals that of its run', () => {
    for (const { file, lesson } of whole) {
      const claims = lesson.steps.flatMap((step) => step.claims);
      expect(claims.length, file).toBeGreaterThan(0);
      for (const claim of claims) {
        // These were checked against their data, or run with each of their seeds, when the lesson was read.
        if (claim.kind === 'real' || (claim.kind === 'run' && claim.seeds !== undefined)) continue;
        const { text, of, to } = claim;
        const value =
          claim.kind === 'run'
            ? evaluate(readMeasure(of), runOf(scenarios[claim.run.scenario] ?? '', claim.run.set))
            : BENCHES.evaluate(BENCHES.read(of), shipped.benches[claim.bench.id] ?? none);
        expect(statesValue(text, value, to), `${text} = ${of}`).toBe(true);
      }
    }
  });
});
