/** Everything that the search finds, from the same data as the pages. */
import MiniSearch from 'minisearch';
import { m } from '#paraglide/messages.js';
import type { Block, Step } from '../../features/lesson/types';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { OVERVIEW } from '../../model/reference/address';
import { REFERENCE } from '../../model/reference/list';
import { STATES_ADDRESS } from '../../model/reference/states';
import type { Verdict } from '../../model/said/claims';
import { rowOf, type Entry, type IndexFile } from '../../model/search/entry';
import { OPTIONS, type Indexed } from '../../model/search/find';
import { CUT, LONGEST_FOUND, SENTENCES, UNSPACED } from '#locale';
import { isUnspaced } from '../../model/search/unspaced';
import { pack } from '../../model/search/packed';
import { termsOf } from '../../model/search/words';
import { NEXT } from '../../model/joined';
import { serverName } from '../../model/words/servers';
import { lessons, library } from '../lessons';
import { KINDS } from '../measured/format';
import { kindLead, kindTitle } from '../measured/words';
import { lists, namesOf } from '../content/lists';
import { stateNames } from '../reference/states';
import { scenarios } from '../runs/scenarios';

/** Claims on trial: the claim, and its verdict. */
const said = import.meta.glob<readonly (Record<'slug' | 'title', string> & { readonly verdict: Verdict; readonly asked?: readonly string[] })[]>(
  '/content/said/claims.json',
  { import: 'default', eager: true },
);

/** An entry, and the other words of its page. */
interface Page extends Entry {
  readonly words: string;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
/** The text of HTML that the build wrote. */
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#x([\da-f]+)|(\w+));/gi, (whole: string, code?: string, name?: string) =>
      code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(parseInt(code, 16)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

function wordsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'prose':
    case 'act':
      return [block.html];
    case 'figure':
      return [...block.caption];
    case 'predict':
      return [block.question, ...block.reveal, ...block.options.map(({ text }) => text)];
    case 'draw':
      return [block.question, ...block.reveal];
    case 'why':
      return [block.question, ...block.answer];
    case 'goals':
      return [...block.intro, ...block.goals.map(({ html }) => html)];
    case 'calculator':
      return [...block.intro];
    case 'server':
      // Nobody searches for the words of a script.
      return block.parts.flatMap((part) => (part.kind === 'prose' ? part.html : []));
  }
}

/** A step keeps two sentences: its first, and the one with the most names. */
const sentences = (text: string) => text.split(SENTENCES);
const names = (sentence: string) =>
  sentence.length > LONGEST_FOUND ? 0 : new Set(sentence.match(/[a-z]+_[a-z_]+|[A-Z]{2,}/g)).size;
const cut = (sentence: string) =>
  sentence.length > LONGEST_FOUND
    ? sentence.slice(0, LONGEST_FOUND).replace(CUT[0], '') + CUT[1]
    : sentence;

function stepPage(slug: string, step: Step, first: boolean): Page {
  const words = step.blocks.flatMap(wordsOfBlock).map(plain).join(' ');
  const [first_said = '', ...others] = sentences(words);
  const [naming = ''] = others.toSorted((a, b) => names(b) - names(a));
  const kept = [first_said, ...(names(naming) > 0 ? [naming] : [])].map(cut);
  return {
    kind: 'step',
    name: step.title,
    address: first ? `/lessons/${slug}/` : `/lessons/${slug}/${step.slug}/`,
    text: kept.join(NEXT),
    also: [],
    words,
  };
}

const page = (address: string, name: string, text: string, words = ''): Page => ({
  kind: 'page',
  name,
  address,
  text,
  also: [],
  words,
});

