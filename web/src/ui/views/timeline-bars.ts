/** The bars of a row: past ones are constant, the one at the handle grows, and later ones are absent. */
import { group, line, path, rect, those, type GroupMark, type Mark } from '../marks/marks';
import type { Tone } from './shapes';
import type { TimeScale } from './time-scale';
import type { Row, Stretch } from './timeline';

/** Microseconds, for attributes. */
export const us = (ns: number): number => Number((ns / 1e3).toFixed(3));

/** Lower bars have no texture; narrower ones have no edge. */
const TEXTURE_FROM = 9;
const TEXTURE_WIDE = 10;
const EDGE_FROM = 4;
const EDGE_LEAST = 5;
const TEXTURED: ReadonlySet<Tone> = new Set([
  'sleep',
  'low',
  'high',
  'socket',
  'latch',
  'lock',
  'soon',
]);
/** From a texture's own top to the middle of a bar. */
const TEXTURE_MIDDLE = 8;

/** The position of a row's bars, and the patterns that fill them. */
export interface BarBox {
  readonly scale: TimeScale;
  readonly y: number;
  readonly h: number;
  /** Without it bars have no texture, as in a downloaded file. */
  readonly patterns?: string | undefined;
  /** Within a lens: the period that it shows. */
  readonly lens?: { readonly from_ns: number; readonly to_ns: number } | undefined;
}

export function barMarks({ tone, start_ns, end_ns }: Stretch, box: BarBox): Mark[] {
  const { scale, y, h, patterns, lens } = box;
  const x = scale.x(start_ns);
  const w = scale.between(start_ns, end_ns);
  const wide = scale.px(end_ns) - scale.px(start_ns);
  const data = {
    'from-us': us(start_ns),
    'to-us': us(end_ns),
    state: tone,
    ...(lens ? { lens: '' } : {}),
  };
  const edge =
    wide > EDGE_FROM && h >= EDGE_LEAST && !lens ? ({ stroke: '--edge', thick: 1 } as const) : {};
  const bar = rect(x, y, w, h, { fill: `--${tone}`, ...edge, data });
  if (
    patterns === undefined ||
    lens ||
    h < TEXTURE_FROM ||
    wide <= TEXTURE_WIDE ||
    !TEXTURED.has(tone)
  )
    return [bar];
  const fill = `url(#${patterns}-${tone})` as const;
  return [
    bar,
    group([rect(0, TEXTURE_MIDDLE - h / 2, w, h, { fill })], { x, y: y + h / 2 - TEXTURE_MIDDLE }),
  ];
}

/** The distance of a tick from the end of its bar, in pixels, and its width. */
const TICK_AT = 11;
const TICK_AFTER_MARK = 20;
const TICK_ROOM = 17;
const TICK_FROM = 9;
/** If a published time is this close, the tick makes way. */
const MARK_ROOM = 14;

/** After the end of a bar: a tick, or a bar of ink if the request was refused. */
export function answerMark(
  x: ReturnType<TimeScale['x']>,
  y: number,
  after: boolean,
  failed: boolean,
): Mark {
  const at = after ? TICK_AFTER_MARK : TICK_AT;
  const look = { stroke: '--ink', round: true } as const;
  const mark = failed
    ? line(at - 5, -5, at - 5, 5, { ...look, thick: 3 })
    : path(`M${at - 3} 0l2.6 3l5 -6`, { ...look, fill: 'none', thick: 1.9 });
  return group([mark], { x, y });
}

/** Where the client left: from here on the bar is for nobody. */
const leftMark = (x: ReturnType<TimeScale['x']>, y: number, h: number): Mark =>
  group(
    [
      line(-h / 2, -h / 2 - 1, h / 2, h / 2 + 1, { stroke: '--paper', thick: 4, round: true }),
      line(-h / 2, -h / 2 - 1, h / 2, h / 2 + 1, { stroke: '--ink', thick: 1.9, round: true }),
    ],
    { x, y, data: { 'given-up': '' } },
  );

