import { error } from '@sveltejs/kit';
import { figureData, links, scenarios } from '../../../build/runs/scenarios';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => scenarios.map(({ name }) => ({ name }));

export const load: PageServerLoad = ({ params }) => {
  const index = scenarios.findIndex(({ name }) => name === params.name);
  const file = scenarios[index];
  if (!file) error(404);
  return { figure: figureData(file), previous: links[index - 1], next: links[index + 1] };
};
