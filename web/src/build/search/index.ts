/** Everything that the search finds, from the same data as the pages. */
import coverage from '../../../../content/coverage.json';
import { m } from '#paraglide/messages.js';
import type { Block, Step } from '../../features/lesson/types';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { OVERVIEW } from '../../model/reference/address';
import { REFERENCE } from '../../model/reference/list';
import { STATES_ADDRESS } from '../../model/reference/states';
import type { Verdict } from '../../model/said/claims';
import type { IndexFile } from '../../model/search/entry';
import { CODE, CUT, LIST, LONGEST_FOUND, SENTENCES } from '#locale';
import { anchorOf } from '../../model/search/words';
import { NEXT } from '../../model/joined';
import { serverName } from '../../model/words/servers';
import { lessons, library } from '../lessons';
import { KINDS } from '../measured/format';
import { kindLead, kindTitle } from '../measured/words';
import { lists, namesOf } from '../content/lists';
import { stateNames } from '../reference/states';
import { scenarios } from '../runs/scenarios';
import { addressOf, askedFor, lead, scenes, title } from '../story';
import { indexOf, type Asked, type Page } from './made';

type Headed = Readonly<Partial<Record<'id' | 'heading', string>> & Record<'what' | 'answer', string>>;

/** Claims on trial: the claim, and its verdict. */
const said = import.meta.glob<readonly (Record<'slug' | 'title', string> & { readonly verdict: Verdict })[]>(
  '/content/said/claims.json',
  { import: 'default', eager: true },
);

const vocabularies = import.meta.glob<Asked>('/content/search/*.json', { import: 'default', eager: true });

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

/** Parts of the page for a hang, which people look for by themselves. */
const HANGS = [
  ['in', m.hangs_in_title, m.hangs_in_lead],
  ['look', m.hangs_look_title, m.hangs_look_lead],
  ['locks', m.hangs_locks_title, m.hangs_locks_lead],
  ['signs', m.hangs_list_title, m.hangs_list_lead],
  ['watch', m.hangs_watch_title, m.hangs_watch_lead],
  ['alerts', m.hangs_alerts_title, m.hangs_alerts_lead],
  ['today', m.hangs_today_title, m.hangs_today_lead],
] as const;

export function* all(): Generator<Page> {
  for (const { kind, name, address, answer, aliases, message } of REFERENCE)
    yield { kind, name, address, text: answer, also: aliases, message, words: message ?? '' };
  for (const [key, { term, also = [], text }] of Object.entries(library.glossary))
    yield { kind: 'word', name: term, address: `/glossary/#${key}`, text, also, words: '' };
  for (const { slug, title, verdict } of Object.values(said).flat())
    yield {
      kind: 'claim',
      name: title,
      address: `/claims/${slug}/`,
      text: m.search_claim({ verdict: VERDICT_WORDS[verdict]().toLowerCase() }),
      also: [],
      words: slug,
    };
  for (const { slug, title, kicker, summary, steps } of lessons) {
    const address = `/lessons/${slug}/`;
    yield { kind: 'lesson', name: title, address, text: summary, also: [], words: kicker };
    for (const [at, step] of steps.entries()) yield stepPage(slug, step, at === 0);
  }
  for (const [at, scene] of scenes.entries()) {
    const words = scene.blocks.flatMap(wordsOfBlock).map(plain).join(' ');
    const found = page(addressOf(at), at === 0 ? title : scene.title, lead, words);
    yield at === 0 ? { ...found, also: askedFor } : { ...found, text: sentences(words)[0] ?? '' };
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
  for (const list of lists) {
    yield { ...page(list.address, list.title, list.description), also: namesOf(list) };
    for (const { title, note, rows } of list.groups)
      yield page(
        `${list.address}#${anchorOf(rows[0]?.name ?? title)}`,
        title,
        note ?? rows.map(({ name }) => name).join(LIST),
        rows.map(({ name, says }) => `${name} ${says}`).join(' '),
      );
  }
  yield page('/lab/', m.lab_title(), m.lab_description());
  yield page('/diagnose/', m.capture_title(), plain(m.capture_lead()), m.capture_description());
  yield page('/hangs/', m.hangs_title(), m.hangs_lead(), m.hangs_description());
  for (const [id, title, lead] of HANGS) yield page(`/hangs/#${id}`, title(), lead());
  yield page('/curves/', m.bench_title(), m.bench_lead());
  yield page('/measured/', m.measured_title(), m.measured_description());
  for (const kind of KINDS)
    yield page(`/measured/${kind}/`, kindTitle(kind), kindLead(kind));
  yield page('/measured/clients/', m.measured_clients_title(), m.measured_clients_description());
  yield page('/servers/', m.servers_title(), m.servers_lead());
  yield page('/figures/', m.figures_title(), m.figures_lead());
  yield page('/embed/', m.embed_page_title(), m.embed_page_lead());
  yield page('/sources/', m.sources_title(), m.sources_lead());
  for (const { id, heading = '', what, answer } of Object.values(coverage).flat() as Headed[])
    if (id) yield page(`/sources/#${id}`, heading, answer, what);
  yield page('/about/', m.about_title(), m.about_lead());
  yield page('/status/', m.status_title(), m.status_lead());
  yield page('/offline/', m.offline_title(), m.offline_description());
}

export function searchIndex(): IndexFile {
  const asked = vocabularies[`/content/search/${CODE}.json`];
  if (!asked) throw new Error(`content/search/${CODE}.json is missing`);
  return indexOf([...all()], asked);
}
