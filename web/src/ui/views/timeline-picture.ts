/** A timeline at a moment: the past, cut at the handle. Constant parts are made once. */
import { m } from '#paraglide/messages.js';
import type { Frame } from '../../model/run/types';
import { clock, duration } from '../../model/words/format';
import { group, line, path, rect, text, those, type Mark } from '../marks/marks';
import { BOLD, roomOf, wrap } from '../marks/measure';
import { Area } from './timeline-area';
import { latencyOf, rowOf, tellingRows, type Row, type TimelineData } from './timeline';
import { RowBars } from './timeline-bars';
import { burstAt, burstsOf, type Burst } from './timeline-bursts';
import {
  KEY,
  KEY_ROOM,
  layoutTimeline,
  LINE,
  type BlockLayout,
  type Box,
  type GuessMark,
  type TimelineLayout,
  type TimeMark,
} from './timeline-layout';
import {
  Band,
  dotMarks,
  gridMarks,
  handleMarks,
  hiliteMark,
  lensHandle,
  LENS_LETTERS,
  lensWords,
  nameMarks,
  publishedMarks,
  tickMarks,
  ticksFor,
  type Said,
} from './timeline-marks';
import type { Placed, TimelineNotes } from './timeline-notes';
import { axisEnd, timeScale, type TimeScale } from './time-scale';

/** One run of a timeline, alone or with another. */
export interface Block {
  readonly data: TimelineData;
  /** Its name, if there are two. */
  readonly head?: string | undefined;
  /** The chosen request, by its number in this run. */
  readonly chosen: number | undefined;
}

/** What all moments of a timeline have in common. */
export interface TimelineSetup {
  readonly blocks: readonly Block[];
  readonly box: Box;
  readonly end_ns: number;
  /** The sorted times of all events; a function, because only rows that can be enlarged need them. */
  readonly times: () => readonly number[];
  /** A prefix for the ids of its patterns. */
  readonly id: string;
  /** A burst that is shown over the whole plot. */
  readonly into?: Burst | undefined;
}

/** Text on the timeline at a moment. */
export interface MomentNotes {
  /** Each run at this moment. */
  readonly frames: readonly Frame[];
  /** The time next to the handle. */
  readonly clock?: string | undefined;
  readonly notes?: TimelineNotes | undefined;
  readonly marks?: readonly TimeMark[] | undefined;
  readonly guess?: readonly GuessMark[] | undefined;
  readonly revealed?: boolean | undefined;
}

/** The marks on the rows' background, and what is where for the pointer. */
export interface Moment {
  /** At the left: names, and the length of the queue. */
  readonly names: readonly Mark[];
  readonly ground: readonly Mark[];
  readonly bars: readonly Mark[];
  readonly over: readonly Mark[];
  readonly lens: readonly Mark[];
  readonly burst: Burst | undefined;
  readonly dots: readonly Burst[];
  readonly rows: readonly ShownRow[];
}

export interface ShownRow {
  readonly row: Row;
  /** The index of its run. */
  readonly run: number;
  readonly top: number;
  readonly height: number;
  readonly chosen: boolean;
}

const areas = new WeakMap<TimelineData, { readonly end_ns: number; readonly area: Area }>();

/** Counts all requests of a run, once. */
function areaOf(data: TimelineData, end_ns: number): Area {
  const known = areas.get(data);
  if (known?.end_ns === end_ns) return known.area;
  const area = new Area(data, end_ns);
  areas.set(data, { end_ns, area });
  return area;
}

/** The selection of telling rows changes this many times per run at most, so that rows don't jump. */
const CHOICES = 12;

const LABEL_GAP = 8;
const LENS_PAD = 3;

interface ConstantMarks {
  readonly of: readonly ShownRows[];
  readonly rows: readonly ShownRow[];
  readonly ground: readonly Mark[];
  /** One list per run. */
  readonly names: readonly (readonly Mark[])[];
}

