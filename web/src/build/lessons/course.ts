/** The map of the course: what each lesson answers and which ones it builds on, content/lessons/en/course.json. */
import { isRecord } from '../../model/run/pointer';

interface Way {
  readonly question: string;
  /** Slugs of earlier lessons. */
  readonly needs: readonly string[];
}

/** For each of these lessons, which stand in their order. */
export function readCourse(json: unknown, slugs: readonly string[]): readonly Way[] {
  const file = isRecord(json) ? json : {};
  const wrong: string[] = [];
  const course = slugs.map((slug, at): Way => {
    const entry = file[slug];
    const { question, needs } = isRecord(entry) ? entry : {};
    if (typeof question !== 'string' || !question.endsWith('?'))
      wrong.push(`/${slug}/question: the lesson’s question in one line, with its mark`);
    const named: readonly unknown[] = Array.isArray(needs) ? needs : [];
    if (!Array.isArray(needs)) wrong.push(`/${slug}/needs: a list of earlier lessons`);
    for (const one of named)
      if (!slugs.slice(0, at).includes(String(one)))
        wrong.push(`/${slug}/needs: ${String(one)} is no earlier lesson`);
    return { question: String(question), needs: named.map(String) };
  });
  if (wrong.length > 0)
    throw new Error(wrong.map((one) => `content/lessons/en/course.json ${one}`).join('\n'));
  return course;
}
