import { error } from '@sveltejs/kit';
import { lessons, stepData } from '../../../../build/lessons';
import { m } from '#paraglide/messages.js';
import { say } from '../../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

/** For print: the page needs no script, and its pictures are static. */
export const csr = false;

export const entries: EntryGenerator = () => lessons.map(({ slug }) => ({ slug }));

export const load: PageServerLoad = ({ params, locals }) => {
  const lesson = lessons.find(({ slug }) => slug === params.slug);
  if (!lesson) error(404);
  const pages = lesson.steps.flatMap(
    (step) => stepData(lesson.slug, step.slug, { as_told: true }) ?? [],
  );
  const title = m.lesson_whole_title({ title: lesson.title });
  return { ...say(locals, title, lesson.summary), lesson, pages, for_print: true };
};
