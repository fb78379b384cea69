/** A reader's line over the measured one: the gap between them, and its widest place. */
import type { PairLine, Point } from '../../model/benchmarks/benchmark';
import { PAGE } from '../../ui/charts/chart-marks';
import { GUESS_LINE } from '../../ui/charts/draw-marks';
import { gapOf, isFree, pathOf, type LogLayout } from '../../ui/charts/log-chart';
import { circle, group, line, path, text, those, type Mark } from '../../ui/marks/marks';
import { roomOf } from '../../ui/marks/measure';
import { pointsOf, truthOf, type Guess, type Furthest } from './guess';
import { times } from './words';

export const GAP = { fill: '--guess', fill_opacity: 0.14 } as const;

/** Without `truth`, only what was drawn. */
export function guessMarks(
  guess: Guess,
  layout: LogLayout,
  truth?: { readonly line: PairLine; readonly worst: Furthest | undefined },
): Mark[] {
  const drawn = pointsOf(guess);
  return those(
    group(
      those(
        truth && path(gapOf(drawn, truthOf(truth.line), layout), { key: 'gap', ...GAP }),
        path(pathOf(drawn, layout), { key: 'guess', ...GUESS_LINE }),
      ),
      { key: 'lines', stretch: [1000, 1000] },
    ),
    truth?.worst && worstMarks(truth.worst, layout, [drawn, truthOf(truth.line)]),
  );
}

const SIZE = 26;
const BESIDE = 12;

function worstMarks(
  { clients, guess, truth, factor }: Furthest,
  layout: LogLayout,
  lines: readonly (readonly Point[])[],
): Mark[] {
  const at = layout.x(clients);
  const x = PAGE.x(at);
  const [from, to] = [layout.y(guess), layout.y(truth)];
  const middle = (from + to) / 2;
  const words = `× ${times(factor)}`;
  const wide = roomOf(words, SIZE, { display: true });
  const fits = (left: boolean) =>
    isFree(
      ({ w, h }) => {
        const start = (at / 100) * w + (left ? -BESIDE - wide : BESIDE);
        const y = (middle / 100) * h;
        return { left: start, right: start + wide, top: y - 12, bottom: y + 10 };
      },
      lines,
      layout,
    );
  const left = !fits(false) && (fits(true) || at > 60);
  return [
    line(x, PAGE.y(from), x, PAGE.y(to), { key: 'worst', stroke: '--guess', thick: 2.5 }),
    ...[from, to].map((y, end) =>
      circle(x, PAGE.y(y), 4.5, { key: `worst ${end}`, fill: '--guess' }),
    ),
    text(x, PAGE.y(middle), words, {
      key: 'factor',
      class: 'name-of-line',
      dx: left ? -BESIDE : BESIDE,
      dy: 9,
      anchor: left ? 'end' : 'start',
      size: SIZE,
      display: true,
      weight: 700,
      fill: '--guess',
    }),
  ];
}
