import { error } from '@sveltejs/kit';
import { claims } from '../../../model/said/claims';
import { saidData } from '../../../build/said';
import { places } from '../../../build/site/places';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => claims.map(({ slug }) => ({ slug }));

export const load: PageServerLoad = ({ params }) => {
  const data = saidData(params.slug) ?? error(404);
  const see = data.claim.see.map((path) => {
    const place = places.get(path);
    if (!place) throw new Error(`content/said/${params.slug}.md: see ${path} leads nowhere`);
    return place;
  });
  return { ...data, see };
};
