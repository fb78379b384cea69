import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test, vi } from 'vitest';
import { finished } from '../../web/src/build/runs/engine';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { chartMarks, PAGE, plotIn } from '../../web/src/ui/charts/chart-marks';
import { layoutOf, SERIES, type LogSeries } from '../../web/src/ui/charts/log-chart';
import { paint, type Canvas } from '../../web/src/ui/marks/canvas';
import { markup } from '../../web/src/ui/marks/markup';
import { circle, group, line, path, rect, stack, text } from '../../web/src/ui/marks/marks';
import { roomOf, widthOf, wrap } from '../../web/src/ui/marks/measure';
import { FieldView } from '../../web/src/ui/views/scene/field';
import { overTime } from '../../web/src/ui/views/scene/over-time';
import { timeScale, timeScaleIn } from '../../web/src/ui/views/time-scale';
import { timelineOf } from '../../web/src/ui/views/timeline';
import { barMarks, RowBars } from '../../web/src/ui/views/timeline-bars';
import { told } from '../marks';

const { resolve } = createRequire(import.meta.url);
const font = (file: string) => resolve(`@expo-google-fonts/${file}.ttf`);
const FONTS = {
  fontFiles: [
    font('figtree/400Regular/Figtree_400Regular'),
    font('figtree/700Bold/Figtree_700Bold'),
    font('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
  ],
  loadSystemFonts: false,
};

test.each([
  ['Figtree', 400, {}],
  ['Figtree', 700, { bold: true }],
  ['Bricolage Grotesque', 700, { display: true }],
] as const)('text is as wide as %s %d draws it', (family, weight, face) => {
  const drawn = (words: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><text y="40" font-size="20" font-family="${family}" font-weight="${weight}">${words}</text></svg>`;
    return new Resvg(svg, { font: FONTS }).getBBox()?.width ?? 0;
  };
  // A page draws each digit as wide as the widest; the renderer of PNG files has only proportional digits.
  const widest = Array.from('0123456789').reduce((a, b) =>
    drawn(b.repeat(20)) > drawn(a.repeat(20)) ? b : a,
  );
  for (const words of ['thread_pool_max_threads', 'Why did seven (of 12) wait 4.0 s?', 'MMM']) {
    const tabular = drawn(words.replace(/\d/g, widest));
    expect(Math.abs(widthOf(words, 20, face) - tabular), words).toBeLessThan(6);
    expect(roomOf(words, 20, face)).toBeGreaterThan(Math.max(tabular, drawn(words)));
  }
  // Digits align vertically: each is as wide as the widest.
  expect(new Set(Array.from('0123456789', (digit) => widthOf(digit, 20, face))).size).toBe(1);
});

test('lines break between words, and none is too wide unless a single word is', () => {
  const lines = wrap('The first in line waits because no thread is free', 150, 13);
  expect(lines.length).toBeGreaterThan(1);
  for (const one of lines) expect(roomOf(one, 13, { bold: true })).toBeLessThanOrEqual(150);
});

test('one list, three brushes: the same places and colours as a string, as text and on a canvas', () => {
  const marks = [
    rect(1, 2, 30, 40, { fill: '--run', r: 3, title: 'a & b' }),
    group([circle(5, 5, 2, { stroke: '--ink' }), path('M0 0L4 4', { stroke: '--ink' })], {
      x: 10,
      y: 20,
      part: 'latch',
    }),
    line(0, 0, 9, 0, { stroke: '--line', thick: 2 }),
    text(3, 4, 'x < y', { size: 11, weight: 650, display: true, anchor: 'end' }),
  ];
  expect(markup(marks, (name) => `[${name}]`)).toBe(
    '<rect x="1" y="2" width="30" height="40" fill="[--run]" rx="3"><title>a &amp; b</title></rect>' +
      '<g transform="translate(10 20)"><circle cx="5" cy="5" r="2" stroke="[--ink]"/><path d="M0 0L4 4" stroke="[--ink]"/></g>' +
      '<line x1="0" y1="0" x2="9" y2="0" stroke="[--line]" stroke-width="2"/>' +
      '<text x="3" y="4" font-size="11" font-weight="700" text-anchor="end" font-family="[--display]" fill="[--ink]">x &lt; y</text>',
  );
  expect(told(marks)).toBe(
    [
      'rect 1,2 30x40 "a & b" fill --run',
      'group 10,20 part latch',
      '  circle 5,5 r2 stroke --ink',
      '  path M0 0L4 4 stroke --ink',
      'line 0,0 to 9,0 stroke --line',
      'text 3,4 "x < y"',
    ].join('\n'),
  );
  const calls: string[] = [];
  const hears = (more: object = {}) =>
    new Proxy(more, {
      get:
        (_, name) =>
        (...given: readonly unknown[]) =>
          calls.push([String(name), ...given].join(' ')),
      set: (_, name, value) => calls.push(`${String(name)}=${String(value)}`) > 0,
    });
  vi.stubGlobal('Path2D', function Path2D(d?: string) {
    if (d !== undefined) calls.push(d);
    return hears({});
  });
  paint(hears() as Canvas, marks, (name) => name, 100, 0);
  vi.unstubAllGlobals();
  expect(calls).toContain('roundRect 1 2 30 40 3');
  expect(calls).toContain('translate 10 20');
  expect(calls).toContain('arc 5 5 2 0 6.283185307179586');
  expect(calls).toContain('M0 0L4 4');
  expect(calls).toContain('fillText x < y 3 4');
  // Every translation was undone.
  expect(calls.filter((one) => one.startsWith('translate'))).toEqual([
    'translate 100 0',
    'translate 10 20',
    'translate -10 -20',
    'translate -100 0',
  ]);
});

test('pieces are stacked, and their heights add up', () => {
  const piece = (height: number) => ({ marks: [rect(0, 0, 5, height)], width: 5, height });
  const { height, marks } = stack([piece(10), piece(20)], 4);
  expect(height).toBe(34);
  expect(told(marks)).toBe('rect 0,0 5x10\ngroup 0,14\n  rect 0,0 5x20');
});

/** From a wide figure to a phone's. */
const BOXES = [
  [920, 436],
  [600, 300],
  [358, 316],
  [340, 120],
] as const;

/** The run's start, its middle and its end. */
function moments(name: string) {
  const run = finished(readFileSync(`content/scenarios/${name}.json`, 'utf8'), {});
  try {
    const outcome = JSON.parse(run.outcome()) as Outcome;
    const frames = [0, 0.5, 1].map((share) => run.frame(share * outcome.end_ns) as Frame);
    const [first] = frames;
    if (!first) throw new Error('no frame');
    return { outcome, frames, first };
  } finally {
    run.free();
  }
}

describe.each(['small-server-pool', 'latch-eight-threads'])('the field of %s', (name) => {
  const { outcome, frames, first } = moments(name);
  const view = new FieldView(outcome, first);
  const draw = (frame: Frame, box: readonly [number, number]) =>
    view.piece(view.layout(...box), frame, undefined);

  test('at three moments', () => {
    const pictures = frames.map((frame) => told(draw(frame, BOXES[0]).marks));
    expect(`${pictures.join('\n\n')}\n`).toMatchSnapshot();
  });

  test.each(BOXES)('fills %d by %d and stays within it', (...box) => {
    for (const frame of frames) {
      const made = draw(frame, box);
      expect([made.width, made.height]).toEqual(box);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500">${markup(made.marks, () => '#000')}</svg>`;
      const drawn = new Resvg(svg, { font: FONTS }).getBBox();
      expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThanOrEqual(box[0] + 3);
      expect((drawn?.y ?? 0) + (drawn?.height ?? 0)).toBeLessThanOrEqual(box[1] + 3);
    }
  });

  test('over time: shares of a page and numbers of a sheet agree', () => {
    const [, middle = first] = frames;
    const page = overTime(outcome, outcome.end_ns, middle.time_ns);
    const sheet = overTime(outcome, outcome.end_ns, middle.time_ns, 100);
    expect(sheet.marks.length).toBe(page.marks.length);
    const at = (marks: typeof page.marks) =>
      marks.flatMap((mark) => (mark.kind === 'rect' ? [parseFloat(String(mark.w))] : []));
    at(sheet.marks).forEach((width, index) => {
      expect(width).toBeCloseTo(at(page.marks)[index] ?? 0, 2);
    });
  });
});

