/** A claim's file, read and checked whole. The grammar is described in content/said/README.md. */
import { m } from '#paraglide/messages.js';
import type { Root } from 'mdast';
import { parse as parseYaml } from 'yaml';
import type { PictureAsk, Step } from '../../features/lesson/types';
import { KINDS, type Kind, type Trial } from '../../features/said/types';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { curveName, pairName, tableName } from '../../model/embedding/names';
import { LONGEST_TITLE, type WidgetKind } from '../../model/embedding/params';
import { frameAddress, PLAIN, snippet } from '../../model/embedding/snippets';
import type { UrlState } from '../../model/link/url';
import { isRecord } from '../../model/run/pointer';
import type { Source } from '../../model/run/types';
import type { SaidClaim } from '../../model/said/claims';
import { StepBlocks } from '../lessons/blocks';
import { Inline } from '../lessons/inline';
import { sourceOf, type Library } from '../lessons/library';
import { readMarkdown } from '../lessons/markdown';
import { oneOf, Problems } from '../lessons/problems';
import { readTrial, unfounded } from './trials';

const FIELDS = [
  'kind',
  'quote',
  'lang',
  'english',
  'told',
  'by',
  'source',
  'verdict',
  'since',
  'would',
  'see',
];

/** Its figure for other people's pages, under a title that does not go without the verdict. */
export interface Embed {
  readonly name: string;
  readonly kind: WidgetKind;
  /** From the site's root. */
  readonly address: string;
  /** For other pages; `%site%` where the site's address stands, which the page alone knows. */
  readonly line: string;
}

export interface Said extends Omit<SaidClaim, 'address'> {
  readonly kind: Kind;
  /** Word for word; else `told`, in our words. */
  readonly quote: string | undefined;
  readonly lang: string | undefined;
  readonly english: string | undefined;
  readonly told: string | undefined;
  /** Who said it, where that is not the author of the source. */
  readonly by: string | undefined;
  readonly source: Source | undefined;
  /** The verdict in a sentence. */
  readonly words: string;
  readonly since: string;
  readonly trials: readonly Trial[];
  /** Paths from the site's root. */
  readonly see: readonly string[];
  readonly step: Omit<Step, 'picture'>;
  readonly picture: PictureAsk;
  readonly embed: Embed;
}

const SITE = '%site%';

/** A frame that opens as the page does. */
function embedOf(slug: string, title: string, picture: PictureAsk): Embed {
  const page = `claims/${slug}/`;
  const nothing: UrlState = { overrides: {}, time_ns: undefined, request: undefined };
  const of = (kind: WidgetKind, name: string, state = nothing): Embed => {
    const subject = { name, kind, title, page };
    const look = { ...PLAIN, title };
    const address = frameAddress({ site: '', subject, state, look });
    return {
      name,
      kind,
      address,
      line: snippet({ form: 'iframe', site: SITE, subject, state, look }),
    };
  };
  switch (picture.kind) {
    case 'figure': {
      const { overrides = {}, time_ns, request } = picture.figure.cue;
      return of('scenario', picture.figure.scenario, { overrides, time_ns, request });
    }
    case 'twins': {
      const { left, right } = picture;
      const state = { ...nothing, time_ns: left.cue.time_ns };
      return of('pair', pairName(left.scenario, right.scenario), state);
    }
    case 'curve': {
      const [machine = '', workload = ''] = picture.pair.split('.');
      return of('benchmark', curveName({ machine, workload }));
    }
    case 'chart':
      return of('benchmark', tableName(picture.bench));
  }
}

function frontMatter(root: Root, problems: Problems): Record<string, unknown> {
  const [yaml] = root.children;
  const read = yaml?.type === 'yaml' ? problems.try(1, () => parseYaml(yaml.value) as unknown) : {};
  const front = isRecord(read) ? read : {};
  for (const key of Object.keys(front))
    if (!FIELDS.includes(key)) problems.add(1, `no field "${key}"; allowed: ${oneOf(FIELDS)}`);
  return front;
}

export function parseSaid(
  file: string,
  text: string,
  { slug, title, verdict }: SaidClaim,
  library: Library,
): Said {
  const problems = new Problems(file);
  const root = readMarkdown(text);
  const front = frontMatter(root, problems);
  const words = (key: string): string | undefined => {
    const value = front[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const needed = (key: string): string => {
    const value = words(key);
    if (value === undefined) problems.add(1, `the front matter needs ${key}, some words`);
    return value ?? '';
  };
  const list = (key: string): readonly unknown[] => {
    const value = front[key];
    return Array.isArray(value) ? (value as unknown[]) : [];
  };
  const kind = KINDS.find((one) => one === front['kind']);
  if (!kind) problems.add(1, `kind is ${String(front['kind'])}; allowed: ${oneOf(KINDS)}`);
  const [quote, told, lang, english] = ['quote', 'told', 'lang', 'english'].map(words);
  if ((quote === undefined) === (told === undefined))
    problems.add(1, 'either quote, word for word, or told, in our words');
  if ((lang === undefined) !== (english === undefined))
    problems.add(1, 'a quote in another language has lang and english');
  const key = words('source');
  const source = key === undefined ? undefined : problems.try(1, () => sourceOf(library, key));
  if (quote !== undefined && key === undefined) problems.add(1, 'a quote has its source');
  const sentence = needed('verdict');
  const since = needed('since');
  if (!/^\d{4}-\d\d-\d\d$/.test(since)) problems.add(1, 'since is a date, YYYY-MM-DD, in quotes');
  const trials = list('would').flatMap(
    (one) => problems.try(1, () => readTrial(library, one)) ?? [],
  );
  if (trials.length === list('would').length) {
    const wrong = unfounded(verdict, trials);
    if (wrong !== undefined) problems.add(1, wrong);
  }

  const inline = new Inline(library, problems);
  const blocks = new StepBlocks(slug, library, inline, problems, undefined);
  for (const node of root.children) if (node.type !== 'yaml') blocks.add(node);
  const claims = blocks.finish();
  const { picture } = blocks;
  if (!picture) problems.add(1, 'a claim needs its figure');
  for (const block of blocks.blocks)
    if (block.kind !== 'prose' && block.kind !== 'figure' && block.kind !== 'why')
      problems.add(
        1,
        `a claim's page has no ${block.kind}; allowed: prose, figure, twins, curve, chart, why`,
      );
  const framed = m.said_embed_title({ title, verdict: VERDICT_WORDS[verdict]().toLowerCase() });
  if (framed.length > LONGEST_TITLE)
    problems.add(1, `“${framed}” is longer than ${LONGEST_TITLE}: the title of its frame`);
  problems.raise();
  if (!kind || !picture) throw new Error(file);
  return {
    slug,
    title,
    verdict,
    kind,
    quote,
    lang,
    english,
    told,
    by: words('by'),
    source,
    words: sentence,
    since,
    trials,
    see: list('see').map(String),
    step: {
      slug,
      title,
      aside: false,
      blocks: blocks.blocks,
      claims,
      terms: [...inline.terms.values()],
    },
    picture,
    embed: embedOf(slug, framed, picture),
  };
}
