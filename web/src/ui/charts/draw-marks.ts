/** A line that a reader draws over a plot, as marks: a hint while nothing is drawn, then the line and its handles. */
import { circle, group, path, text, those, type Mark } from '../marks/marks';
import { PAGE } from './chart-marks';
import { pathOf, type LogLayout } from './log-chart';

/** The stroke of a guess, here and in every picture. */
export const GUESS_LINE = {
  fill: 'none',
  stroke: '--guess',
  thick: 3,
  dash: '7 5',
  steady: true,
} as const;

const PENCIL = 'M0 0l3 -9l13 -13l6 6l-13 13zM3 -9l6 6M13 -19l6 6';

export interface DrawnLine {
  readonly places: readonly number[];
  readonly values: readonly number[];
  /** Which values the reader has set; the others follow from those. */
  readonly set: readonly boolean[];
}

export function drawMarks(
  { places, values, set }: DrawnLine,
  layout: LogLayout,
  hint: string,
  focused?: number,
): Mark[] {
  const points = places.map((x, index) => [x, values[index] ?? 1] as const);
  const last = set.lastIndexOf(true);
  const begun = last > 0;
  const at = (index: number) => {
    const [x, y] = points[index] ?? [1, 1];
    return { x: PAGE.x(layout.x(x)), y: PAGE.y(layout.y(y)) };
  };
  const flat = { fill: 'none', stroke: '--ink-3', thick: 1.5, dash: '2 6', steady: true } as const;
  return those(
    group(
      those(
        path(pathOf(points.slice(Math.max(0, last)), layout), { key: 'to come', ...flat }),
        begun && path(pathOf(points.slice(0, last + 1), layout), { key: 'drawn', ...GUESS_LINE }),
      ),
      { key: 'lines', stretch: [1000, 1000] },
    ),
    points.flatMap((_, index): Mark[] => {
      if (index === 0 || (!begun && index !== focused)) return [];
      const { x, y } = at(index);
      const here = index === focused;
      const held = set[index] === true;
      return [
        circle(x, y, here ? 11 : held ? 6.5 : 4, {
          key: `grip ${index}`,
          fill: '--paper',
          stroke: here ? '--focus' : held ? '--guess' : '--ink-3',
          thick: here ? 4 : held ? 2.5 : 1.5,
        }),
      ];
    }),
    !begun &&
      group(
        [
          group(
            hintMarks(hint),
            // Above the future line, or below it if there is no room above.
            { x: 14, y: layout.y(values[0] ?? 1) < 16 ? 38 : -12 },
          ),
        ],
        { key: 'hint', ...at(0) },
      ),
  );
}

/** A pencil with instructions; (0, 0) is the pencil's point. */
export const hintMarks = (words: string): Mark[] => [
  path(PENCIL, { fill: '--paper', stroke: '--guess', thick: 1.8, round: true }),
  text(30, -6, words, { size: 17, display: true, weight: 700, fill: '--guess' }),
];
