import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../../build/lessons';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  lessons.flatMap(({ slug, steps }) => steps.map((step) => ({ slug, step: step.slug })));

export const load: PageServerLoad = ({ params }) =>
  stepData(params.slug, params.step) ?? error(404);
