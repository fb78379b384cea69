import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONTROLS,
  DEFAULTS,
  LONGEST_CAPTION,
  LONGEST_TITLE,
  PARAMS,
  readParams,
  SPEEDS,
  THEMES,
  VIEWS,
  type Target,
} from '../../web/src/model/embedding/params';
import { speedsFor } from '../../web/src/figure/player/clock';
import { parseTime } from '../../web/src/model/link/url';
import embed from '../../content/words/embed.en.json';

const SCENARIO: Target = {
  kind: 'scenario',
  names: ['thread_pool_max_threads', 'clients', 'thread_pool_size', 'seed'],
  knobs: 2,
};
const CHART: Target = { kind: 'benchmark', names: [], knobs: 0 };
const read = (search: string, target = SCENARIO) => readParams(new URLSearchParams(search), target);

describe('the address of a frame', () => {
  test('without parameters has only defaults', () => {
    expect(read('')).toEqual({ options: DEFAULTS, problems: [] });
  });

  test('every parameter is read', () => {
    const { options, problems } = read(
      'v=1&thread_pool_max_threads=8&seed=3&t=1.2s&r=7&server=percona&view=timeline' +
        '&controls=minimal&theme=dark&lang=en&motion=reduced&fit=1&title=Six+threads' +
        '&autoplay=1&loop=1&speed=0.5&from=0s&to=1.5s',
    );
    expect(problems).toEqual([]);
    expect(options).toMatchObject({
      view: 'timeline',
      controls: 'minimal',
      theme: 'dark',
      lang: 'en',
      motion: 'reduced',
      fit: '1',
      title: 'Six threads',
      autoplay: '1',
      loop: '1',
      speed: '0.5',
      from: 0,
      to: 1_500_000_000,
    });
    expect(options.state).toMatchObject({
      overrides: { thread_pool_max_threads: 8, seed: 3 },
      time_ns: 1_200_000_000,
      request: 7,
      server: 'percona',
    });
  });

  test('may name autoplay as in HTML, too', () => {
    const { options, problems } = read('autoplay&loop=');
    expect(problems).toEqual([]);
    expect(options).toMatchObject({ autoplay: '1', loop: '1' });
  });

  test('has the speeds of the site’s own figures', () => {
    expect(SPEEDS).toEqual(speedsFor(1).slice(0, -1).map(String));
  });

  test.each([
    ['view=graph', 'value', 'view', 'graph', VIEWS],
    ['controls=all', 'value', 'controls', 'all', CONTROLS],
    ['theme=blue', 'value', 'theme', 'blue', THEMES],
    ['theme=', 'value', 'theme', '', THEMES],
    ['lang=fr', 'value', 'lang', 'fr', ['en', 'zh']],
    ['motion=none', 'value', 'motion', 'none', ['auto', 'reduced']],
    ['autoplay=yes', 'value', 'autoplay', 'yes', ['0', '1']],
    ['loop=2', 'value', 'loop', '2', ['0', '1']],
    ['speed=3', 'value', 'speed', '3', SPEEDS],
    ['from=soon', 'value', 'from', 'soon', 'time'],
    ['to=soon', 'value', 'to', 'soon', 'time'],
    ['to=1s&from=2s', 'value', 'to', '1s', 'later'],
    ['from=2s&to=2s', 'value', 'to', '2s', 'later'],
    ['to=0s', 'value', 'to', '0s', 'later'],
    ['fit=2', 'value', 'fit', '2', ['auto', '0', '1']],
    ['title=', 'value', 'title', '', 'text'],
    ['t=soon', 'value', 't', 'soon', 'time'],
    ['t=-1s', 'value', 't', '-1s', 'time'],
    ['seed=1.5', 'value', 'seed', '1.5', 'seed'],
    ['r=', 'value', 'r', '', 'request'],
    ['at=50,50', 'value', 'at', '50,50', 'eye'],
    ['server=postgres', 'value', 'server', 'postgres', 'server'],
    ['theme=dark&theme=light', 'twice', 'theme', 'light', []],
    ['t=1s&t=2s', 'twice', 't', '2s', []],
  ] as const)('%s is reported, and the default is used', (search, kind, name, value, allowed) => {
    const { options, problems } = read(search);
    expect(problems).toEqual([{ kind, name, value, allowed }]);
    const from = search.includes('from=2s') ? 2e9 : undefined;
    if (kind === 'value') expect(options).toEqual({ ...DEFAULTS, from });
  });

  test('an unknown parameter is reported, with the known knobs and parameters', () => {
    for (const name of ['themes', 'with', 'fork', 'fork.clients', 'NAME', '__proto__']) {
      const [problem, ...more] = read(`${name}=before`).problems;
      expect(more).toEqual([]);
      expect(problem).toMatchObject({ kind: 'name', name, value: 'before' });
      expect(problem?.allowed).toEqual(expect.arrayContaining(['clients', 'theme', 't']));
      expect(problem?.allowed).not.toContain('thread_pool_size');
    }
  });

  test('a chart has no run to set', () => {
    for (const search of [
      't=1s',
      'r=7',
      'at=50,50,20',
      'seed=3',
      'view=log',
      'motion=reduced',
      'server=percona',
      'to=1s',
      'loop=1',
    ])
      expect(read(search, CHART).problems).toMatchObject([{ kind: 'name' }]);
    expect(read('theme=dark&controls=none&fit=1&title=x', CHART).problems).toEqual([]);
  });

  test('of another version is ignored', () => {
    expect(read('v=2&theme=dark&t=1s')).toEqual({
      options: DEFAULTS,
      problems: [{ kind: 'version', name: 'v', value: '2', allowed: ['1'] }],
    });
  });

  test('with too many settings or too long a title is refused', () => {
    const names = Array.from({ length: 40 }, (_, index) => `setting_${index}`);
    const many = names.map((name) => `${name}=1`).join('&');
    const { options, problems } = read(many, { ...SCENARIO, names });
    expect(problems).toMatchObject([{ kind: 'many', value: '40' }]);
    expect(options.state.overrides).toEqual({});
    const long = 'x'.repeat(LONGEST_TITLE + 1);
    expect(read(`title=${long}`).problems).toMatchObject([{ name: 'title', allowed: 'text' }]);
    expect(read(`title=${long.slice(1)}`).options.title).toHaveLength(LONGEST_TITLE);
    const words = 'x'.repeat(LONGEST_CAPTION);
    expect(read(`caption=${words}`).options.caption).toBe(words);
    expect(read(`caption=${words}x`).problems).toMatchObject([{ allowed: 'caption' }]);
  });

  test('an accent is three or six hexadecimal digits, without a mark', () => {
    for (const good of ['0a58ca', 'F80', '000'])
      expect(read(`accent=${good}`).options.accent).toBe(good);
    for (const bad of ['%23f80', 'red', 'ff', 'ffff', '0a58ca;x', ''])
      expect(read(`accent=${bad}`)).toMatchObject({
        options: { accent: undefined },
        problems: [{ kind: 'value', name: 'accent', allowed: 'colour' }],
      });
  });

  test('with tracking parameters of other programs is fine', () => {
    expect(read('utm_source=mail&fbclid=1&theme=dark').problems).toEqual([]);
  });

  test('whatever it says, nothing is thrown, and what is refused is reported', () => {
    const names = [
      ...PARAMS.map(({ name }) => name),
      ...SCENARIO.names,
      'with',
      'fork',
      'fork.clients',
      'constructor',
      '',
    ];
    const values = [...VIEWS, ...CONTROLS, ...THEMES, '1', '0', '1.2s', '8', 'percona', 'true', ''];
    const pair = fc.tuple(
      fc.oneof(fc.constantFrom(...names), fc.string()),
      fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 200 })),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), fc.constantFrom(SCENARIO, CHART), (all, of) => {
        const search = new URLSearchParams(all);
        const { options, problems } = readParams(search, of);
        const named = new Set(problems.map(({ name }) => name));
        const version = search.get('v');
        if (version !== null && version !== '1') {
          expect(options).toEqual(DEFAULTS);
          expect(named).toEqual(new Set(['v']));
          return;
        }
        for (const name of new Set(search.keys())) {
          if (/^(utm_|fbclid$|gclid$|ref$)/.test(name) || name === 'v') continue;
          const value = search.get(name) ?? '';
          const { state } = options;
          const taken =
            Object.hasOwn(state.overrides, name) && of.names.includes(name)
              ? String(state.overrides[name]).slice(0, 20) === value.slice(0, 20)
              : new Map<string, boolean>([
                  ['t', state.time_ns !== undefined],
                  ['r', state.request === value || state.request === Number(value)],
                  ['at', state.eye !== undefined],
                  ['server', state.server === value],
                  ['view', options.view === value],
                  ['autoplay', options.autoplay === (value || '1')],
                  ['loop', options.loop === (value || '1')],
                  ['speed', options.speed === value],
                  ['from', options.from === parseTime(value)],
                  ['to', options.to === parseTime(value)],
                  ['controls', options.controls === value],
                  ['theme', options.theme === value],
                  ['lang', options.lang === value],
                  ['motion', options.motion === value],
                  ['fit', options.fit === value],
                  ['plain', options.plain === (value || '1')],
                  ['transparent', options.transparent === (value || '1')],
                  ['words', options.words === value],
                  ['only', options.only === value],
                  ['title', options.title === value],
                  ['caption', options.caption === value],
                  ['accent', options.accent === value],
                  ['font', options.font === value],
                ]).get(name);
          expect(taken === true || named.has(name.slice(0, 64)), name).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('each parameter has a description', () => {
    for (const { name, kind } of PARAMS)
      expect(embed).toHaveProperty(
        `embed_param_${kind === 'setting' || kind === 'label' ? kind : name}`,
      );
  });
});