interface ShownRows {
  /** Identifies the selection of rows. */
  readonly key: string;
  readonly rows: readonly Row[];
  readonly bars: readonly RowBars[];
  readonly lens: Map<Burst, readonly RowBars[]>;
}

export class TimelinePicture {
  readonly layout: TimelineLayout;
  readonly scale: TimeScale;
  readonly bursts: readonly Burst[];
  readonly #set: TimelineSetup;
  /** The axis has at least this many pixels. */
  readonly #sure: number;
  readonly #ticks: ReturnType<typeof ticksFor>;
  readonly #areas: readonly (((now_ns: number) => Mark) | undefined)[];
  readonly #shown: (ShownRows | undefined)[] = [];

  constructor(set: TimelineSetup) {
    const { blocks, box, end_ns, into } = set;
    this.#set = set;
    const asked = blocks.map(({ data, head }) => ({
      rows: data.rows.length,
      head,
      labels: data.rows.map(({ name }) => name),
      area: () => areaOf(data, end_ns).widest,
    }));
    const last_ns = Math.max(end_ns, ...blocks.map(({ data }) => data.last_ns));
    const whole_ns = axisEnd(end_ns, last_ns);
    // With a lens the plot is narrower, and bursts are found at the scale that is drawn.
    const found = (lens: boolean) => {
      const layout = layoutTimeline(asked, box, lens);
      const rowed = layout.blocks.every(({ area }) => !area);
      return { layout, bursts: rowed ? burstsOf(set.times(), whole_ns / layout.plot.width) : [] };
    };
    const plain = found(false);
    const { layout, bursts } = plain.bursts.length > 0 ? found(true) : plain;
    this.layout = bursts.length > 0 ? layout : plain.layout;
    this.bursts = bursts;
    const { plot } = this.layout;
    const sure = plot.width - (box.width - (box.least ?? box.width));
    this.#sure = sure;
    this.scale = into ? timeScale(into.from_ns, into.to_ns, sure) : timeScale(0, whole_ns, sure);
    this.#ticks = ticksFor(this.scale, end_ns, sure, into !== undefined);
    const all = this.layout.blocks.map(({ area }, index) => {
      const data = blocks[index]?.data;
      return area && data && { ...area, of: areaOf(data, end_ns) };
    });
    const most = {
      places: Math.max(...all.map((area) => area?.of.most.places ?? 1)),
      answers: Math.max(...all.map((area) => area?.of.most.answers ?? 1)),
    };
    this.#areas = all.map((area) => area?.of.in(this.scale, area.y, area.height, most));
  }

