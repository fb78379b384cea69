/** Requests of two runs over time as marks: the bars of both, and what lies between their answers. */
import { group, line, text, type Look, type Mark } from '../marks/marks';
import { barsOf, topOf, type BarLook, type Rows } from './timeline-marks';
import type { TwinRow } from './twin-timeline';

export function twinBars(data: readonly TwinRow[], rows: Rows, look: BarLook): Mark[] {
  return data.map(({ request, left, right }, index) => {
    const y = topOf(rows, index, 2);
    const other = right?.stretches ?? [];
    const scale = rows.scale.of(request);
    return group(
      [
        ...barsOf(left.stretches, scale, y, rows.bar, look),
        ...barsOf(other, scale, y + rows.bar + 1, rows.bar, look),
      ],
      { key: request },
    );
  });
}

/** From the earlier answer to the later one, with what lies between them. */
export function gapMarks(
  { left, right }: TwinRow,
  rows: Rows,
  index: number,
  words: string,
): Mark[] {
  if (right?.end_ns === undefined || left.end_ns === undefined) return [];
  const { scale, bar: h } = rows;
  const y = topOf(rows, index, 2) + (left.end_ns < right.end_ns ? h / 2 : h * 1.5 + 1);
  const from = Math.min(left.end_ns, right.end_ns);
  const to = Math.max(left.end_ns, right.end_ns);
  const look: Look = { stroke: '--ink-2', thick: 1.5, dash: '3 2' };
  return [
    line(scale.x(from), y, scale.x(to), y, look),
    line(scale.x(to), y - h / 2, scale.x(to), y + h / 2, look),
    ...(words !== '' && scale.share(to) - scale.share(from) > 14
      ? [
          text(scale.x((from + to) / 2), y + 4, words, {
            class: 'words',
            size: 11,
            weight: 600,
            fill: '--ink',
            anchor: 'middle',
          }),
        ]
      : []),
  ];
}
