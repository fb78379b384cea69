import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finished } from '../../web/src/build/runs/engine';
import { picturesOf } from '../../web/src/build/pictures/scene';
import { widgets, type AnyWidget } from '../../web/src/build/widgets/widgets';
import { clipOf, GIF_SIZES, SHAPES, SIZES, type Shape } from '../../web/src/figure/picture/clip';
import { wholeOf } from '../../web/src/figure/picture/pace';
import type { Frame } from '../../web/src/model/run/types';
import type { Colours } from '../../web/src/ui/marks/attributes';
import type { Mark } from '../../web/src/ui/marks/marks';
import { widthOf } from '../../web/src/ui/marks/measure';
import { paintWhole } from '../../web/src/ui/marks/whole';
import { oneOfEach } from '../turns';
import { looksOf } from '../widget-looks';

// Each run as a clip: everything that a picture can hold is painted, and no text leaves the picture.

interface Written {
  readonly words: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Kinds of marks that the brush for canvases cannot paint. */
function unpaintable(marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) => [
    ...Object.entries(mark)
      .filter(
        ([name, value]) =>
          /^(stretch|steady|spacing|dx|dy|italic)$/.test(name) ||
          /(%|url\(.*)$/.test(String(value)),
      )
      .map(([name, value]) => `${mark.kind} ${name} ${String(value)}`),
    ...(mark.kind === 'text' && typeof mark.words !== 'string' ? ['text in spans'] : []),
    ...(mark.kind === 'group' ? unpaintable(mark.marks) : []),
  ]);
}

interface Place {
  x: number;
  y: number;
  by: number;
  down: number;
}

/** Notes texts with their places in pixels, and every other stroke with the settings in force. */
class Paper {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  font = '';
  textAlign: CanvasTextAlign = 'start';
  globalAlpha = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  readonly texts: Written[] = [];
  readonly strokes: string[] = [];
  #at: Place = { x: 0, y: 0, by: 1, down: 1 };
  #dash: readonly number[] = [];
  #saved: (readonly [Place, number])[] = [];

  save = () => this.#saved.push([{ ...this.#at }, this.globalAlpha]);
  restore = () => ([this.#at, this.globalAlpha] = this.#saved.pop() ?? [this.#at, 0]);
  translate = (x: number, y: number) => {
    this.#at.x += x * this.#at.by;
    this.#at.y += y * this.#at.down;
  };
  scale = (by: number, down: number) => {
    this.#at.by *= by;
    this.#at.down *= down;
  };
  setLineDash = (dash: readonly number[]) => void (this.#dash = dash);
  fillText = (words: string, x: number, y: number) => {
    const [weight = '400', size = '13'] = this.font.split(/ |px/);
    const display = this.font.includes('--display');
    const wide = widthOf(words, Number(size), { bold: Number(weight) >= 600, display });
    const from = this.textAlign === 'end' ? -wide : this.textAlign === 'center' ? -wide / 2 : 0;
    const left = this.#at.x + (x + from) * this.#at.by;
    this.texts.push({
      words,
      left,
      right: left + wide * this.#at.by,
      y: this.#at.y + y * this.#at.down,
    });
  };
  fill = () => this.#stroked('fill', this.fillStyle);
  stroke = () =>
    this.#stroked(
      'stroke',
      `${this.strokeStyle} ${this.lineWidth} ${this.lineCap} ${this.#dash.join()}`,
    );
  #stroked(how: string, look: string) {
    this.strokes.push(
      `${how} ${look} ${Number(this.globalAlpha.toFixed(3))} ${this.#at.x},${this.#at.y}`,
    );
  }
  beginPath = () => undefined;
  rect = (...numbers: number[]) => this.#real(numbers);
  roundRect = (...numbers: number[]) => this.#real(numbers);
  arc = (...numbers: number[]) => this.#real(numbers.slice(0, 5));
  moveTo = (...numbers: number[]) => this.#real(numbers);
  lineTo = (...numbers: number[]) => this.#real(numbers);
  fillRect = () => undefined;
  clearRect = () => undefined;
  #real(numbers: readonly number[]) {
    if (!numbers.every(Number.isFinite)) throw new Error(`painted at ${numbers.join()}`);
  }
}
const colours: Colours = (name) => name;
const paper = () => new Paper();
const onto = (one: Paper) => one as unknown as CanvasRenderingContext2D;