  /** The rows shown at a time. */
  #rowsAt(index: number, layout: BlockLayout, time_ns: number): ShownRows {
    const { blocks, end_ns, id, into } = this.#set;
    const block = blocks[index];
    const rows = block?.data.rows ?? [];
    const step = end_ns / CHOICES || 1;
    const known = Math.floor(time_ns / step);
    const fits = rows.length <= layout.rows;
    const key = fits ? 'all' : `${block?.chosen ?? ''} ${known}`;
    const before = this.#shown[index];
    if (before?.key === key) return before;
    const shown = fits ? rows : tellingRows(rows, layout.rows, block?.chosen, known * step);
    const same =
      before?.rows.length === shown.length && shown.every((row, at) => before.rows[at] === row);
    const made = same
      ? { ...before, key }
      : {
          key,
          rows: shown,
          bars: shown.map(
            (row, at) =>
              new RowBars(row, {
                scale: this.scale,
                ...barAt(layout, at),
                patterns: id,
                lens: into,
              }),
          ),
          lens: new Map<Burst, readonly RowBars[]>(),
        };
    this.#shown[index] = made;
    return made;
  }

  at(time_ns: number, said: MomentNotes): Moment {
    const { end_ns, into } = this.#set;
    const { frames, notes, marks = [], guess = [], revealed } = said;
    const { layout, scale, bursts } = this;
    const { head, plot } = layout;
    const shown = layout.blocks.map((block, index) => this.#rowsAt(index, block, time_ns));
    const { rows, ground, names: row_names } = this.#standing(shown);
    const seen_ns = revealed ? Infinity : time_ns;
    const dots = bursts.filter(({ first_ns }) => first_ns <= seen_ns);
    const burst = into ?? burstAt(bursts, time_ns);

    // Room in the row of times is given out in this order: handle, prediction, moments, ticks.
    const band = new Band(-plot.x, this.#sure + (layout.width - plot.x - plot.width));
    const lens = layout.lens && burst && !into ? this.#lensMarks(burst, shown, time_ns) : undefined;
    if (lens) {
      const { from, to } = lens.words;
      band.hold(from - plot.x, to - plot.x);
    }
    const now = Math.min(time_ns, end_ns);
    const handle = handleMarks(
      time_ns,
      said.clock ?? clock(now, end_ns),
      scale,
      head,
      layout.bottom + 2,
      band,
      this.#heads(),
    );
    const here = into
      ? guess.filter(({ at_ns }) => into.from_ns <= at_ns && at_ns <= into.to_ns)
      : guess;
    const guessed = notes?.guessWords(here, scale, head, band) ?? [];
    const told = into ? [] : marks.filter(({ at_ns }) => at_ns <= seen_ns);
    const letters = notes?.letterMarks(told, scale, head, band) ?? [];
    const ticks = tickMarks(this.#ticks, scale, head, band);

    const bars = layout.blocks.map((block, run) =>
      group(
        those(
          (shown[run]?.bars ?? []).map((row) => row.at(time_ns)),
          block.area && this.#areas[run] && this.#areas[run](now),
        ),
        { key: `run ${run}` },
      ),
    );
    const placed = rows.map(({ row, top, height }): Placed => ({ row, top, bottom: top + height }));
    const over = [
      ...dotMarks(dots, burst, scale, head.dot).filter(() => !into),
      ...ticks,
      ...letters,
      ...guessed,
      ...(notes?.guessMarks(here, placed, [head.top, layout.bottom], scale, time_ns, end_ns) ?? []),
      ...rows.flatMap(({ row, top, height, run }) => {
        const published = row.marks.filter(({ at_ns }) => !into || at_ns <= into.to_ns);
        const ends = published.map(
          ({ at_ns, latency_ns }) =>
            row.lives.find((life) => life.arrive_ns + latency_ns === at_ns)?.end_ns ?? undefined,
        );
        const high = layout.blocks[run]?.bar ?? 0;
        const made = publishedMarks(published, ends, time_ns, scale, top + height / 2, high);
        return made.length > 0 ? [group(made, { key: `published ${run} ${row.key}` })] : [];
      }),
      ...(lens?.leader ?? []),
      ...handle,
    ];
    const names = layout.blocks.map((block, run) =>
      group([...(row_names[run] ?? []), ...this.#counts(block, run, frames[run])], {
        key: `run ${run}`,
      }),
    );
    return { names, ground, bars, over, lens: lens?.marks ?? [], burst, dots, rows };
  }

  /** What comes after the handle, once the run has been seen. */
  future(): readonly Mark[] {
    const { layout, scale } = this;
    const { end_ns } = this.#set;
    return layout.blocks.map((block, run) => {
      const rows = this.#rowsAt(run, block, end_ns).rows;
      return group(
        those(
          rows.map((row, at) => new RowBars(row, { scale, ...barAt(block, at) }).at(end_ns)),
          block.area && this.#areas[run] && this.#areas[run](end_ns),
        ),
        { key: `run ${run}`, opacity: 0.28 },
      );
    });
  }

  #stands: ConstantMarks | undefined;

  /** The parts that are constant until other rows are selected. */
  #standing(shown: readonly ShownRows[]): ConstantMarks {
    const before = this.#stands;
    if (before?.of.every((one, run) => one === shown[run])) return before;
    const { blocks, into } = this.#set;
    const { layout, scale } = this;
    const { head, bottom } = layout;
    const rows = layout.blocks.flatMap((block, run) =>
      (shown[run]?.rows ?? []).map((row, at): ShownRow => ({
        row,
        run,
        top: block.top + at * block.row,
        height: block.row,
        chosen: rowOf([row], blocks[run]?.chosen) === row,
      })),
    );
    const whole = into
      ? [
          rect(0, head.top - 6, '100%', bottom - head.top + 10, {
            key: 'lens',
            r: 9,
            fill: '--lens',
            stroke: '--ink-3',
          }),
        ]
      : [];
    const ground = [
      ...whole,
      ...rows.flatMap(({ chosen, run, row, top, height }) =>
        chosen ? [hiliteMark(`hilite ${run} ${row.key}`, top, height)] : [],
      ),
      ...gridMarks(
        this.#ticks.map(({ at_ns }) => at_ns),
        scale,
        head.top,
        bottom,
      ),
      ...rows.map(({ run, row, top, height }) =>
        line(0, top + height / 2, '100%', top + height / 2, {
          key: `row ${run} ${row.key}`,
          stroke: '--grid',
        }),
      ),
    ];
    const names = this.#names(rows);
    this.#stands = { of: shown, rows, ground, names };
    return this.#stands;
  }

  /** The names of runs that stand over their rows. */
  #heads(): readonly Said[] {
    const { blocks, plot, width } = this.layout;
    return blocks.flatMap(({ head_y }, run) => {
      const room = roomOf(this.#set.blocks[run]?.head ?? '', HEAD.size, BOLD);
      if (head_y === undefined || room > width) return [];
      return [{ top: head_y - HEAD.size, bottom: head_y + 4, right: room + 4 - plot.x }];
    });
  }

  #names(rows: readonly ShownRow[]): readonly (readonly Mark[])[] {
    const { gutter, names: room, size, width, blocks } = this.layout;
    const heads = blocks.map(({ head_y, ...block }, run): readonly Mark[] => {
      const head = this.#set.blocks[run]?.head ?? '';
      if (head_y === undefined) return besideMarks(head, gutter - room - 12, block);
      const fits = roomOf(head, HEAD.size, BOLD) <= width;
      return fits ? [text(0, head_y, head, { key: 'head', ...HEAD })] : [];
    });
    const names = nameMarks(
      rows.map(({ run, row, top, height, chosen }) => ({
        run,
        said: [row.name, row.short],
        y: top + height / 2,
        bold: chosen,
      })),
      gutter - LABEL_GAP,
      room,
      size,
      size * LINE,
      blocks.flatMap(({ head_y }) => (head_y === undefined ? [] : [head_y - HEAD.size * 0.35])),
    );
    return heads.map((head, run) => [
      ...names.flatMap(([of, name]) => (of === run ? [name] : [])),
      ...head,
    ]);
  }

  /** Each with the colours that it has in the area. */
  #counts({ area }: BlockLayout, run: number, frame: Frame | undefined): readonly Mark[] {
    const { blocks, end_ns } = this.#set;
    const data = blocks[run]?.data;
    if (!area || !data || !frame) return [];
    const right = this.layout.gutter - LABEL_GAP;
    return areaOf(data, end_ns)
      .labels(frame, area.height)
      .flatMap(({ words, y, layers }, index) => [
        text(right - KEY_ROOM, area.y + y, words, {
          key: `count ${index}`,
          anchor: 'end',
          size: 12,
          fill: '--ink-2',
        }),
        ...layers.map((layer, at) =>
          rect(
            right - KEY,
            area.y + y - KEY + (at * KEY) / layers.length,
            KEY,
            KEY / layers.length,
            {
              key: `${layer} ${index}`,
              fill: `--${layer}`,
              stroke: '--ink-2',
            },
          ),
        ),
      ]);
  }

  /** The enlarged burst at the left, and the lines that lead there. */
  #lensMarks(burst: Burst, shown: readonly ShownRows[], time_ns: number) {
    const { layout, scale } = this;
    const { head, bottom, lens: place, plot } = layout;
    const block = layout.blocks[0];
    if (!place || !block) return undefined;
    // Leaves room so that the rounded corners cut off no bar.
    const pad_ns = ((burst.to_ns - burst.from_ns) * LENS_PAD) / (place.width - 2 * LENS_PAD);
    const within = timeScale(burst.from_ns - pad_ns, burst.to_ns + pad_ns, place.width);
    const rows = shown[0];
    let bars = rows?.lens.get(burst);
    if (rows && !bars) {
      bars = rows.rows.map(
        (row, at) => new RowBars(row, { scale: within, ...barAt(block, at), lens: burst }),
      );
      rows.lens.set(burst, bars);
    }
    const size = LENS_LETTERS;
    const full = lensWords(burst, plot.x - LABEL_GAP, size);
    const left = place.x + place.width / 2;
    const room = roomOf(full, size);
    // Centred above it, or up to the start of the plot.
    const to = Math.min(left + room / 2, plot.x - 8);
    const from = Math.max(0, to - room);
    const marks: Mark[] = [
      rect(0, head.top - 6, '100%', bottom - head.top + 10, {
        key: 'lens',
        r: 9,
        fill: '--lens',
        stroke: '--ink-3',
      }),
      group(
        (bars ?? []).map((row) => row.at(time_ns)),
        { key: `burst ${burst.first_ns}` },
      ),
      text(`${(((from + to) / 2 - place.x) / place.width) * 100}%`, head.words, full, {
        key: 'lens words',
        anchor: 'middle',
        size,
        fill: '--ink-2',
      }),
      ...lensHandle(time_ns, burst, within, head.top - 6, bottom + 4),
    ];
    const gap = plot.x - place.x - place.width;
    const at = scale.px(burst.first_ns);
    const leader =
      at < 4
        ? [
            path(`M${-gap} ${head.top - 2}L-1 ${head.top + 2}M${-gap} ${bottom}L-1 ${bottom - 4}`, {
              key: 'leader',
              stroke: '--ink-3',
              fill: 'none',
            }),
          ]
        : [
            line(-gap, head.dot, scale.x(burst.first_ns), head.dot, {
              key: 'leader',
              stroke: '--ink-2',
              thick: 1.2,
              dash: '1 4',
              round: true,
            }),
          ];
    return { marks, leader, words: { from, to } };
  }
}

