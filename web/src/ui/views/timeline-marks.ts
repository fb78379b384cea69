/** Requests over time as marks: one axis, and for each request the bars of where it was. */
import { m } from '#paraglide/messages.js';
import { shortDuration, tick } from '../../model/words/format';
import { group, line, path, rect, text, type Look, type Mark } from '../marks/marks';
import { roomOf } from '../marks/measure';
import { runPaths } from './shapes';
import { stretchedOf, ticksOf, type TimeAxis, type TimeScale } from './time-scale';
import type { Row, Stretch } from './timeline';

/** Where rows stand. */
export interface Rows {
  readonly scale: TimeScale;
  readonly top: number;
  readonly row: number;
  readonly bar: number;
}

export const topOf = ({ top, row, bar }: Rows, index: number, bars = 1): number =>
  top + index * row + (row - bar * bars - (bars - 1)) / 2;

/** How bars look: on a page, hatched by the patterns of this name; on a sheet, with an edge and their words. */
export type BarLook = { readonly hatching: string; readonly opacity?: number } | 'sheet';

function bar(stretch: Stretch, scale: TimeScale, y: number, h: number, look: BarLook): Mark[] {
  const { tone, words, start_ns, end_ns } = stretch;
  const x = scale.x(start_ns);
  const w = scale.between(start_ns, end_ns);
  if (look === 'sheet') {
    const dash = tone === 'socket' || tone === 'away' ? { dash: '3 2' } : {};
    const wide = typeof w === 'number' ? Math.max(0.5, w) : w;
    return [
      rect(x, y, wide, h, {
        r: 2,
        fill: `--${tone}`,
        stroke: '--edge',
        title: words,
        ...dash,
      }),
    ];
  }
  const { hatching, opacity } = look;
  const pale = opacity === undefined ? {} : { opacity };
  // A millisecond in half a minute is still there to see.
  const edge: Look =
    tone === 'run' || tone === 'sleep' || tone === 'lock'
      ? { stroke: `--${tone}`, thick: 1.5 }
      : {};
  const filled = rect(x, y, w, h, { fill: `--${tone}`, ...edge, ...pale });
  if (tone !== 'sleep' && tone !== 'lock') return [filled];
  return [filled, rect(x, y, w, h, { fill: `url(#${hatching}-${tone})`, ...pale })];
}

export const barsOf = (
  stretches: readonly Stretch[],
  scale: TimeScale,
  y: number,
  h: number,
  look: BarLook,
): Mark[] => stretches.flatMap((stretch) => bar(stretch, scale, y, h, look));

const LEAST_WORDS = 13;

/** Words that fit into a bar of a plot so wide. */
function wordsOf(stretch: Stretch, scale: TimeScale, width: number): string {
  const wide = scale.share(stretch.end_ns) - scale.share(stretch.start_ns);
  const room = (wide / 100) * width - 12;
  const long = `${stretch.words} ${shortDuration(stretch.end_ns - stretch.start_ns)}`;
  return [long, stretch.words].find((words) => roomOf(words, 11) <= room) ?? '';
}

export function rowBars(
  data: readonly Row[],
  rows: Rows,
  look: Exclude<BarLook, 'sheet'>,
  width: number,
  past: boolean,
): Mark[] {
  return data.map(({ request, stretches }, index) => {
    const y = topOf(rows, index);
    const scale = rows.scale.of(request);
    const said = stretches.flatMap((stretch) => {
      const words = rows.bar < LEAST_WORDS ? '' : wordsOf(stretch, scale, width);
      const { tone } = stretch;
      return words === ''
        ? []
        : [
            text(scale.x(stretch.start_ns), y + rows.bar / 2 + 4, words, {
              dx: 6,
              size: 11,
              // Letters stand out from the hatching.
              ...(past ? { class: `on-${tone}` } : {}),
              fill: past ? `--on-${tone === 'closed' ? 'idle' : tone}` : '--ink-2',
            }),
          ];
    });
    return group([...barsOf(stretches, scale, y, rows.bar, look), ...said], { key: request });
  });
}

export const publishedMarks = (data: readonly Row[], rows: Rows): Mark[] =>
  data.flatMap(({ request, marks }, index) =>
    marks.map(({ run, at_ns }) =>
      group(
        [
          group(
            runPaths(run).map((d) => path(d, { fill: '--sheet', stroke: '--ink', thick: 2 })),
            { scale: Math.min(1, Math.max(0.5, rows.row / 14)) },
          ),
        ],
        {
          key: `${request} ${run}`,
          x: rows.scale.of(request).x(at_ns),
          y: topOf(rows, index) + rows.bar / 2,
        },
      ),
    ),
  );

