/** What a lesson writes on a timeline: moments by their numbers, a guess, a veil over what is not to be seen yet. */
import { m } from '#paraglide/messages.js';
import { circle, group, line, rect, text, type Mark } from '../marks/marks';
import { roomOf } from '../marks/measure';
import type { TimeScale } from './time-scale';
import { NUMBER_ROOM } from './timeline-marks';

export interface Numbered {
  readonly label: string;
  readonly words: string;
  /** In percent. */
  readonly share: number;
}

/** Numbers that would lie on each other stand together. */
function numbered(
  marks: readonly { readonly at_ns: number; readonly label: string; readonly words: string }[],
  scale: TimeScale,
  width: number,
): Numbered[] {
  const found: (Numbered & { last: number })[] = [];
  for (const { at_ns, label, words } of marks) {
    const share = scale.share(at_ns);
    const before = found.at(-1);
    if (before && ((share - before.last) / 100) * width < NUMBER_ROOM)
      found[found.length - 1] = {
        ...before,
        label: `${before.label.split('–')[0] ?? ''}–${label}`,
        words: `${before.words}; ${words}`,
        last: share,
      };
    else found.push({ label, words, share, last: share });
  }
  return found;
}

const numberMarks = (marks: readonly Numbered[], y: number, bottom: number): Mark[] =>
  marks.flatMap(({ label, words, share }): Mark[] => {
    const x = `${share}%` as const;
    const look = { fill: '--lens', stroke: '--ink-3', title: words } as const;
    return [
      line(x, y + 7, x, bottom, { key: `stem ${label}`, stroke: '--ink-3', dash: '2 3' }),
      label.length > 2
        ? group([rect(-13, -7, 26, 14, { r: 7, ...look })], { key: `disc ${label}`, x, y })
        : circle(x, y, 7, { key: `disc ${label}`, ...look }),
      text(x, y + 3.5, label, {
        key: `number ${label}`,
        anchor: 'middle',
        size: 10,
        weight: 600,
        fill: '--ink',
      }),
    ];
  });

/** What a reader expected: the truth runs into it. */
function guessMarks(
  guess: readonly { readonly at_ns: number; readonly words: string }[],
  scale: TimeScale,
  width: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): Mark[] {
  return guess.flatMap(({ at_ns, words }, index): Mark[] => {
    const share = Math.min(100, scale.share(at_ns));
    const x = `${share}%` as const;
    const left = (share / 100) * width > roomOf(words, 11) + 12;
    return [
      line(x, top - 4, x, bottom, {
        key: `guess ${index}`,
        stroke: '--ink',
        thick: 2,
        dash: '5 3',
      }),
      text(x, top + 11 + (index % 3) * 13, words, {
        key: `guess ${index} words`,
        class: 'words',
        dx: left ? -6 : 6,
        anchor: left ? 'end' : 'start',
        size: 11,
        weight: 600,
        fill: '--ink',
      }),
    ];
  });
}

/** From now on, in percent; `id` names the pattern. */
function veilMarks(
  now: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
  width: number,
  id: string,
): Mark[] {
  if (now >= 99) return [];
  const [y, high] = [top - 2, bottom - top + 4];
  const [x, wide] = [`${now}%`, `${100 - now}%`] as const;
  const words = m.timeline_veil();
  const fits = roomOf(words, 12) < ((100 - now) / 100) * width;
  return [
    rect(x, y, wide, high, { fill: '--lens' }),
    rect(x, y, wide, high, { fill: `url(#${id}-veil)` }),
    ...(fits
      ? [
          text(`${(now + 100) / 2}%`, y + high / 2 + 4, words, {
            class: 'words',
            anchor: 'middle',
            size: 12,
            weight: 600,
            fill: '--ink-2',
          }),
        ]
      : []),
  ];
}

export const timelineNotes = { numbered, numberMarks, guessMarks, veilMarks };
export type TimelineNotes = typeof timelineNotes;