function* all(): Generator<Page> {
  for (const { kind, name, address, answer, aliases, message } of REFERENCE)
    yield { kind, name, address, text: answer, also: aliases, message, words: message ?? '' };
  for (const [key, { term, also = [], text }] of Object.entries(library.glossary))
    yield { kind: 'word', name: term, address: `/glossary/#${key}`, text, also, words: '' };
  for (const { slug, title, verdict, asked = [] } of Object.values(said).flat())
    yield {
      kind: 'claim',
      name: title,
      address: `/claims/${slug}/`,
      text: m.search_claim({ verdict: VERDICT_WORDS[verdict]().toLowerCase() }),
      also: asked,
      words: slug,
    };
  for (const { slug, title, kicker, summary, asked, steps } of lessons) {
    const address = `/lessons/${slug}/`;
    yield { kind: 'lesson', name: title, address, text: summary, also: asked, words: kicker };
    for (const [at, step] of steps.entries()) yield stepPage(slug, step, at === 0);
  }
  for (const { name, scenario } of scenarios)
    yield {
      kind: 'scenario',
      name: scenario.title,
      address: `/scenarios/${name}/`,
      text: scenario.question,
      also: [name],
      words: [
        serverName(scenario.server.scheduler),
        scenario.about,
        ...Object.keys(scenario.server),
      ].join(' '),
    };
  yield page(OVERVIEW, m.reference_title(), m.reference_lead(), m.search_called());
  yield {
    ...page(STATES_ADDRESS, m.states_title(), m.states_description()),
    also: stateNames,
  };
  for (const list of lists)
    yield { ...page(list.address, list.title, list.description), also: namesOf(list) };
  yield page('/lab/', m.lab_title(), m.lab_lead());
  yield page('/diagnose/', m.capture_title(), plain(m.capture_lead()), m.capture_description());
  yield page('/hangs/', m.hangs_title(), m.hangs_lead(), m.hangs_description());
  yield page('/curves/', m.bench_title(), m.bench_lead());
  yield page('/measured/', m.measured_title(), m.measured_description());
  for (const kind of KINDS)
    yield page(`/measured/${kind}/`, kindTitle(kind), kindLead(kind));
  yield page('/measured/clients/', m.measured_clients_title(), m.measured_clients_description());
  yield page('/embed/', m.embed_page_title(), m.embed_page_lead());
  yield page('/sources/', m.sources_title(), m.sources_lead());
  yield page('/about/', m.about_title(), m.about_lead());
  yield page('/status/', m.status_title(), m.status_lead());
  yield page('/offline/', m.offline_title(), m.offline_description());
}

/** Each word once: frequency would cost more bytes than it is worth. */
const once = (words: string, but = ''): string => {
  const known = new Set(termsOf(but));
  return [...new Set(termsOf(words))].filter((term) => !known.has(term)).join(' ');
};

/** Found by all of their text, of which a list shows the first sentence: these are about one thing each. */
const ABOUT_ONE_THING: ReadonlySet<Page['kind']> = new Set(['word', 'lesson', 'scenario', 'page']);
const shown = (page: Page): Page =>
  ABOUT_ONE_THING.has(page.kind) ? { ...page, text: sentences(page.text)[0] ?? '' } : page;

/**
 * Without what only one page has in passing: of pairs of letters these are mostly the ends of two words, and they
 * would be a tenth of the file.
 */
function withoutStrays(pages: readonly Indexed[]): readonly Indexed[] {
  const known = new Set<string>();
  const again = new Set<string>();
  for (const { name, also, text, words } of pages)
    for (const term of new Set([name, also, text, words].join(' ').split(' ')))
      (known.has(term) ? again : known).add(term);
  const kept = (term: string) => !isUnspaced(term) || again.has(term);
  return pages.map((page) => ({ ...page, words: page.words.split(' ').filter(kept).join(' ') }));
}

export function searchIndex(): IndexFile {
  const pages = [...all()];
  const index = new MiniSearch(OPTIONS);
  const indexed = pages.map(({ name, also, text, words }, id) => ({
    id,
    name: once(name),
    also: once(also.join(' ')),
    text: once(text),
    words: once(words, [name, ...also, text].join(' ')),
  }));
  index.addAll(UNSPACED ? withoutStrays(indexed) : indexed);
  return { rows: pages.map((page) => rowOf(shown(page))), index: pack(index.toJSON()) };
}
