import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../build/lessons';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => lessons.map(({ slug }) => ({ slug }));

export const load: PageServerLoad = ({ params }) => stepData(params.slug) ?? error(404);
