/** The step that was read last, stored on this device. */
import { keepHere, recallHere } from '../../ui/kept';
import type { Step } from './types';

const KEY = 'left-off';

export const leaveOff = (lesson: string, step: string) => keepHere(KEY, `${lesson}/${step}`);
export const leftOff = () => recallHere(KEY);
export const forget = () => keepHere(KEY, undefined);

interface Steps {
  readonly slug: string;
  readonly steps: readonly Pick<Step, 'slug' | 'was'>[];
}

/** Its indexes in these lists, or those of the step that took it in; if there is none, the first one of its lesson. */
export function placeOf(
  kept: string | undefined,
  lessons: readonly Steps[],
): { lesson: number; step: number } | undefined {
  if (kept === undefined) return undefined;
  const [slug] = kept.split('/');
  for (const [lesson, one] of lessons.entries()) {
    const step = one.steps.findIndex(
      ({ slug: own, was }) => `${one.slug}/${own}` === kept || was.includes(kept),
    );
    if (step >= 0) return { lesson, step };
  }
  const lesson = lessons.findIndex((one) => one.slug === slug);
  return lesson < 0 ? undefined : { lesson, step: 0 };
}
