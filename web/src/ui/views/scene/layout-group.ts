/**
 * A group in full: its clients, then sockets and listener, queues and workers side by side, with no more air than
 * their fullest moment in this run leaves; at its foot why the first in line waits.
 */
import { MOST_CELLS, MOST_DRAWN } from './crowd';
import type { GroupExtent } from './extent';
import type { Box, Point } from './geometry';
import type { GroupLayout, SeatWords, Slots, Type } from './layout-types';

/** What a layout gives up, where the box is small. */
export interface Detail {
  readonly seat_words: SeatWords;
  /** Names of trays, and the counters' own line. */
  readonly trays: boolean;
  /** The reason beside the group's name instead of at its foot. */
  readonly bare: boolean;
  /** Of seats, against the size that they have where there is room. */
  readonly shrink: number;
  readonly type: Type;
}

export interface GroupShape extends Detail {
  readonly w: number;
  /** Room from top to bottom, or what a group of its own takes. */
  readonly h: number;
  readonly own: boolean;
  readonly no_listener: boolean;
  /** Threads that the thread cache must have room for, where there is one. */
  readonly cache: number | undefined;
  /** Places of those who may be at work at once, where the run ever meets that limit. */
  readonly gate: number;
  readonly why_lines: WhyLines;
}

export type WhyLines = (width: number, group: number, size: number, whole: boolean) => number;

/** As tall as it has to be, and itself in any box of that height and more. */
export interface Planned {
  readonly need: number;
  readonly place: (at: Point, h: number) => GroupLayout;
}

export const TOKEN = 11;
const SEAT = 17;
const PAD = 7;
const GAP = 9;
const GATED_GAP = 20;
const LINE = 2 * TOKEN + 4;
const MOST_SLOTS = 42;
const IDLE = 9;
/** From here on a group is wide enough for a listener's counters and generous panels. */
const ROOMY = 430;

const clamp = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));
const down = (box: Box) => box.y + box.h;

export function whyHeight(lines: number, { why }: Type): number {
  return lines === 0 ? 0 : Math.round(lines * why * 1.28 + 7);
}

/** Places of equal distance in a box: rows are full, and share what room there is up to a degree. */
function spread(
  count: number,
  box: Box,
  cell: { readonly w: number; readonly h: number },
  most = 1.5,
): readonly Point[] {
  const fitting = Math.max(1, Math.floor((box.w + 0.01) / cell.w));
  const rows = Math.max(1, Math.ceil(count / fitting));
  const columns = Math.max(1, Math.ceil(count / rows));
  const w = Math.min(box.w / columns, cell.w * most);
  const h = Math.min(box.h / rows, cell.h * most);
  const x = box.x + (box.w - w * columns) / 2;
  const y = box.y + (box.h - h * rows) / 2;
  return Array.from({ length: count }, (_, index) => ({
    x: x + w * ((index % columns) + 0.5),
    y: y + h * (Math.floor(index / columns) + 0.5),
  }));
}

const rowsOf = (count: number, w: number, cell: number) =>
  Math.ceil(count / Math.max(1, Math.floor((w + 0.01) / cell)));

/** A line of slots as tall as its fullest moment, with ages beside the tokens where they have room. */
interface PlannedLine {
  readonly h: number;
  readonly place: (box: Box) => Slots;
}

function planLine(count: number, w: number, h: number, ages: boolean, shape: Detail): PlannedLine {
  const { trays, type } = shape;
  const label = trays ? type.small + 4 : 0;
  const pill = 2 * TOKEN + 6 + type.age * 4;
  const all = clamp(1, count, MOST_SLOTS);
  const columns = (cell: number) => Math.max(1, Math.floor((w - 2 + 0.01) / cell));
  const cells = [
    ...(ages && w - 2 >= pill
      ? [
          { ages: true, w: pill, h: 24, r: TOKEN },
          { ages: true, w: pill - 4, h: 20, r: 9 },
        ]
      : []),
    { ages: false, w: LINE, h: LINE, r: TOKEN },
    { ages: false, w: 20, h: 20, r: 8.5 },
  ];
  const fits = (cell: (typeof cells)[number]) =>
    label + Math.ceil(all / columns(cell.w)) * cell.h + 2 <= h;
  const cell = cells.find(fits) ?? cells.at(-1) ?? { ages: false, w: LINE, h: LINE, r: TOKEN };
  const across = columns(cell.w);
  const most = Math.max(1, Math.floor((h - label - 2) / cell.h));
  const rows = Math.min(Math.ceil(all / across), most);
  const shown = Math.min(all, rows * across);
  return {
    h: label + rows * cell.h + 2,
    place: (box) => {
      const tray = { x: box.x, y: box.y + label, w: box.w, h: box.h - label };
      const places = Array.from({ length: shown }, (_, index) => ({
        x: tray.x + 1 + cell.w * (index % across) + (cell.ages ? TOKEN + 3 : cell.w / 2),
        y: tray.y + 1 + cell.h * (Math.floor(index / across) + 0.5),
      }));
      return {
        places,
        radius: cell.r,
        ages: cell.ages,
        tray,
        label: trays ? { x: box.x + 2, y: box.y + type.small } : undefined,
      };
    },
  };
}

