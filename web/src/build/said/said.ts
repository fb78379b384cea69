/** Reads and checks a claim's file as a whole. content/said/README.md describes the grammar. */
import { CODE } from '#locale';
import { LANGUAGES } from '../../model/languages';
import { m } from '#paraglide/messages.js';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod/v4';
import type { PictureAsk, PageStep } from '../../features/lesson/types';
import { KINDS, type Trial } from '../../features/said/types';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { curveName, pairName, tableName } from '../../model/embedding/names';
import { LONGEST_TITLE, type WidgetKind } from '../../model/embedding/params';
import { frameAddress, PLAIN, snippet } from '../../model/embedding/snippets';
import type { UrlState } from '../../model/link/url';
import type { Source } from '../../model/run/types';
import type { SaidClaim } from '../../model/said/claims';
import { checked, fields, list, readContent, words } from '../content/read';
import { StepBlocks } from '../lessons/blocks';
import { Inline } from '../lessons/inline';
import { sourceOf, type Library } from '../lessons/library';
import { readMarkdown } from '../lessons/markdown';
import { Problems } from '../lessons/problems';
import { readTrial, TRIAL, unfounded } from './trials';

const FRONT = checked(
  fields({
    kind: z.enum(KINDS),
    /** Verbatim; otherwise `told`, in our words. */
    quote: words.optional(),
    lang: words.optional(),
    /** A quote in the other languages of the site, by their codes. */
    means: z.partialRecord(z.string(), words, 'an object').optional(),
    told: words.optional(),
    /** Who made the claim, if not the author of the source. */
    by: words.optional(),
    source: words.optional(),
    /** In one sentence. */
    verdict: words,
    since: words.regex(/^\d{4}-\d\d-\d\d$/, 'a date, YYYY-MM-DD, in quotes'),
    would: list(TRIAL).default([]),
    /** Paths from the site's root. */
    see: list(words).default([]),
  }),
  ({ quote, told, lang, means = {}, source }, refuse) => {
    if ((quote === undefined) === (told === undefined))
      refuse([], 'either quote, word for word, or told, in our words');
    if (lang !== undefined && quote === undefined) refuse(['lang'], 'the language of a quote');
    const others = quote === undefined ? [] : LANGUAGES.filter(({ tag }) => !tag.startsWith(lang ?? 'en'));
    if (Object.keys(means).sort().join() !== others.map(({ code }) => code).sort().join())
      refuse(['means'], 'a quote in each language of the site but its own (lang, en if missing)');
    if (quote !== undefined && source === undefined) refuse(['source'], 'where the quote is from');
  },
);

/** Its figure for other people's pages, under a title that includes the verdict. */
export interface Embed {
  readonly name: string;
  readonly kind: WidgetKind;
  /** From the site's root. */
  readonly address: string;
  /** The snippet for other pages, with `%site%` for the site's address, which only the page knows. */
  readonly line: string;
}

export interface Said
  extends
    Omit<SaidClaim, 'address'>,
    Omit<z.infer<typeof FRONT>, 'verdict' | 'source' | 'would' | 'means'> {
  /** What a quote in another language than the page's says. */
  readonly meaning?: string | undefined;
  readonly source: Source | undefined;
  /** The verdict in a sentence. */
  readonly words: string;
  readonly trials: readonly Trial[];
  readonly step: PageStep;
  readonly picture: PictureAsk;
  readonly embed: Embed;
}

const SITE = '%site%';

/** A frame that opens in the page's state. */
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

export function parseSaid(
  file: string,
  text: string,
  { slug, title, verdict }: SaidClaim,
  library: Library,
): Said {
  const problems = new Problems(file);
  const root = readMarkdown(text);
  const [yaml] = root.children;
  const read = yaml?.type === 'yaml' ? yaml.value : '';
  const front = problems.try(1, () => readContent(FRONT, parseYaml(read), 'front matter'));
  const key = front?.source;
  const source = key === undefined ? undefined : problems.try(1, () => sourceOf(library, key));
  const would = front?.would ?? [];
  const trials = would.flatMap((one) => problems.try(1, () => readTrial(library, one)) ?? []);
  const wrong = front && trials.length === would.length ? unfounded(verdict, trials) : undefined;
  if (wrong !== undefined) problems.add(1, wrong);

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
  if (!front || !picture) throw new Error(file);
  const { verdict: sentence, would: _, means = {}, ...rest } = front;
  const meaning = means[CODE];
  return {
    ...rest,
    ...(meaning !== undefined && { lang: front.lang ?? 'en' }),
    ...(meaning !== undefined && { meaning }),
    slug,
    title,
    verdict,
    source,
    words: sentence,
    trials,
    step: {
      slug,
      title,
      blocks: blocks.blocks,
      claims,
      terms: [...inline.terms.values()],
    },
    picture,
    embed: embedOf(slug, framed, picture),
  };
}