const HEAD = { size: 12.5, weight: 700 } as const;

/** A run's name at the left of its rows, if it has room there. */
function besideMarks(
  head: string,
  room: number,
  { top, bottom }: Pick<BlockLayout, 'top' | 'bottom'>,
): readonly Mark[] {
  const lines = wrap(head, room, HEAD.size);
  const fits =
    lines.length * HEAD.size * LINE <= bottom - top &&
    lines.every((words) => roomOf(words, HEAD.size, BOLD) <= room);
  return fits
    ? lines.map((words, nth) =>
        text(0, top + 12 + nth * HEAD.size * LINE, words, { key: `head ${nth}`, ...HEAD }),
      )
    : [];
}

const barAt = ({ top, row, bar }: BlockLayout, index: number) => ({
  y: top + index * row + (row - bar) / 2,
  h: bar,
});

/** A row in words, up to the present. */
export function rowWords({ name, lives }: Row, time_ns: number): string {
  const come = lives.filter(({ arrive_ns }) => arrive_ns <= time_ns);
  const answered = come.filter(({ end_ns }) => end_ns !== null && end_ns <= time_ns);
  const last = answered.at(-1);
  const latency_ns = last && latencyOf(last);
  if (lives.length > 1)
    return latency_ns === undefined
      ? m.timeline_row_none({ name })
      : m.timeline_row_many({
          name,
          count: answered.length,
          latency: duration(latency_ns),
        });
  if (last?.end_ns == null || latency_ns === undefined)
    return m.timeline_row_open({ request: name });
  return m.timeline_row({
    request: name,
    latency: duration(latency_ns),
    end: duration(last.end_ns),
  });
}
