/** The readers' table of parameters, made from the parser's table. */
import { m } from '#paraglide/messages.js';
import { DEFAULTS, KINDS, LABELLED, PARAMS, type Param } from './params';
import { allowedWords } from './sentences';

/** An example value for each parameter. Kept here because a frame's script doesn't need it. */
const EXAMPLES: Readonly<Record<(typeof PARAMS)[number]['name'], string>> = {
  v: '1',
  NAME: '8',
  seed: '3',
  t: '1.2s',
  r: '7',
  at: '50,50,20',
  server: 'percona',
  view: 'timeline',
  only: 'scene',
  controls: 'minimal',
  theme: 'dark',
  lang: 'zh',
  motion: 'reduced',
  autoplay: '1',
  loop: '1',
  speed: '0.5',
  from: '400ms',
  to: '1.2s',
  fit: '1',
  plain: '1',
  transparent: '1',
  words: 'plain',
  'label.NAME': 'Pod|Pods',
  title: 'Six threads, eight clients',
  caption: 'Two of eight wait for the first six.',
  accent: '0a58ca',
  font: 'serif',
};

export interface ParamRow {
  /** Undefined: any setting of the scenario, by its own name. */
  readonly name: string | undefined;
  readonly does: string;
  /** As it may appear in an address. */
  readonly example: string;
  /** All possible values, or a description of them. */
  readonly values: readonly string[];
  readonly words: string;
  /** The default; empty: the figure's own. */
  readonly normal: string;
  readonly of: string;
}

function ofWords({ of }: Param): string {
  if (KINDS.every((kind) => of.includes(kind))) return m.embed_page_of_all();
  return of.length > 1 ? m.embed_page_of_runs() : m.embed_page_of_scenario();
}

export const paramRows = (): readonly ParamRow[] =>
  PARAMS.map((row): ParamRow => {
    const { name, kind, allowed } = row;
    const unlessTold: Readonly<Record<string, unknown>> = { ...DEFAULTS };
    const normal = unlessTold[name];
    const written =
      kind === 'setting' ? 'thread_pool_max_threads' : name.replace('NAME', LABELLED[0]);
    return {
      name: kind === 'setting' ? undefined : name,
      does: m[`embed_param_${name === 'NAME' || name === 'label.NAME' ? kind : name}`](),
      example: `${written}=${encodeURIComponent(EXAMPLES[name])}`,
      values: allowed,
      words: kind === 'choice' ? '' : allowedWords(kind),
      normal: typeof normal === 'string' ? normal : (allowed[0] ?? ''),
      of: ofWords(row),
    };
  });
