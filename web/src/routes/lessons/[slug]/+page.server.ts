import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../build/lessons';
import { sayStep } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => lessons.map(({ slug }) => ({ slug }));

export const load: PageServerLoad = ({ params, locals }) => {
  const data = stepData(params.slug) ?? error(404);
  return { ...sayStep(locals, data), ...data };
};
