/** The step that was read last, stored on this device. */
import { keepHere, recallHere } from '../../ui/kept';

const KEY = 'left-off';

export const leaveOff = (lesson: string, step: string) => keepHere(KEY, `${lesson}/${step}`);
export const leftOff = () => recallHere(KEY);
export const forget = () => keepHere(KEY, undefined);

/** Its indexes in these lists; if the step no longer exists, the first one of its lesson. */
export function placeOf(
  kept: string | undefined,
  lessons: readonly { readonly slug: string; readonly steps: readonly string[] }[],
): { lesson: number; step: number } | undefined {
  const [slug, step = ''] = kept?.split('/') ?? [];
  const lesson = lessons.findIndex((one) => one.slug === slug);
  if (lesson < 0) return undefined;
  return { lesson, step: Math.max(0, lessons[lesson]?.steps.indexOf(step) ?? 0) };
}
