/** Pages that list many names, with their links and sources. */
import type { List, Leads } from '../../features/reference/types';
import { referenceNamed } from '../../model/reference/list';
import { anchorOf } from '../../model/search/words';
import { lists, LISTS_FILE } from '../content/lists';
import { library } from '../lessons';
import { sourceOf } from '../lessons/library';
import { places } from '../site/places';

function leadsTo(name: string): Leads {
  const page = referenceNamed(name);
  const found = page ? { path: page.address, title: page.name } : places.get(name);
  if (!found) throw new Error(`${LISTS_FILE}: ${name} leads nowhere`);
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
