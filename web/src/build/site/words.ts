import { m } from '#paraglide/messages.js';
import type { StepData } from '../../features/lesson/types';

/** What a page's head tells machines. */
export interface PageWords {
  readonly title: string;
  readonly description: string;
}

/**
 * Passes them to the hook that writes the page's HTML (hooks.server.ts). Only the title is also data of the page, for its
 * tab.
 */
export function say(
  locals: App.Locals,
  title: string,
  description: string,
  head = `${title} – ${m.site_name()}`,
) {
  locals.words = { title, description };
  return { head };
}

/** A lesson's first step is the lesson's own page. These words ask its question without answering it. */
export function sayStep(locals: App.Locals, { lesson, step, at }: StepData) {
  const of = lesson.steps.filter(({ server }) => !server).length;
  const { question } = lesson;
  const about = { step: step.title, at: at + 1, of, lesson: lesson.title, question };
  if (at === 0) return say(locals, lesson.title, question);
  return lesson.steps[at]?.server
    ? say(locals, `${step.title} – ${lesson.title}`, question)
    : say(locals, `${step.title} – ${lesson.title}`, m.lesson_step_description(about));
}
