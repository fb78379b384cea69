/** What content/reference/lists.json says: many names on a page, with a sentence each. */
import { z } from 'zod/v4';
import listsJson from '../../../../content/reference/lists.json';
import { OVERVIEW } from '../../model/reference/address';
import { fields, list, readContent, words } from './read';

const texts = list(words).default([]);
export const LISTS_FILE = 'content/reference/lists.json';
const LIST = fields({
  title: words,
  description: words,
  lead: list(words, 1),
  groups: list(
    fields({
      title: words,
      note: words.optional(),
      /** Keys of content/sources.json. */
      sources: texts,
      rows: list(
        fields({
          name: words,
          /** This site's word for it. */
          ours: words.optional(),
          says: words,
          /** Names of the reference, or paths of the site. */
          see: texts,
          /** Other names that the search leads here from. */
          also: texts,
        }),
        1,
      ),
    }),
    1,
  ),
});
type Written = z.infer<typeof LIST> & { readonly address: string };

const read = readContent(z.record(z.string(), LIST), listsJson, LISTS_FILE);
export const lists: readonly Written[] = Object.entries(read).map(([slug, one]) => ({
  address: `${OVERVIEW}${slug}/`,
  ...one,
}));

/** Every name on the page. */
export const namesOf = ({ groups }: Written): readonly string[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ name, also }) => [name, ...also]));
