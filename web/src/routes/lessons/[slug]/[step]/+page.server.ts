import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../../build/lessons';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  lessons.flatMap(({ slug, steps }) =>
    steps.flatMap((step) => [step.slug, step.was ?? []].flat().map((one) => ({ slug, step: one }))),
  );

export const load: PageServerLoad = ({ params }) =>
  stepData(params.slug, params.step) ?? error(404);