beforeAll(() => {
  vi.stubGlobal('Path2D', function Path2D() {
    return {};
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('opacity, scale, dashes and round ends are painted, and end with their mark', () => {
  const one = paper();
  const marks: Mark[] = [
    {
      kind: 'group',
      x: 10,
      y: 20,
      scale: 2,
      opacity: 0.5,
      marks: [
        { kind: 'circle', x: 0, y: 0, r: 4, fill: '--low', fill_opacity: 0.2, stroke: '--ink' },
        { kind: 'text', x: 3, y: 5, words: 'inside' },
      ],
    },
    {
      kind: 'line',
      x1: 0,
      y1: 0,
      x2: 9,
      y2: 0,
      stroke: '--ink',
      thick: 3,
      dash: '1 4',
      round: true,
    },
    { kind: 'rect', x: 0, y: 0, w: 9, h: 9, stroke: '--line' },
    { kind: 'rect', x: 0, y: 0, w: 9, h: 9, fill: '--low', opacity: 0 },
  ];
  paintWhole(onto(one), marks, colours);
  expect(one.strokes).toEqual([
    'fill --low 0.1 10,20',
    'stroke --ink 1 butt  0.5 10,20',
    'stroke --ink 3 round 1,4 1 0,0',
    'stroke --line 1 butt  1 0,0',
  ]);
  expect(one.texts).toEqual([expect.objectContaining({ words: 'inside', left: 16, y: 30 })]);
});

const WORDS = {
  about: 'MariaDB thread pool · max_threads = 8',
  labels: ['left', 'right'],
  caption:
    'Eight requests arrive together, and two of them wait for a thread until the others are answered.',
};

/** What is wrong with the pictures of a clip at some of its moments. */
function faults(widget: AnyWidget, size: (typeof SIZES)[Shape]): string[] {
  const posters = picturesOf(widget);
  const address = `poolscope.example${widget.page}`.replace(/\/$/, '');
  const words = { ...WORDS, title: widget.title, address };
  const clip = clipOf(posters, words, wholeOf(posters), size);
  const runs = posters.map(({ scenario_json, overrides }) => finished(scenario_json, overrides));
  const found: string[] = [];
  const { width, height } = size;
  for (const share of [0, 0.2, 0.21, 0.6, 1]) {
    const at_ms = share * clip.lasts_ms;
    const at = clip.moment(at_ms);
    const frames = runs.map(
      (run) => (at.by === 'step' ? run.frame_at_step(at.step) : run.frame(at.time_ns)) as Frame,
    );
    const one = paper();
    const marks = clip.marks(frames, at_ms);
    one.scale(clip.sharp, clip.sharp);
    paintWhole(onto(one), marks, colours);
    for (const { words: said, left, right, y } of one.texts)
      if (said.trim() !== '' && (left < 0 || right > width || y < 12 || y > height - 4))
        found.push(`${share} "${said}" at ${left.toFixed(0)}-${right.toFixed(0)}, ${y.toFixed(0)}`);
    const all = one.texts.map((text) => text.words).join(' ');
    const flat = all.replaceAll(' ', '');
    for (const part of [words.title, words.caption, address, 'Simulated by Poolscope'])
      if (!flat.includes(part.replaceAll(' ', ''))) found.push(`${share} without "${part}"`);
    const { question = '' } = posters[0]?.outcome.scenario ?? {};
    if (at_ms < clip.asks_ms && !flat.includes(question.replaceAll(' ', '')))
      found.push(`${share} does not ask`);
    if (share === 1 && !/(answered: half within|answered, after|nobody was answered)/.test(all))
      found.push('it finds nothing');
    if (!/at [\d.,]+ \S+ of/.test(all)) found.push(`${share} without its moment`);
    found.push(...unpaintable(marks));
    // A GIF has a quarter of the area.
    if (one.strokes.length < (width < 700 ? 10 : 15))
      found.push(`${share} has ${one.strokes.length} strokes`);
  }
  for (const run of runs) run.free();
  return found;
}

const drawn = oneOfEach(
  widgets.filter(({ kind }) => kind !== 'benchmark'),
  looksOf,
);
test.each(drawn.map((widget) => [widget.name, widget] as const))(
  '%s as a clip: whole in each shape, with title, caption and address',
  (_, widget) => {
    for (const shape of SHAPES) {
      expect(faults(widget, SIZES[shape]), shape).toEqual([]);
      expect(faults(widget, GIF_SIZES[shape]), `${shape} as GIF`).toEqual([]);
    }
  },
);
