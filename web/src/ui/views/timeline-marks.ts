/** Requests over time as marks: one axis, and for each request the bars of where it was. */
import { m } from '#paraglide/messages.js';
import { duration, shortDuration, tick } from '../../model/words/format';
import { group, line, path, rect, text, type Look, type Mark } from '../marks/marks';
import { roomOf } from '../marks/measure';
import { runPaths } from './shapes';
import { AXIS_HEIGHT, type TimeScale } from './time-scale';
import type { Row, Stretch } from './timeline';
import type { TwinRow } from './twin-timeline';

/** Where rows stand. */
export interface Rows {
  readonly scale: TimeScale;
  readonly height: number;
  readonly bar: number;
}

export const topOf = ({ height, bar }: Rows, index: number, bars = 1): number =>
  AXIS_HEIGHT + index * height + (height - bar * bars - (bars - 1)) / 2;

/** How bars look: on a page, hatched by the patterns of this name; on a sheet, with an edge and their words. */
export type BarLook = { readonly hatching: string; readonly opacity?: number } | 'sheet';

function bar(stretch: Stretch, scale: TimeScale, y: number, h: number, look: BarLook): Mark[] {
  const { tone, words, start_ns, end_ns } = stretch;
  const x = scale.x(start_ns);
  const w = scale.w(end_ns - start_ns);
  if (look === 'sheet') {
    const dash = tone === 'socket' || tone === 'away' ? { dash: '3 2' } : {};
    const wide = typeof w === 'number' ? Math.max(0.5, w) : w;
    return [
      rect(x, y, wide, h, {
        r: 2,
        fill: `--${tone}`,
        stroke: `--${tone}-line`,
        title: words,
        ...dash,
      }),
    ];
  }
  const { hatching, opacity } = look;
  const pale = opacity === undefined ? {} : { opacity };
  // A millisecond in half a minute is still there to see.
  const edge: Look =
    tone === 'run' || tone === 'wait' || tone === 'lock' ? { stroke: `--${tone}`, thick: 1.5 } : {};
  const filled = rect(x, y, w, h, { fill: `--${tone}`, ...edge, ...pale });
  if (tone !== 'wait' && tone !== 'lock') return [filled];
  return [filled, rect(x, y, w, h, { fill: `url(#${hatching}-${tone})`, ...pale })];
}

export const barsOf = (
  stretches: readonly Stretch[],
  scale: TimeScale,
  y: number,
  h: number,
  look: BarLook,
): Mark[] => stretches.flatMap((stretch) => bar(stretch, scale, y, h, look));

/** Words that fit into a bar where the plot is at its narrowest. */
function wordsOf(stretch: Stretch, scale: TimeScale, narrowest: number): string {
  const wide = scale.share(stretch.end_ns) - scale.share(stretch.start_ns);
  const room = (wide / 100) * narrowest - 12;
  const long = `${stretch.words} ${shortDuration(stretch.end_ns - stretch.start_ns)}`;
  return [long, stretch.words].find((words) => roomOf(words, 11) <= room) ?? '';
}

export function rowBars(
  data: readonly Row[],
  rows: Rows,
  look: Exclude<BarLook, 'sheet'>,
  narrowest: number,
  past: boolean,
): Mark[] {
  return data.map(({ request, stretches }, index) => {
    const y = topOf(rows, index);
    const said = stretches.flatMap((stretch) => {
      const words = wordsOf(stretch, rows.scale, narrowest);
      const { tone } = stretch;
      return words === ''
        ? []
        : [
            text(rows.scale.x(stretch.start_ns), y + rows.bar / 2 + 4, words, {
              dx: 6,
              size: 11,
              // Letters stand out from the hatching.
              ...(past ? { class: `on-${tone}` } : {}),
              fill: past ? `--on-${tone === 'closed' ? 'idle' : tone}` : '--ink-2',
            }),
          ];
    });
    return group([...barsOf(stretches, rows.scale, y, rows.bar, look), ...said], { key: request });
  });
}

export function twinBars(data: readonly TwinRow[], rows: Rows, look: BarLook): Mark[] {
  return data.map(({ request, left, right }, index) => {
    const y = topOf(rows, index, 2);
    const other = right?.stretches ?? [];
    return group(
      [
        ...barsOf(left.stretches, rows.scale, y, rows.bar, look),
        ...barsOf(other, rows.scale, y + rows.bar + 1, rows.bar, look),
      ],
      { key: request },
    );
  });
}

export const publishedMarks = (data: readonly Row[], rows: Rows): Mark[] =>
  data.flatMap(({ request, marks }, index) =>
    marks.map(({ run, at_ns }) =>
      group(
        runPaths(run).map((d) => path(d, { fill: '--surface', stroke: '--ink', thick: 2 })),
        {
          key: `${request} ${run}`,
          x: rows.scale.x(at_ns),
          y: topOf(rows, index) + rows.bar / 2,
        },
      ),
    ),
  );

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

const ON_PAGE = { size: 11, mono: true };

/** Lines through all rows, with their times above them. */
export function axisMarks(
  ticks: readonly number[],
  scale: TimeScale,
  top: number,
  bottom: number,
  sheet = false,
): Mark[] {
  return ticks.flatMap((at): Mark[] => [
    line(scale.x(at), top - (sheet ? 6 : 4), scale.x(at), bottom, {
      key: `line ${at}`,
      stroke: '--line',
    }),
    text(scale.x(at), top - 10, tick(at), {
      key: `tick ${at}`,
      anchor: at === 0 && !sheet ? 'start' : 'middle',
      fill: '--muted',
      ...(sheet ? {} : ON_PAGE),
    }),
  ]);
}

/** The present. */
export function nowMarks(now_ns: number, scale: TimeScale, height: number, foot: number): Mark[] {
  if (now_ns > scale.end_ns) return [];
  const x = scale.x(now_ns);
  const late = scale.share(now_ns) > 80;
  return [
    line(x, AXIS_HEIGHT - 6, x, height - foot + 4, { stroke: '--alert', thick: 2 }),
    text(x, height - 5, m.timeline_now({ time: duration(now_ns) }), {
      dx: late ? -6 : 6,
      anchor: late ? 'end' : 'start',
      fill: '--alert',
      ...ON_PAGE,
    }),
  ];
}