interface Seats {
  readonly need: number;
  /** The least width. */
  readonly least: number;
  readonly radius: number;
  readonly place: (box: Box) => Pick<GroupLayout['workers'], 'seats' | 'refused' | 'idle'>;
}

/** The seats with what stands at them, and below them the stack of idle workers. */
function planSeats(extent: GroupExtent, w: number, shape: Detail, stack: boolean): Seats {
  const { type, seat_words, shrink, trays } = shape;
  const radius = SEAT * shrink;
  const words = seat_words === 0 ? 0 : 3 + seat_words * (type.small + 1.5);
  const cell = {
    w: seat_words === 0 ? 2 * radius + (radius > 12 ? 13 : 4) : seatWidth(type),
    h: 2 * radius + (seat_words === 0 ? (radius > 10 ? 8 : 4) : 5) + words,
  };
  const count = extent.seats + (extent.refusals ? 1 : 0);
  const rows = rowsOf(count, w, cell.w);
  const stacked = stack && extent.idle > 0;
  // Where room is short they lie beside the name of the panel.
  const below = stacked && trays;
  const stack_h = below ? 2 * IDLE + 5 : 0;
  return {
    need: rows * cell.h + stack_h,
    least: cell.w * Math.min(count, 2),
    radius,
    place: (box) => {
      const room = { ...box, h: box.h - stack_h };
      const places = spread(count, room, cell, 1.45).map(({ x, y }) => ({ x, y: y - words / 2 }));
      const r = below ? IDLE : 7;
      const y = below ? down(box) - r - 2 : box.y - titleOf(shape) / 2 + 1;
      const named = below ? type.small * 2.8 + 8 : type.caps * 6.6;
      const last = box.x + box.w - r;
      const pitch = Math.min(2 * r + 3, (last - box.x - named - r) / Math.max(1, extent.idle - 1));
      const first = below ? box.x + named + r : last - pitch * (extent.idle - 1);
      return {
        seats: places.slice(0, extent.seats),
        refused: extent.refusals ? places[extent.seats] : undefined,
        idle: stacked
          ? {
              places: Array.from({ length: extent.idle }, (_, at) => ({
                x: first + pitch * at,
                y,
              })),
              radius: r,
              ages: false,
              tray: below ? { x: box.x, y: y - r - 1, w: box.w, h: 2 * r + 2 } : undefined,
              label: below ? { x: box.x + 3, y: y + type.small * 0.36 } : undefined,
            }
          : undefined,
      };
    },
  };
}

const seatWidth = (type: Type) => Math.max(2 * SEAT + 14, type.small * 5.2);

interface PlannedClients {
  readonly w: number;
  readonly need: number;
  readonly place: (
    at: Point,
    h: number,
  ) => Pick<GroupLayout['clients'], 'places' | 'radius' | 'box' | 'label' | 'crowd'>;
}

const PITCHES = [28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8];