test('a timeline: bars grow with the handle, and unchanged marks are the same objects', () => {
  const { outcome } = moments('mariadb-max-threads-6');
  const [row] = timelineOf(outcome).rows.slice(7);
  if (!row) throw new Error('no row');
  const scale = timeScale(0, outcome.end_ns, 520);
  const bars = new RowBars(row, { scale, y: 5, h: 16, patterns: 'p' });
  const pictures = [0, 0.3, 0.6, 1].map((share) => told([bars.at(share * outcome.end_ns)]));
  expect(`${pictures.join('\n\n')}\n`).toMatchSnapshot();
  expect(bars.at(outcome.end_ns)).toBe(bars.at(outcome.end_ns * 2));
  const inside = (at_ns: number) => bars.at(at_ns).marks;
  const [one, other] = [inside(2.5e9), inside(3e9)];
  expect(other[0]).toBe(one[0]);
  expect(other[1]).not.toBe(one[1]);
  const numbers = barMarks(
    { tone: 'run', words: '', start_ns: 0, end_ns: 5 },
    { scale: timeScaleIn(10, 10, 100), y: 0, h: 8 },
  );
  expect(told(numbers)).toMatch(/^rect 10,0 50x8/);
});

test('a chart on a page and in a box has the same marks at the same shares', () => {
  const series: LogSeries[] = [
    {
      ...SERIES,
      id: 'a',
      label: 'A',
      tone: 'pool',
      measured: [
        [1, 10],
        [100, 1000],
      ],
      odd: [100],
      line: [
        [1, 12],
        [100, 900],
      ],
    },
  ];
  const layout = layoutOf(series, [1, 10, 100]);
  const look = { tick: { size: 12, fill: '--ink-2' }, left: 7, below: 17 } as const;
  const page = told(chartMarks(series, layout, PAGE, look));
  const box = told(chartMarks(series, layout, plotIn({ x: 0, y: 0, w: 100, h: 100 }), look));
  expect(`${page}\n`).toMatchSnapshot();
  const shape = (text: string) => text.replaceAll(/-?[\d.]+%?/g, '#');
  expect(shape(box)).toBe(shape(page));
  expect(box).toContain('text 0,100 "1"');
});