/** Stretches of a row up to the present. Unchanged ones are the same objects, which a brush skips. */
export class RowBars {
  readonly #row: Row;
  readonly #box: BarBox;
  readonly #bars: (readonly Mark[])[] = [];
  readonly #to_ns: number;
  #done = -1;
  #finished: GroupMark | undefined;
  #said = '';
  #answers: GroupMark | undefined;
  #last: { readonly until_ns: number; readonly mark: GroupMark } | undefined;
  #settled = false;

  constructor(row: Row, box: BarBox) {
    this.#row = row;
    this.#box = box;
    this.#to_ns = box.lens?.to_ns ?? Infinity;
  }

  at(now_ns: number): GroupMark {
    const until_ns = Math.min(now_ns, this.#to_ns);
    const last = this.#last;
    if (last?.until_ns === until_ns) return last.mark;
    const { stretches, key } = this.#row;
    let done = this.#settled && last && last.until_ns < until_ns ? this.#done : 0;
    while ((stretches[done]?.end_ns ?? Infinity) <= until_ns) done += 1;
    const open = stretches[done];
    const grows = open !== undefined && open.start_ns < until_ns;
    const answers = this.#answersAt(now_ns);
    if (last && !grows && !this.#last_grew && done === this.#done && answers === this.#answers) {
      this.#last = { until_ns, mark: last.mark };
      return last.mark;
    }
    if (done !== this.#done || !this.#finished) {
      const marks: Mark[] = [];
      for (let index = 0; index < done; index += 1) marks.push(...this.#bar(index));
      this.#finished = group(marks, { key: 'over' });
    }
    const now = grows ? group(this.#cut({ ...open, end_ns: until_ns }), { key: 'now' }) : undefined;
    const mark = group(those(this.#finished, now, answers), {
      key,
    });
    this.#done = done;
    this.#answers = answers;
    this.#last_grew = grows;
    this.#settled = true;
    this.#last = { until_ns, mark };
    return mark;
  }
  #last_grew = false;

  #bar(index: number): readonly Mark[] {
    const stretch = this.#row.stretches[index];
    return (this.#bars[index] ??= stretch ? this.#cut(stretch) : []);
  }

  /** A lens shows only what falls into it. */
  #cut(stretch: Stretch): Mark[] {
    const { lens } = this.#box;
    if (!lens) return barMarks(stretch, this.#box);
    const start_ns = Math.max(stretch.start_ns, lens.from_ns);
    const end_ns = Math.min(stretch.end_ns, lens.to_ns);
    return end_ns <= start_ns ? [] : barMarks({ ...stretch, start_ns, end_ns }, this.#box);
  }

  #answersAt(now_ns: number): GroupMark | undefined {
    const { scale, y, h, lens } = this.#box;
    if (lens || h < TICK_FROM) return undefined;
    const { lives, marks } = this.#row;
    const left = lives.flatMap(({ given_up_ns }) =>
      given_up_ns !== undefined && given_up_ns <= now_ns ? [given_up_ns] : [],
    );
    const shown = lives.flatMap(({ end_ns, failed, segments }, index) => {
      const at_ns = end_ns ?? (failed ? segments.at(-1)?.end_ns : undefined);
      if (at_ns === undefined || at_ns > now_ns) return [];
      const next_ns = lives[index + 1]?.arrive_ns ?? Infinity;
      const near = (other_ns: number, room: number) =>
        other_ns <= now_ns && Math.abs(scale.px(other_ns) - scale.px(at_ns)) < room;
      if (near(next_ns, TICK_ROOM)) return [];
      const after = marks.some((mark) => near(mark.at_ns, MARK_ROOM));
      return [{ at_ns, after, failed }];
    });
    if (shown.length + left.length === 0) return undefined;
    const said = [...left, ...shown.map(({ at_ns, after }) => `${at_ns} ${after}`)].join();
    if (said !== this.#said || !this.#answers) {
      this.#said = said;
      const middle = y + h / 2;
      const made = [
        ...left.map((at_ns) => leftMark(scale.x(at_ns), middle, h)),
        ...shown.map(({ at_ns, after, failed }) =>
          answerMark(scale.x(at_ns), middle, after, failed),
        ),
      ];
      return group(made, { key: 'answers' });
    }
    return this.#answers;
  }
}