/** A column of dots, or as many columns as they need; of very many, cells. */
function planClients({ clients }: GroupExtent, shape: GroupShape): PlannedClients {
  const { w, h, type } = shape;
  const count = clients.length;
  const label = w >= 420 ? type.caps + 6 : 0;
  const crowd = count > MOST_DRAWN;
  const most = w >= ROOMY ? clamp(60, w * 0.17, 130) : 46;
  const least = label ? type.caps * 5.6 : 20;
  const room = h - label - (crowd ? type.small + 6 : 0) - 4;
  const across = (pitch: number) =>
    Math.ceil(count / Math.max(1, Math.floor(Math.max(room, pitch) / pitch)));
  const shown = count > MOST_CELLS ? 1 : count;
  const pitch = crowd
    ? count > MOST_CELLS
      ? 0
      : clamp(2, Math.floor(Math.sqrt((most * room) / count)), 8)
    : (PITCHES.find((one) => (w >= ROOMY || one <= 22) && across(one) * one <= most) ?? 8);
  const columns = crowd
    ? Math.max(1, Math.floor(most / Math.max(1, pitch)))
    : Math.min(across(pitch), count);
  const rows = Math.ceil(shown / Math.max(1, columns));
  const width = Math.max(least, crowd ? most : columns * pitch);
  const need = label + rows * Math.max(pitch, 1) + (crowd ? type.small + 6 : 0) + 4;
  return {
    w: width,
    need,
    place: (at, height) => {
      const free = Math.max(0, height - need);
      // Rows stand as far apart as beside the group they may, its middle is theirs.
      const air = crowd ? 0 : Math.min(pitch * 0.35, free / Math.max(1, rows));
      const top = at.y + Math.max(0, (free - air * rows) / 2) * (label ? 0.6 : 1);
      const left = at.x + (crowd ? 0 : (width - columns * pitch) / 2);
      const places = new Map(
        clients.map((client, index) => {
          const cell = shown === 1 ? 0 : index;
          return [
            client,
            {
              x: left + pitch * ((cell % columns) + 0.5),
              y: top + label + 2 + (pitch + air) * (Math.floor(cell / columns) + 0.5),
            },
          ] as const;
        }),
      );
      const bottom = top + label + 2 + rows * (pitch + air);
      return {
        label: label ? { x: at.x, y: top + type.caps } : undefined,
        places,
        radius: crowd ? TOKEN : Math.min(TOKEN, pitch * 0.4),
        box: { x: at.x - 2, y: top, w: width + 4, h: need + air * rows },
        crowd: crowd ? { pitch, note: { x: at.x, y: bottom + type.small + 2 } } : undefined,
      };
    },
  };
}

/** What a panel of words and seats takes beside its inside. */
const titleOf = ({ type }: Detail) => type.caps + 7;
const footOf = ({ trays, type }: Detail) => (trays ? type.small + 7 : 3);

