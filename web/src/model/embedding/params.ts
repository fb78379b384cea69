/**
 * What the address of a frame may say. Parser, refusals and documentation share one table. A value that is not allowed is
 * never replaced by another: the default is used, and the problem names the value.
 */
import languages from '../../../../content/languages.json' with { type: 'json' };
import { parseTime, parseUrl, type UrlProblem, type UrlState } from '../link/url';

export const KINDS = ['scenario', 'benchmark', 'pair'] as const;
export type WidgetKind = (typeof KINDS)[number];

/** `guess`: the scene, once the reader has said what will come of it. */
export const VIEWS = ['scene', 'timeline', 'log', 'chart', 'guess'] as const;
export type View = (typeof VIEWS)[number];
/** All of a figure, or one part of it in a low frame. */
export const PARTS = ['all', 'scene', 'timeline', 'numbers'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const CONTROLS = ['full', 'minimal', 'none'] as const;
/** Fonts for the text around the picture; the picture's layout depends on the site's own font. */
export const FONTS = ['sans', 'serif', 'mono'] as const;
export const LANGUAGES: readonly string[] = languages.map(({ code }) => code);

/** `story` time, or a multiple of the run's own speed. Figures of the site offer the same. */
export const SPEEDS = [
  ...['story', '0.001', '0.002', '0.005', '0.01', '0.02', '0.05', '0.1', '0.2', '0.5'],
  ...['1', '2', '5', '10', '20', '50', '100'],
] as const;
const OFF_ON = ['0', '1'] as const;
/** The server's words, or plain ones for a text about any queue. */
export const WORDS = ['server', 'plain'] as const;
/** What a writer may name: `label.threads=Pod|Pods`. */
export const LABELLED = [
  'threads',
  'groups',
  'queue',
  'clients',
  'server',
  'requests',
  'cores',
] as const;
export type Labelled = (typeof LABELLED)[number];
/** The word for one, and the word for several. */
export type Label = readonly [one: string, several: string];

/** What kind of value is allowed, when there is no list of all of them. */
export type Allowed =
  | 'text'
  | 'caption'
  | 'colour'
  | 'time'
  | 'later'
  | 'seed'
  | 'request'
  | 'eye'
  | 'server'
  | 'label'
  | 'setting';

export interface Param {
  readonly name: string;
  /** `choice`: one of `allowed`; each other kind has its own rule. */
  readonly kind: 'choice' | Allowed;
  readonly allowed: readonly string[];
  /** The kinds of widgets that accept it. */
  readonly of: readonly WidgetKind[];
  /** It belongs to the state of the run, as on the figure's own page (`link/url.ts`), so the first picture may be another. */
  readonly state?: true;
}

const RUNS = ['scenario', 'pair'] as const;

export const PARAMS = [
  {
    name: 'v',
    kind: 'choice',
    allowed: ['1'],
    of: KINDS,
  },
  {
    name: 'NAME',
    kind: 'setting',
    allowed: [],
    of: RUNS,
    state: true,
  },
  {
    name: 'seed',
    kind: 'seed',
    allowed: [],
    of: RUNS,
    state: true,
  },
  {
    name: 't',
    kind: 'time',
    allowed: [],
    of: RUNS,
    state: true,
  },
  {
    name: 'r',
    kind: 'request',
    allowed: [],
    of: RUNS,
    state: true,
  },
  {
    name: 'at',
    kind: 'eye',
    allowed: [],
    of: RUNS,
    state: true,
  },
  {
    name: 'server',
    kind: 'server',
    allowed: [],
    of: ['scenario'],
    state: true,
  },
  {
    name: 'view',
    kind: 'choice',
    allowed: VIEWS,
    of: RUNS,
  },
  {
    name: 'only',
    kind: 'choice',
    allowed: PARTS,
    of: RUNS,
  },
  {
    name: 'controls',
    kind: 'choice',
    allowed: CONTROLS,
    of: KINDS,
  },
  {
    name: 'theme',
    kind: 'choice',
    allowed: THEMES,
    of: KINDS,
  },
  {
    name: 'lang',
    kind: 'choice',
    allowed: LANGUAGES,
    of: KINDS,
  },
  {
    name: 'motion',
    kind: 'choice',
    allowed: ['auto', 'reduced'],
    of: RUNS,
  },
  {
    name: 'autoplay',
    kind: 'choice',
    allowed: OFF_ON,
    of: RUNS,
  },
  {
    name: 'loop',
    kind: 'choice',
    allowed: OFF_ON,
    of: RUNS,
  },
  {
    name: 'speed',
    kind: 'choice',
    allowed: SPEEDS,
    of: RUNS,
  },
  {
    name: 'from',
    kind: 'time',
    allowed: [],
    of: RUNS,
  },
  {
    name: 'to',
    kind: 'time',
    allowed: [],
    of: RUNS,
  },
  {
    name: 'fit',
    kind: 'choice',
    allowed: ['auto', '0', '1'],
    of: KINDS,
  },
  {
    name: 'plain',
    kind: 'choice',
    allowed: OFF_ON,
    of: KINDS,
  },
  {
    name: 'transparent',
    kind: 'choice',
    allowed: OFF_ON,
    of: KINDS,
  },
  {
    name: 'words',
    kind: 'choice',
    allowed: WORDS,
    of: RUNS,
  },
  {
    name: 'label.NAME',
    kind: 'label',
    allowed: [],
    of: RUNS,
  },
  {
    name: 'title',
    kind: 'text',
    allowed: [],
    of: KINDS,
  },
  {
    name: 'caption',
    kind: 'caption',
    allowed: [],
    of: KINDS,
  },
  {
    name: 'accent',
    kind: 'colour',
    allowed: [],
    of: KINDS,
  },
  {
    name: 'font',
    kind: 'choice',
    allowed: FONTS,
    of: KINDS,
  },
] as const satisfies readonly Param[];

export const LONGEST_TITLE = 120;
export const LONGEST_CAPTION = 300;
const COLOUR = /^([0-9a-f]{3}){1,2}$/i;
const LONGEST_VALUE = 64;

export interface Options {
  readonly view: View;
  readonly only: (typeof PARTS)[number];
  readonly controls: (typeof CONTROLS)[number];
  readonly theme: Theme;
  readonly lang: string;
  readonly motion: 'auto' | 'reduced';
  readonly autoplay: '0' | '1';
  readonly loop: '0' | '1';
  readonly speed: (typeof SPEEDS)[number];
  /** Start and end of the stretch that is played; undefined: the run's own. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly fit: 'auto' | '0' | '1';
  /** Without title, mark and link, which are behind the sign of the source. */
  readonly plain: '0' | '1';
  /** Without a ground and border of its own. */
  readonly transparent: '0' | '1';
  readonly words: (typeof WORDS)[number];
  readonly labels: Readonly<Partial<Record<Labelled, Label>>>;
  readonly title: string | undefined;
  /** The author's caption, instead of the computed one. */
  readonly caption: string | undefined;
  /** Three or six hexadecimal digits. */
  readonly accent: string | undefined;
  readonly font: (typeof FONTS)[number];
  /** The run's state that the address asks for. */
  readonly state: UrlState;
}

/** A refused value, for the line below the figure. `allowed` lists the values or describes them. */
export interface Problem {
  readonly kind: 'value' | 'name' | 'version' | 'twice' | 'many';
  readonly name: string;
  readonly value: string;
  readonly allowed: readonly string[] | Allowed;
}

export interface ReadParams {
  readonly options: Options;
  readonly problems: readonly Problem[];
}

/** The widget at an address. */
export interface Target {
  readonly kind: WidgetKind;
  /** Names of its settings, the knobs first: a refusal lists those. */
  readonly names: readonly string[];
  readonly knobs: number;
}

export const DEFAULTS: Options = {
  view: 'scene',
  only: 'all',
  controls: 'full',
  theme: 'auto',
  lang: 'en',
  motion: 'auto',
  autoplay: '0',
  loop: '0',
  speed: 'story',
  from: undefined,
  to: undefined,
  fit: 'auto',
  plain: '0',
  transparent: '0',
  words: 'server',
  labels: {},
  title: undefined,
  caption: undefined,
  accent: undefined,
  font: 'sans',
  state: { overrides: {}, time_ns: undefined, request: undefined },
};

const short_of = (most: number) => (text: string) => text !== '' && text.length <= most;
/** Parameters whose value is taken as written. */
const WRITTEN = {
  text: short_of(LONGEST_TITLE),
  caption: short_of(LONGEST_CAPTION),
  colour: (text: string) => COLOUR.test(text),
};
const isWritten = (kind: Param['kind']): kind is keyof typeof WRITTEN => kind in WRITTEN;

/** One word or two, of letters and digits, with blanks and hyphens between them. */
const NAMED = /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,22}[\p{L}\p{N}])?$/u;
function readLabel(text: string): Label | undefined {
  const [one = '', several = one, ...more] = text.split('|');
  return more.length === 0 && NAMED.test(one) && NAMED.test(several) ? [one, several] : undefined;
}
const labelled = (name: string) => LABELLED.find((one) => name === `label.${one}`);

