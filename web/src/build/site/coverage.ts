/** What the articles that the site explains contain, item by item, and where on the site the answer is: content/coverage.json. */
import type { Source } from '../../model/run/types';
import { isRecord } from '../../model/run/pointer';
import { oneOf } from '../lessons/problems';

/** Keys of content/sources.json, in the order of their dates. */
export const ARTICLES = [
  'timc',
  'mariadb-benchmarks',
  'percona-2014',
  'numa-2021-12',
  'wych42',
] as const;
export type Article = (typeof ARTICLES)[number];

const KINDS = ['figure', 'table', 'experiment', 'setting', 'argument', 'question'] as const;
/** Run again and equal; set beside published or measured numbers; told; or not here. */
export const HOWS = ['reproduced', 'matched', 'discussed', 'not'] as const;
const WHYS = ['no-numbers', 'not-scheduling', 'no-data'] as const;
export type How = (typeof HOWS)[number];
export type Kind = (typeof KINDS)[number];
export type Why = (typeof WHYS)[number];

/** A page of the site or a place on one, from the site's root. */
export interface Place {
  readonly path: string;
  readonly title: string;
}

interface Item {
  readonly kind: Kind;
  /** Who wrote it, where it is not the author. */
  readonly by?: string | undefined;
  readonly what: string;
  readonly how: How;
  /** Of what is not here. */
  readonly why?: Why | undefined;
  readonly answer: string;
  readonly places: readonly Place[];
}
export interface Covered {
  readonly key: Article;
  readonly source: Source;
  readonly items: readonly Item[];
}

const FIELDS = ['kind', 'by', 'what', 'how', 'why', 'answer', 'links'];

/** Everything that is wrong, at once, each with its place. */
export function readCoverage(
  json: unknown,
  sources: Readonly<Record<string, Source>>,
  places: ReadonlyMap<string, Place>,
): readonly Covered[] {
  const wrong: string[] = [];
  const file = isRecord(json) ? json : {};
  for (const key of Object.keys(file))
    if (!(ARTICLES as readonly string[]).includes(key))
      wrong.push(`/${key} is no article; allowed: ${oneOf(ARTICLES)}`);

  function item(given: unknown, at: string): Item {
    const one = isRecord(given) ? given : {};
    for (const key of Object.keys(one))
      if (!FIELDS.includes(key)) wrong.push(`${at} has no "${key}"; allowed: ${oneOf(FIELDS)}`);
    const words = (key: string) => {
      const value = one[key];
      if (typeof value === 'string' && value.trim() !== '') return value;
      wrong.push(`${at}/${key} needs some words`);
      return '';
    };
    const choice = <T extends string>(key: string, allowed: readonly T[]) => {
      const found = allowed.find((word) => word === one[key]);
      if (found === undefined)
        wrong.push(`${at}/${key} is ${JSON.stringify(one[key])}; allowed: ${oneOf(allowed)}`);
      return found ?? allowed[0];
    };
    const how = choice('how', HOWS);
    if (how !== 'not' && one['why'] !== undefined) wrong.push(`${at}/why is for what is not here`);
    const links: readonly unknown[] = Array.isArray(one['links']) ? one['links'] : [];
    if (how !== 'not' && links.length === 0) wrong.push(`${at}/links: ${how}, but where?`);
    return {
      kind: choice('kind', KINDS) ?? KINDS[0],
      by: one['by'] === undefined ? undefined : words('by'),
      what: words('what'),
      how: how ?? HOWS[0],
      why: how === 'not' ? choice('why', WHYS) : undefined,
      answer: words('answer'),
      places: links.flatMap((link) => {
        const place = places.get(String(link));
        if (!place) wrong.push(`${at}/links: ${String(link)} leads nowhere`);
        return place ?? [];
      }),
    };
  }

  const covered = ARTICLES.flatMap((key): Covered[] => {
    const [source, items] = [sources[key], file[key]];
    if (!source) wrong.push(`/${key} is not in content/sources.json`);
    if (!Array.isArray(items) || items.length === 0) wrong.push(`/${key} has no entries`);
    const list: readonly unknown[] = Array.isArray(items) ? items : [];
    const read = list.map((one, index) => item(one, `/${key}/${index}`));
    return source ? [{ key, source, items: read }] : [];
  });
  if (wrong.length > 0)
    throw new Error(wrong.map((one) => `content/coverage.json ${one}`).join('\n'));
  return covered;
}