export function planGroup(extent: GroupExtent, shape: GroupShape): Planned {
  const { w, h, type, own, no_listener, seat_words, bare } = shape;
  const clients = planClients(extent, shape);
  const seam = w >= ROOMY ? 20 : 10;
  const group_w = w - clients.w - seam;
  const inner = group_w - 2 * PAD;
  const roomy = group_w >= ROOMY;
  const head = bare ? Math.max(type.caps + 9, whyHeight(1, type) + 3) : type.caps + 9;
  const title = titleOf(shape);
  const foot = footOf(shape);
  const name_w = type.caps * 6.2 + 14;
  const lines =
    own || bare ? 0 : shape.why_lines(inner - 14, extent.group, type.why, seat_words === 2);
  const why_h = whyHeight(lines, type);
  const over = head + (why_h === 0 ? PAD : why_h + 2 * 5);
  const free = h - over - title - foot;

  const gap = roomy ? GAP : 6;
  const gated = shape.gate > 0 ? GATED_GAP : gap;
  const listener_w =
    own || no_listener ? 0 : roomy ? clamp(96, inner * 0.18, 132) : Math.max(66, inner * 0.22);
  const queue_w = own ? 0 : roomy ? clamp(104, inner * 0.25, 176) : Math.max(78, inner * 0.28);
  const taken = (listener_w ? listener_w + gap : 0) + (queue_w ? queue_w + gated : 0);
  const workers_w = inner - taken;

  // Listener: what lies on sockets above the seat of the one who looks at them.
  const seat_words_h = seat_words === 0 ? 0 : 3 + seat_words * (type.small + 1.5);
  const nobody_h = type.small * 1.15 + 3;
  const chair_r = SEAT * Math.max(shape.shrink, 0.7);
  const chair = 2 * chair_r + 8 + Math.max(seat_words_h, nobody_h);
  const socket_w = listener_w - 2 * 6;
  const sockets = listener_w
    ? planLine(extent.unpolled, socket_w, Math.max(22, free - chair), false, shape)
    : undefined;
  const listener_need = sockets ? sockets.h + chair : 0;

  const line_w = queue_w - 2 * 6;
  const has_high = extent.high > 0;
  const high = has_high
    ? planLine(extent.high, line_w, Math.max(24, (free - 4) * 0.5), true, shape)
    : undefined;
  const low_room = free - (high ? high.h + 4 : 0);
  const low = queue_w
    ? planLine(extent.low, line_w, Math.max(24, low_room), true, shape)
    : undefined;
  const queue_need = (high ? high.h + 4 : 0) + (low?.h ?? 0);

  const cached = own ? shape.cache : undefined;
  const cache_rows =
    cached === undefined ? 0 : rowsOf(clamp(1, cached, MOST_SLOTS), inner - 12, 24);
  const cache_h = cached === undefined ? 0 : title + cache_rows * 24 + 6;
  const seats = planSeats(extent, workers_w - 2 * 6, shape, !own);
  const most = Math.max(listener_need, queue_need, seats.need);
  // No place for a name, or for a seat and the next one.
  const cramped = workers_w < Math.max(type.caps * 6.4 + 12, seats.least + 12);
  const need = cramped
    ? Infinity
    : Math.max(over + title + foot + most + (cache_h ? cache_h + gap : 0), clients.need);

  const place = (at: Point, height: number): GroupLayout => {
    const box = { x: at.x + clients.w + seam, y: at.y, w: group_w, h: height };
    const top = box.y + head;
    const bottom = down(box) - (why_h === 0 ? PAD : why_h + 2 * 5);
    const parts_h = bottom - top - (cache_h ? cache_h + gap : 0);
    const panel = (x: number, width: number): Box => ({ x, y: top, w: width, h: parts_h });
    const inside = ({ x, y, w: width, h: all }: Box): Box => ({
      x: x + 6,
      y: y + title,
      w: width - 12,
      h: all - title - foot,
    });
    let x = box.x + PAD;
    const listener_box = panel(x, listener_w);
    if (listener_w) x += listener_w + gap;
    const queue_box = panel(x, queue_w);
    if (queue_w) x += queue_w + gated;
    const workers_box = panel(x, workers_w);

    const in_listener = inside(listener_box);
    const socket_slots = sockets?.place({ ...in_listener, h: sockets.h });
    const chair_y =
      in_listener.y +
      (sockets?.h ?? 0) +
      (in_listener.h - (sockets?.h ?? 0)) / 2 -
      Math.max(seat_words_h, nobody_h) / 2;
    const in_queue = inside(queue_box);
    const high_slots = high?.place({ ...in_queue, h: high.h });
    const below = high ? high.h + 4 : 0;
    const low_slots = low?.place({ ...in_queue, y: in_queue.y + below, h: in_queue.h - below });
    const seated = seats.place(inside(workers_box));
    const lane_y = top + parts_h / 2;
    const gate_x = workers_box.x - gated / 2;
    const cache_box = {
      x: box.x + PAD,
      y: top + parts_h + gap,
      w: inner,
      h: cache_h,
    };
    return {
      group: extent.group,
      detail: 'full',
      box,
      clients: clients.place({ x: at.x, y: at.y }, height),
      listener: listener_w
        ? {
            box: listener_box,
            seat: { x: listener_box.x + listener_w / 2, y: chair_y },
            radius: chair_r,
          }
        : undefined,
      sockets: socket_slots,
      queue: low_slots && { box: queue_box, high: high_slots, low: low_slots },
      workers: { box: workers_box, radius: seats.radius, ...seated },
      cache:
        cached === undefined
          ? undefined
          : {
              box: cache_box,
              slots: {
                places: spread(
                  clamp(1, cached, MOST_SLOTS),
                  {
                    ...cache_box,
                    x: cache_box.x + 6,
                    y: cache_box.y + title,
                    w: inner - 12,
                    h: cache_rows * 24,
                  },
                  { w: 24, h: 24 },
                  1,
                ),
                radius: TOKEN - 1,
                ages: false,
                tray: undefined,
                label: undefined,
              },
            },
      lanes: {
        from: { x: box.x - seam + 2, y: lane_y },
        gate: { x: box.x, y: lane_y },
        queue: queue_w ? { x: queue_box.x - gap / 2, y: lane_y } : undefined,
        workers: queue_w ? { x: gate_x, y: lane_y } : { x: box.x, y: lane_y },
        over: top - 3,
        back: bottom + 3,
        home: { x: box.x - seam / 2, y: bottom + 3 },
      },
      why:
        bare && !own
          ? { x: box.x + name_w, y: box.y + 1, w: group_w - name_w - 3, lines: 1 }
          : why_h === 0
            ? undefined
            : { x: box.x + PAD, y: bottom + 5, w: inner, lines },
      full: {
        type,
        seat_words,
        seat_w: seatWidth(type),
        title,
        foot: shape.trays ? foot : 0,
        listener_foot: roomy,
        bare,
        gate: gateAt(shape.gate, gate_x, top, parts_h),
        head,
      },
    };
  };
  return { need, place };
}

const MOST_GATE = 12;

/** One above the other, between the queue and the workers. */
function gateAt(count: number, x: number, top: number, h: number): readonly Point[] {
  const shown = Math.min(count, MOST_GATE);
  const pitch = Math.min(15, (h - 28) / Math.max(1, shown));
  const first = top + h / 2 - (pitch * (shown - 1)) / 2;
  return Array.from({ length: shown }, (_, at) => ({ x, y: first + pitch * at }));
}
