/** A reader's guess as a picture to share: the gap, its subject, and whose numbers they are. */
import { m } from '#paraglide/messages.js';
import { chartMarks, keySign, plotIn } from '../../ui/charts/chart-marks';
import { GUESS_LINE } from '../../ui/charts/draw-marks';
import { gapOf, layoutOf, pathOf, type LogSeries } from '../../ui/charts/log-chart';
import type { Colours } from '../../ui/marks/attributes';
import { circle, group, line, path, rect, text, those, type Mark } from '../../ui/marks/marks';
import { roomOf } from '../../ui/marks/measure';
import { COUNTS, MEASURED_TO, type Pair, type PairLine } from '../../model/benchmarks/benchmark';
import { EDGE, sharedCard } from '../picture/card';
import { pointsOf, truthOf, type Guess } from './guess';
import { GAP } from './guess-marks';
import { rangeOfPair, seriesId, seriesOf } from './series';
import { verdictOf } from './verdict';
import { times } from './words';

const BOX = { x: 122, y: 212, w: 1030, h: 276 };
const THICK = 1.6;
const GUESS = { ...GUESS_LINE, thick: 4, dash: '12 8' } as const;

function keyMarks(series: readonly LogSeries[], y: number): readonly Mark[] {
  let x = BOX.x;
  return [
    {
      words: m.curve_card_truth(),
      sign: series.flatMap((one) => keySign(one, 40, 20)),
    },
    { words: m.curve_card_mine(), sign: [line(0, 10, 40, 10, GUESS)] },
    { words: m.curve_card_gap(), sign: [rect(0, 0, 40, 20, { r: 3, ...GAP })] },
  ].flatMap(({ words, sign }): Mark[] => {
    const marks = [
      group(sign, { x, y: y - 16 }),
      text(x + 52, y, words, { size: 19, fill: '--ink-2' }),
    ];
    x += 52 + roomOf(words, 19) + 26;
    return marks;
  });
}

export interface CardOf {
  readonly pair: Pair;
  readonly line: PairLine;
  readonly guess: Guess;
  /** Where it was drawn: "example.org/benchmarks". */
  readonly address: string;
}

export function guessCard({ pair, line: truth, guess, address }: CardOf, colours: Colours): string {
  const { worst, headline, what } = verdictOf(guess, truth, pair);
  const series = seriesOf(pair, { usl: false })
    .filter(({ id }) => id === seriesId(pair, truth.system))
    .map((one) => ({ ...one, thin: [], odd: [] }));
  const layout = layoutOf(series, COUNTS, rangeOfPair(pair, pointsOf(guess)));
  const px = (clients: number) => BOX.x + (layout.x(clients) / 100) * BOX.w;
  const py = (value: number) => BOX.y + (layout.y(value) / 100) * BOX.h;
  const marks: Mark[] = those(
    text(EDGE, BOX.y - 14, pair.unit, { size: 17, fill: '--ink-2' }),
    // Thick lines, because the picture is often shown small.
    group(
      chartMarks(
        series,
        layout,
        plotIn({
          x: BOX.x / THICK,
          y: BOX.y / THICK,
          w: BOX.w / THICK,
          h: BOX.h / THICK,
        }),
        {
          tick: { size: 18 / THICK, fill: '--ink-2', short: true },
          left: 12 / THICK,
          below: 28 / THICK,
          beyond: MEASURED_TO,
        },
      ),
      { scale: THICK },
    ),
    text((px(MEASURED_TO) + BOX.x + BOX.w) / 2, BOX.y + 22, m.bench_beyond_short(), {
      size: 16,
      anchor: 'middle',
      fill: '--ink-2',
    }),
    path(gapOf(pointsOf(guess), truthOf(truth), layout, BOX), GAP),
    path(pathOf(pointsOf(guess), layout, BOX), GUESS),
    worst && [
      line(px(worst.clients), py(worst.guess), px(worst.clients), py(worst.truth), {
        stroke: '--guess',
        thick: 3,
      }),
      ...[worst.guess, worst.truth].map((value) =>
        circle(px(worst.clients), py(value), 7, { fill: '--guess' }),
      ),
      ...factorMarks(
        px(worst.clients),
        (py(worst.guess) + py(worst.truth)) / 2,
        `× ${times(worst.factor)}`,
      ),
    ],
    keyMarks(series, BOX.y + BOX.h + 66),
    text(BOX.x + BOX.w, BOX.y + BOX.h + 66, m.bench_clients(), {
      size: 17,
      anchor: 'end',
      fill: '--ink-2',
    }),
  );
  const source = m.curve_card_source({ ...pair.source });
  return sharedCard({ headline, what, source, address, marks }, colours);
}

/** To the left of the line if it would leave the plot on the right. */
function factorMarks(x: number, y: number, words: string): readonly Mark[] {
  const left = x + 16 + roomOf(words, 38, { display: true }) > BOX.x + BOX.w;
  return [
    text(left ? x - 16 : x + 16, y + 13, words, {
      size: 38,
      display: true,
      weight: 700,
      anchor: left ? 'end' : 'start',
      fill: '--guess',
    }),
  ];
}
