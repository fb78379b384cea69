/** Pages that list many names with a sentence each (content/reference/lists.json). */
import { z } from 'zod/v4';
import listsJson from '../../../../content/reference/lists.json';
import type { List, Leads } from '../../features/reference/types';
import { OVERVIEW } from '../../model/reference/address';
import { referenceNamed } from '../../model/reference/list';
import { anchorOf } from '../../model/search/words';
import { fields, list, readContent, words } from '../content/read';
import { library } from '../lessons';
import { sourceOf } from '../lessons/library';
import { places } from '../site/places';

const texts = list(words).default([]);
const FILE = 'content/reference/lists.json';
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

const read = readContent(z.record(z.string(), LIST), listsJson, FILE);
export const lists: readonly Written[] = Object.entries(read).map(([slug, one]) => ({
  address: `${OVERVIEW}${slug}/`,
  ...one,
}));

/** Every name on the page. */
export const namesOf = ({ groups }: Written): readonly string[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ name, also }) => [name, ...also]));

function leadsTo(name: string): Leads {
  const page = referenceNamed(name);
  const found = page ? { path: page.address, title: page.name } : places.get(name);
  if (!found) throw new Error(`${FILE}: ${name} leads nowhere`);
  return found;
}

export function listAt(address: string): List | undefined {
  const found = lists.find((one) => one.address === address);
  return (
    found && {
      ...found,
      groups: found.groups.map((group) => ({
        ...group,
        id: anchorOf(group.title),
        sources: group.sources.map((key) => sourceOf(library, key)),
        rows: group.rows.map(({ see, also, ...row }) => ({
          ...row,
          id: anchorOf(row.name),
          ids: also.map(anchorOf),
          see: see.map(leadsTo),
        })),
      })),
    }
  );
}
