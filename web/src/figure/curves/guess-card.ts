/** A reader's guess as a picture that can be shown elsewhere: the gap, what it is about, and whose numbers they are. */
import { m } from '#paraglide/messages.js';
import { chartMarks, plotIn } from '../../ui/charts/chart-marks';
import { gapOf, layoutOf, pathOf } from '../../ui/charts/log-chart';
import type { Colours } from '../../ui/marks/attributes';
import { sheet } from '../../ui/marks/markup';
import { circle, group, line, path, rect, text, type Mark } from '../../ui/marks/marks';
import { roomOf, widthOf, wrap } from '../../ui/marks/measure';
import { COUNTS, MEASURED_TO, type Pair, type PairLine } from '../../model/benchmarks/benchmark';
import { pointsOf, truthOf, type Guess } from './guess';
import { rangeOfPair, seriesId, seriesOf } from './series';
import { verdictOf } from './verdict';
import { times } from './words';

export const CARD = { width: 1200, height: 630 } as const;
const EDGE = 48;
const BOX = { x: 122, y: 212, w: 1030, h: 276 };
const THICK = 1.6;
const INK = '--ink';
const GUESS = { fill: 'none', stroke: INK, thick: 3.5, dash: '11 8', round: true } as const;

/** Words that fit across the card, smaller where they are long. */
const fitting = (words: string, size: number) =>
  Math.floor(
    Math.min(size, (size * (CARD.width - 2 * EDGE)) / roomOf(words, size, { bold: true })),
  );

function keyMarks(tone: '--run' | '--ink', y: number): readonly Mark[] {
  let x = BOX.x;
  return [
    {
      words: m.bench_key_measured(),
      sign: (at: number) => [
        circle(at + 16, y - 6, 7, { fill: '--sheet', stroke: tone, thick: 3 }),
      ],
    },
    {
      words: m.curve_card_simulated(),
      sign: (at: number) => [line(at, y - 6, at + 34, y - 6, { stroke: tone, thick: 4 })],
    },
    {
      words: m.curve_card_mine(),
      sign: (at: number) => [line(at, y - 6, at + 34, y - 6, GUESS)],
    },
    {
      words: m.curve_card_gap(),
      sign: (at: number) => [rect(at, y - 17, 34, 22, { fill: 'url(#gap)' })],
    },
  ].flatMap(({ words, sign }): Mark[] => {
    const marks = [...sign(x), text(x + 44, y, words, { size: 19, fill: '--ink-2' })];
    x += 44 + roomOf(words, 19) + 26;
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
  const tone = truth.system === 'thread-pool' ? '--run' : '--ink';
  const layout = layoutOf(series, COUNTS, rangeOfPair(pair, pointsOf(guess)));
  const px = (clients: number) => BOX.x + (layout.x(clients) / 100) * BOX.w;
  const py = (value: number) => BOX.y + (layout.y(value) / 100) * BOX.h;
  const size = fitting(headline, 62);
  const lines = wrap(what, CARD.width - 2 * EDGE, 23).slice(0, 2);
  const source = m.curve_card_source({ ...pair.source });
  const marks: Mark[] = [
    text(EDGE, 88, headline, { size, weight: 700 }),
    ...lines.map((words, index) =>
      text(EDGE, 128 + 30 * index, words, { size: 23, fill: '--ink-2' }),
    ),
    text(EDGE, BOX.y - 14, pair.unit, { size: 17, fill: '--ink-2' }),
    // A picture that is looked at small has thick lines.
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
    path(gapOf(pointsOf(guess), truthOf(truth), layout, BOX), { fill: 'url(#gap)' }),
    path(pathOf(pointsOf(guess), layout, BOX), GUESS),
    ...(worst
      ? [
          line(px(worst.clients), py(worst.guess), px(worst.clients), py(worst.truth), {
            stroke: INK,
            thick: 3,
          }),
          ...[worst.guess, worst.truth].map((value) =>
            circle(px(worst.clients), py(value), 7, { fill: INK }),
          ),
          ...factorMarks(
            px(worst.clients),
            (py(worst.guess) + py(worst.truth)) / 2,
            `× ${times(worst.factor)}`,
          ),
        ]
      : []),
    ...keyMarks(tone, BOX.y + BOX.h + 66),
    text(BOX.x + BOX.w, BOX.y + BOX.h + 66, m.bench_clients(), {
      size: 17,
      anchor: 'end',
      fill: '--ink-2',
    }),
    text(EDGE, CARD.height - 26, source, {
      size: Math.min(17, (17 * 600) / widthOf(source, 17)),
      fill: '--ink-2',
    }),
    text(
      CARD.width - EDGE,
      CARD.height - 26,
      [
        { words: m.site_name(), weight: 700, size: 22 },
        { words: address, size: 17, dx: 10, fill: '--ink-2' },
      ],
      { anchor: 'end' },
    ),
  ];
  return sheet(
    { title: headline, desc: what, ...CARD, size: 18, marks, defs: hatch(colours) },
    colours,
  );
}

/** The factor on a ground of its own, left of the line where it would leave the plot. */
function factorMarks(x: number, y: number, words: string): readonly Mark[] {
  const wide = roomOf(words, 30, { bold: true }) + 20;
  const left = x + 14 + wide > BOX.x + BOX.w ? x - 14 - wide : x + 14;
  return [
    rect(left, y - 24, wide, 46, { r: 8, fill: '--sheet', stroke: INK, thick: 2 }),
    text(left + wide / 2, y + 10, words, { size: 30, weight: 700, anchor: 'middle' }),
  ];
}

const hatch = (colours: Colours) =>
  `<pattern id="gap" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V14" stroke="${colours('--edge')}" stroke-width="6" stroke-opacity="0.5"/></pattern>`;
