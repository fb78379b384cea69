import { error } from '@sveltejs/kit';
import { figureData, links, scenarios } from '../../../build/runs/scenarios';
import { say } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => scenarios.map(({ name }) => ({ name }));

export const load: PageServerLoad = ({ params, locals }) => {
  const index = scenarios.findIndex(({ name }) => name === params.name);
  const file = scenarios[index];
  if (!file) error(404);
  const figure = figureData(file);
  const { lives, scenario } = figure.poster.outcome;
  const { title, question, about, source, server, published = [] } = scenario;
  return {
    ...say(locals, title, question),
    figure,
    // The run itself is a file of its own (model/run/poster.ts).
    scenario: {
      ...{ title, question, about, source, published, scheduler: server.scheduler },
      lives: published.length > 0 ? lives : [],
    },
    previous: links[index - 1],
    next: links[index + 1],
  };
};
