/** The map of the course: what each lesson answers and which ones it builds on, content/lessons/en/course.json. */
import { z } from 'zod/v4';
import { fields, list, readContent, words } from '../content/read';

/** For each of these lessons, which stand in their order. */
export function readCourse(json: unknown, slugs: readonly string[]) {
  const way = (_: string, at: number) =>
    fields({
      question: words.regex(/\?$/, 'the lesson’s question in one line, with its mark'),
      /** Slugs of earlier lessons. */
      needs: list(z.enum(slugs.slice(0, at), 'an earlier lesson')),
    });
  const course = Object.fromEntries(slugs.map((slug, at) => [slug, way(slug, at)]));
  const read = readContent(fields(course), json, 'content/lessons/en/course.json');
  return slugs.map((slug) => read[slug] ?? { question: '', needs: [] });
}