/** Lines through all rows, with their times above them. */
export function axisMarks(
  ticks: readonly number[],
  scale: TimeScale,
  top: number,
  bottom: number,
): Mark[] {
  return ticks.flatMap((at): Mark[] => [
    line(scale.x(at), top - 6, scale.x(at), bottom, { key: `line ${at}`, stroke: '--line' }),
    text(scale.x(at), top - 10, tick(at), {
      key: `tick ${at}`,
      anchor: 'middle',
      fill: '--ink-2',
    }),
  ]);
}

/** Room that a time takes on the axis, and a number of a moment, in px. */
const TIME_ROOM = 62;
export const NUMBER_ROOM = 20;
const FINER = 4;
const LETTERS = { size: 10.5 } as const;

export interface AxisBox {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** There is room to write below the rows. */
  readonly foot: boolean;
  /** Where something else stands between the times, in percent. */
  readonly taken: readonly number[];
}

/** The axis on the page: round times, finer ticks below, and how long what is drawn out lasts. */
export function scrubberAxis(axis: TimeAxis, box: AxisBox, until_ns: number): Mark[] {
  const { scale } = axis;
  const { width, top, bottom } = box;
  const px = (percent: number) => (percent / 100) * width;
  const ticks = ticksOf(axis, Math.max(2, Math.floor(width / 92))).filter(
    (at) => at <= until_ns && scale.share(at) <= 100,
  );
  const free: number[] = [];
  const marks = ticks.flatMap((at): Mark[] => {
    // The start is where nothing has happened yet.
    const share = at === 0 ? 0 : scale.share(at);
    const words = tick(at);
    const clear =
      free.every((other) => Math.abs(px(share - other)) >= TIME_ROOM) &&
      box.taken.every(
        (other) => Math.abs(px(share - other)) >= NUMBER_ROOM / 2 + words.length * 3.4,
      );
    const x = `${Number(share.toFixed(3))}%` as const;
    const drawn = line(x, top - 3, x, bottom, {
      key: `line ${at}`,
      stroke: '--line',
    });
    if (!clear) return [drawn];
    free.push(share);
    const anchor = at === 0 ? 'start' : px(100 - share) < 24 ? 'end' : 'middle';
    return [
      drawn,
      text(x, top - 6, words, {
        key: `tick ${at}`,
        anchor,
        fill: '--ink-2',
        ...LETTERS,
      }),
    ];
  });
  // Equal times below the rows: where they move apart, time is drawn out.
  const finer = [...ticks.keys()].flatMap((index): Mark[] => {
    const [from, to] = [ticks[index] ?? 0, ticks[index + 1]];
    if (to === undefined) return [];
    const last = index === ticks.length - 2;
    return Array.from({ length: last ? FINER + 1 : FINER }, (_, part) => {
      const at = from + ((to - from) * part) / FINER;
      return line(scale.x(at), bottom + 1, scale.x(at), bottom + (part % FINER ? 3.5 : 5), {
        key: `finer ${index} ${part}`,
        stroke: '--ink-2',
      });
    });
  });
  const drawn_out = box.foot
    ? stretchedOf(axis).flatMap(({ left, right, from_ns, to_ns }): Mark[] => {
        if (from_ns > until_ns) return [];
        const time = shortDuration(to_ns - from_ns);
        const long = from_ns === 0 ? m.timeline_first({ time }) : m.timeline_drawn_out({ time });
        const words = to_ns === from_ns ? m.timeline_instant() : long;
        const said = [words, time].find((one) => roomOf(one, 10) <= px(right - left) - 6);
        const y = bottom + 8;
        return [
          line(`${left}%`, y, `${right}%`, y, {
            key: `out ${left}`,
            stroke: '--ink-3',
            thick: 1.5,
          }),
          ...(said === undefined
            ? []
            : [
                text(`${(left + right) / 2}%`, bottom + 11.5, said, {
                  key: `out ${left} words`,
                  class: 'words',
                  anchor: 'middle',
                  size: 10,
                  fill: '--ink-2',
                }),
              ]),
        ];
      })
    : [];
  return [...marks, ...finer, ...drawn_out];
}
