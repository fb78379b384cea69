/** The map of the course: the question of each lesson and the lessons it builds on, from content/lessons/en/course.json. */
import { z } from 'zod/v4';
import { fields, list, readContent, words } from '../content/read';

/** The entry of each of these lessons, in their order. */
export function readCourse(json: unknown, slugs: readonly string[]) {
  const way = (_: string, at: number) =>
    fields({
      question: words.regex(/[?？]$/, 'the lesson’s question in one line, with its mark'),
      /** Slugs of earlier lessons. */
      needs: list(z.enum(slugs.slice(0, at), 'an earlier lesson')),
      /** Its steps on the path of twelve minutes. */
      short: list(fields({ step: words, alone: words, skips: words })).optional(),
    });
  const course = Object.fromEntries(slugs.map((slug, at) => [slug, way(slug, at)]));
  const read = readContent(fields(course), json, 'content/lessons/en/course.json');
  return slugs.map((slug) => read[slug] ?? { question: '', needs: [], short: undefined });
}
