import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../../build/lessons';
import { sayStep } from '../../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  lessons.flatMap(({ slug, steps }) =>
    steps.flatMap((one) => [
      { slug, step: one.slug },
      ...one.was.map((old) => ({
        slug: old.replace(/\/.*$/, ''),
        step: old.replace(/^.*\//, ''),
      })),
    ]),
  );

export const load: PageServerLoad = ({ params, locals }) => {
  const data = stepData(params.slug, params.step) ?? error(404);
  return { ...sayStep(locals, data), ...data };
};