const short = (text: string) => text.slice(0, LONGEST_VALUE);
/** Names that only the full version's address has, and labels of nothing. */
const ELSEWHERE = /^(with|fork)$|^(fork|label)\./;

function problemOf(problem: UrlProblem): Problem {
  switch (problem.kind) {
    case 'bad_version':
      return { kind: 'version', name: 'v', value: problem.value, allowed: ['1'] };
    case 'bad_name':
      return { kind: 'name', name: problem.name, value: problem.value, allowed: [] };
    case 'bad_value': {
      const { name, value, allowed } = problem;
      return { kind: 'value', name, value, allowed: allowed === 'with' ? [] : allowed };
    }
    case 'twice':
      return { kind: 'twice', name: problem.name, value: problem.value, allowed: [] };
    case 'both':
      return { kind: 'name', name: 'with', value: problem.value, allowed: [] };
    case 'too_many':
      return { kind: 'many', name: '', value: problem.value, allowed: [problem.allowed] };
  }
}

/** Reads the address of a frame. Never throws. */
export function readParams(search: URLSearchParams, target: Target): ReadParams {
  const own: readonly Param[] = PARAMS.filter(({ of }) =>
    (of as readonly WidgetKind[]).includes(target.kind),
  );
  const problems: Problem[] = [];
  const version = search.get('v');
  if (version !== null && version !== '1')
    return {
      options: DEFAULTS,
      problems: [{ kind: 'version', name: 'v', value: short(version), allowed: ['1'] }],
    };

  const read: Record<string, string | number> = {};
  const labels: Partial<Record<Labelled, Label>> = {};
  const rest = new URLSearchParams();
  const seen = new Set<string>();
  // `to` is read after `from`, since it is checked against it.
  const in_order = [...search].sort(([a], [b]) => Number(a === 'to') - Number(b === 'to'));
  for (const [name, value] of in_order) {
    const what = labelled(name);
    const wanted = what ? 'label.NAME' : name;
    const param = own.find((one) => one.name === wanted && one.kind !== 'setting');
    // A setting may share a parameter's name; the scenario's own names take precedence.
    if (target.names.includes(name) || ELSEWHERE.test(name) || param?.kind !== undefined) {
      if (seen.has(name)) {
        problems.push({ kind: 'twice', name: short(name), value: short(value), allowed: [] });
        continue;
      }
      seen.add(name);
    }
    if (!target.names.includes(name) && param?.kind === 'choice') {
      // Present without a value means on, as for HTML attributes.
      if (value === '' && param.allowed === OFF_ON) read[name] = '1';
      else if (param.allowed.includes(value)) read[name] = value;
      else problems.push({ kind: 'value', name, value: short(value), allowed: param.allowed });
    } else if (!target.names.includes(name) && param && isWritten(param.kind)) {
      if (WRITTEN[param.kind](value)) read[name] = value;
      else problems.push({ kind: 'value', name, value: short(value), allowed: param.kind });
    } else if (!target.names.includes(name) && param?.kind === 'time' && !param.state) {
      const time_ns = parseTime(value);
      const after = name === 'to' ? (read['from'] ?? 0) : -1;
      if (time_ns !== undefined && time_ns > Number(after)) read[name] = time_ns;
      else {
        const allowed = time_ns === undefined ? 'time' : 'later';
        problems.push({ kind: 'value', name, value: short(value), allowed });
      }
    } else if (!target.names.includes(name) && param && what) {
      const label = readLabel(value);
      if (label) labels[what] = label;
      else problems.push({ kind: 'value', name, value: short(value), allowed: 'label' });
    } else if (ELSEWHERE.test(name) || (param === undefined && isOther(name, target))) {
      problems.push({ kind: 'name', name: short(name), value: short(value), allowed: [] });
    } else rest.append(name, value);
  }
  const run = parseUrl(rest, target.kind === 'benchmark' ? target.names : withSeed(target.names));
  const names = [
    ...target.names.slice(0, target.knobs),
    ...own.flatMap(({ kind, name }) =>
      kind === 'label' ? LABELLED.map((one) => `label.${one}`) : kind === 'setting' ? [] : [name],
    ),
  ];
  const all = [...problems, ...run.problems.map(problemOf)];
  if (read['only'] !== undefined && read['only'] !== DEFAULTS.only) read['controls'] ??= 'none';
  return {
    options: { ...DEFAULTS, ...read, labels, state: run.state },
    problems: all.map((one) => (one.kind === 'name' ? { ...one, allowed: names } : one)),
  };
}

/** Whether it is a parameter of another kind of widget. */
const isOther = (name: string, { kind, names }: Target) =>
  !names.includes(name) &&
  PARAMS.some((one) => one.name === name && !(one.of as readonly WidgetKind[]).includes(kind));

const withSeed = (names: readonly string[]) =>
  names.includes('seed') ? names : [...names, 'seed'];
