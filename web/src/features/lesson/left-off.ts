/** The step that was read last, kept on this device. */
import { keepHere, recallHere } from '../../ui/kept';

const KEY = 'left-off';

export const leaveOff = (lesson: string, step: string) => keepHere(KEY, `${lesson}/${step}`);
export const leftOff = () => recallHere(KEY);
export const forget = () => keepHere(KEY, undefined);

/** Its places in these lists, from 0; of a step that is gone, the lesson’s first. */
export function placeOf(
  kept: string | undefined,
  lessons: readonly { readonly slug: string; readonly steps: readonly string[] }[],
): { lesson: number; step: number } | undefined {
  const [slug, step = ''] = kept?.split('/') ?? [];
  const lesson = lessons.findIndex((one) => one.slug === slug);
  if (lesson < 0) return undefined;
  return { lesson, step: Math.max(0, lessons[lesson]?.steps.indexOf(step) ?? 0) };
}
