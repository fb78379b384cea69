import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../../build/lessons';
import { sayStep } from '../../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  lessons.flatMap(({ slug, steps }) =>
    steps.flatMap((step) => [step.slug, step.was ?? []].flat().map((one) => ({ slug, step: one }))),
  );

export const load: PageServerLoad = ({ params, locals }) => {
  const data = stepData(params.slug, params.step) ?? error(404);
  return { ...sayStep(locals, data), ...data };
};
