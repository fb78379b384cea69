/** The articles that the site explains, item by item, and the place of each answer on the site: content/coverage.json. */
import { z } from 'zod/v4';
import type { Source } from '../../model/run/types';
import { checked, fields, list, readContent, words } from '../content/read';

/** Keys of content/sources.json, in the order of their dates. */
export const ARTICLES = [
  'timc',
  'mariadb-benchmarks',
  'percona-2014',
  'numa-2021-12',
  'wych42',
] as const;

const KINDS = ['figure', 'table', 'experiment', 'setting', 'argument', 'question'] as const;
/**
 * `reproduced`: a run gives the same; `matched`: compared with published or measured numbers; `discussed`; or `not` on the
 * site.
 */
export const HOWS = ['reproduced', 'matched', 'discussed', 'not'] as const;
const WHYS = ['no-numbers', 'not-scheduling', 'no-data'] as const;
export type How = (typeof HOWS)[number];
export type Kind = (typeof KINDS)[number];
export type Why = (typeof WHYS)[number];

/** A page of the site or a place on one, from the site's root. */
export interface SitePlace {
  readonly path: string;
  readonly title: string;
}

const item = (places: ReadonlyMap<string, SitePlace>) =>
  checked(
    fields({
      kind: z.enum(KINDS),
      /** Who wrote it, if not the author. */
      by: words.optional(),
      what: words,
      how: z.enum(HOWS),
      /** Why it is not on the site. */
      why: z.enum(WHYS).optional(),
      answer: words,
      links: list(words).default([]),
      /** A heading above it, and the heading's anchor. */
      heading: words.optional(),
      id: words.optional(),
    }),
    ({ how, why, links }, refuse) => {
      if (how !== 'not' && why !== undefined) refuse(['why'], 'nothing: it is here');
      if (how === 'not' && why === undefined) refuse(['why'], WHYS.join(', '));
      if (how !== 'not' && links.length === 0) refuse(['links'], 'where the answer is');
      for (const [index, link] of links.entries())
        if (!places.has(link)) refuse(['links', index], 'a place of the site');
    },
  ).transform(({ links, ...rest }) => ({
    ...rest,
    places: links.flatMap((link) => places.get(link) ?? []),
  }));

export function readCoverage(
  json: unknown,
  sources: Readonly<Record<string, Source>>,
  places: ReadonlyMap<string, SitePlace>,
) {
  const items = list(item(places), 1);
  const articles = fields(Object.fromEntries(ARTICLES.map((key) => [key, items])));
  const read = readContent(articles, json, 'content/coverage.json');
  return ARTICLES.map((key) => {
    const source = sources[key];
    if (!source) throw new Error(`${key} is not in content/sources.json`);
    return { key, source, items: read[key] ?? [] };
  });
}
export type Covered = ReturnType<typeof readCoverage>[number];
