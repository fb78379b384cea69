import { error } from '@sveltejs/kit';
import { figureData, links, scenarios } from '../../../build/runs/scenarios';
import { say } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => scenarios.map(({ name }) => ({ name }));

export const load: PageServerLoad = ({ params, locals }) => {
  const index = scenarios.findIndex(({ name }) => name === params.name);
  const file = scenarios[index];
  if (!file) error(404);
  return {
    ...say(locals, file.scenario.title, file.scenario.question),
    figure: figureData(file),
    previous: links[index - 1],
    next: links[index + 1],
  };
};
