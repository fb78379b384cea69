/**
 * The other groups of a capture as small pools: number, door, a disc if something runs, and the waiting requests. With less
 * room the parts are dropped one by one, down to a colour and a bar.
 */
import { m } from '#paraglide/messages.js';
import type { SchedulerName } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import {
  circle,
  group,
  path,
  rect,
  tenth as n,
  text,
  those,
  type Mark,
  type Paint,
} from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { ringMarks } from '../glyphs';
import type { Box } from '../scene/geometry';
import { partWordsOf } from '../scene/part-words';

/** What is known of a group. */
export interface Level {
  readonly group: number;
  readonly connections: number;
  readonly high: number;
  readonly low: number;
  readonly unread: number;
  readonly threads: number;
  readonly running: number;
  readonly latched: number;
  /** On threads, but waiting. */
  readonly asleep: number;
  /** 1 if there is work on a thread. */
  readonly busy: number;
  /** Undefined if the design needs no listener. */
  readonly listens: boolean | undefined;
}

/** The level of detail: a colour and a bar; a disc and a level; also a number; or a queue with its threads. */
type Detail = 'bar' | 'disc' | 'number' | 'whole';

interface PoolShape {
  readonly detail: Detail;
  readonly w: number;
  readonly h: number;
  readonly corner: number;
  readonly rim: number;
}

export function poolShape(w: number, h: number): PoolShape {
  const least = Math.min(w, h);
  const detail: Detail =
    w >= 132 && h >= 84 ? 'whole' : w >= 34 && h >= 36 ? 'number' : least >= 12 ? 'disc' : 'bar';
  return {
    detail,
    w,
    h,
    corner: Math.min(detail === 'whole' ? 16 : 10, least / 3.4),
    rim: detail === 'whole' ? 2.5 : least >= 26 ? 1.75 : least >= 12 ? 1.25 : 0,
  };
}

/** The largest distance at which this many cells fit; whole pixels keep them sharp. */
function pitchIn(count: number, w: number, h: number, largest = 12): number {
  let pitch = largest;
  while (pitch > 1 && Math.ceil(count / Math.max(1, Math.floor(w / pitch))) * pitch > h) pitch -= 1;
  return pitch;
}

/** Squares in rows, as one shape. */
function squares(number: number, from: number, box: Box, pitch: number): string {
  const columns = Math.max(1, Math.floor(box.w / pitch));
  const size = n(pitch > 3 ? pitch - 1.5 : pitch - 0.5);
  return Array.from({ length: number }, (_, index) => {
    const at = from + index;
    const x = box.x + (at % columns) * pitch;
    // From the bottom up, so that the height shows the length of the queue.
    const y = box.y + box.h - (Math.floor(at / columns) + 1) * pitch;
    return `M${n(x)} ${n(y)}h${size}v${size}h${-size}z`;
  }).join('');
}

const LINES: readonly { readonly of: 'high' | 'low' | 'unread'; readonly paint: Paint }[] = [
  { of: 'high', paint: '--high' },
  { of: 'low', paint: '--low' },
  { of: 'unread', paint: '--socket' },
];

/** One square per waiting request; if there are too many, an area whose height shows their number. */
function crowdMarks(level: Level, box: Box, largest: number, least: number): Mark[] {
  const waiting = level.high + level.low + level.unread;
  if (waiting === 0 || box.w < 3 || box.h < 3) return [];
  const pitch = pitchIn(waiting, box.w, box.h, largest);
  if (pitch < least) {
    let y = box.y + box.h;
    const full = Math.max(level.connections, waiting);
    return LINES.flatMap(({ of, paint }): Mark[] => {
      const h = (level[of] / full) * box.h;
      y -= h;
      return h === 0 ? [] : [rect(n(box.x), n(y), n(box.w), n(h), { fill: paint })];
    });
  }
  let from = 0;
  return LINES.flatMap(({ of, paint }): Mark[] => {
    const number = level[of];
    const d = squares(number, from, box, pitch);
    from += number;
    return number === 0
      ? []
      : [path(d, { fill: paint, stroke: '--edge', thick: pitch > 7 ? 1 : 0.5 })];
  });
}

/** The work on its threads, as the colour of the disc. */
function workPaint({ running, latched, asleep }: Level): Paint {
  if (running > 0) return '--run';
  if (latched > 0) return '--latch';
  return asleep > 0 ? '--sleep' : '--run';
}

/** A disc whose size shows how busy it is; if nothing runs, the ring of an ear. */
function discMarks(level: Level, x: number, y: number, r: number): Mark[] {
  const ear = [
    circle(n(x), n(y), n(r * 0.82), {
      fill: '--cup',
      stroke: '--ring',
      thick: n(Math.max(1, r * 0.13)),
    }),
  ];
  const busy = level.busy;
  if (busy <= 0)
    return level.listens === false
      ? []
      : level.listens
        ? [...ear, circle(n(x), n(y), n(r * 0.16), { fill: '--ring' })]
        : ear;
  const own = r * Math.max(0.3, Math.sqrt(busy));
  return those(
    own < r * 0.72 && ear,
    circle(n(x), n(y), n(own), {
      fill: workPaint(level),
      stroke: '--edge',
      thick: r > 6 ? 1.25 : 0.75,
    }),
  );
}

/** An ink bar in the door if nobody listens. */
function shutMarks({ listens }: Level, { h, rim }: PoolShape, x = 0): Mark[] {
  if (listens !== false) return [];
  const half = Math.min(11, h * 0.18);
  return [
    rect(n(Math.max(0, x - rim)), n(h * 0.62 - half), n(Math.max(3, rim * 2.2)), n(2 * half), {
      r: 1.5,
      fill: '--ink',
    }),
  ];
}

/** The ear is half outside its door. */
const EAR = 9;

function ground({ w, h, corner, rim }: PoolShape, before = 0): Mark {
  const half = rim / 2;
  return rect(half + before, half, n(w - rim - before), n(h - rim), {
    r: n(corner),
    fill: '--pool',
    ...(rim > 0 ? { stroke: '--rim' as const, thick: rim } : {}),
  });
}

const NUMBER = 11.5;
const HEAD = 12.5;

function numbered(level: Level, shape: PoolShape): Mark[] {
  const { w, h } = shape;
  const name = String(level.group);
  const name_w = roomOf(name, NUMBER, { bold: true });
  const waiting = level.high + level.low + level.unread;
  const one = waiting === 1 && name_w + 26 <= w;
  const paint: Paint = level.high > 0 ? '--high' : level.low > 0 ? '--low' : '--socket';
  const side = Math.min(10, w * 0.24);
  const body = { x: 5, y: 20, w: w - 10, h: h - 25 };
  // Waiting requests pile up at the bottom; the disc stays where it is.
  const r = Math.min(body.w * 0.24, body.h * 0.3, 13);
  const pile = Math.max(6, body.h - 2 * r - 4);
  return those(
    name_w <= w - 8 && text(6, 15.5, name, { size: NUMBER, weight: 700 }),
    one &&
      rect(n(w - 6 - side), 6, n(side), n(side), {
        r: 2.5,
        fill: paint,
        stroke: '--edge',
        thick: 1,
      }),
    discMarks(level, w / 2, body.y + body.h / 2 - (waiting > 1 ? pile / 2 : 0), r),
    !one && crowdMarks(level, { ...body, y: body.y + body.h - pile, h: pile }, 8, 3),
    shutMarks(level, shape),
  );
}

function whole(level: Level, shape: PoolShape, scheduler: SchedulerName): Mark[] {
  const { w, h } = shape;
  const waiting = level.high + level.low + level.unread;
  const eared = level.listens !== undefined;
  const pad = eared ? 26 : 14;
  const end = 14;
  const said = [
    m.dense_in_line({ count: count(level.high + level.low) }) +
      (level.unread > 0 ? `, ${m.dense_unread({ count: count(level.unread) })}` : ''),
    count(waiting),
  ];
  const names = [partWordsOf(scheduler).group(level.group), String(level.group)];
  const face = { bold: true };
  const both = names
    .flatMap((name) => said.map((words) => ({ name, words })))
    .find(
      ({ name, words }) =>
        roomOf(name, HEAD, face) + roomOf(words, HEAD, face) + 12 <= w - pad - end,
    );
  const name = both?.name ?? String(level.group);
  const inside = { x: pad, y: 30, w: w - pad - end, h: h - 40 };
  const lane = { ...inside, w: inside.w * 0.52 };
  const rings = { ...inside, x: lane.x + lane.w + 10, w: inside.w - lane.w - 10 };
  return those(
    text(pad, 20, name, { size: HEAD, weight: 700 }),
    both &&
      text(n(w - end), 20, both.words, {
        size: HEAD,
        anchor: 'end',
        fill: waiting > 0 ? '--ink' : '--ink-2',
        ...(waiting > 0 ? { weight: 700 } : {}),
      }),
    rect(n(lane.x), lane.y, n(lane.w), n(lane.h), {
      r: n(Math.min(10, lane.h / 3)),
      fill: '--lane',
    }),
    crowdMarks(level, { x: lane.x + 5, y: lane.y + 4, w: lane.w - 10, h: lane.h - 8 }, 13, 2),
    ringsMarks(level, rings),
    level.listens !== undefined &&
      (level.listens
        ? [group(ringMarks('listens', EAR), { x: EAR + 1.5, y: n(h * 0.62) })]
        : shutMarks(level, shape, EAR)),
  );
}

/** Its threads, busy ones first, as many as fit. */
function ringsMarks(level: Level, box: Box): Mark[] {
  const { running, latched, asleep, threads } = level;
  if (threads === 0) return [];
  const pitch = pitchIn(threads, box.w, box.h, 30);
  const columns = Math.max(1, Math.floor(box.w / pitch));
  const room = Math.min(threads, columns * Math.max(1, Math.floor(box.h / pitch)));
  const rows = Math.ceil(room / columns);
  const r = pitch * 0.4;
  const top = box.y + (box.h - rows * pitch) / 2;
  const left = box.x + (box.w - Math.min(columns, room) * pitch) / 2;
  const tones: readonly Paint[] = [
    ...Array.from({ length: running }, () => '--run' as const),
    ...Array.from({ length: latched }, () => '--latch' as const),
    ...Array.from({ length: asleep }, () => '--sleep' as const),
  ];
  return Array.from({ length: room }, (_, at): Mark[] => {
    const x = n(left + pitch * ((at % columns) + 0.5));
    const y = n(top + pitch * (Math.floor(at / columns) + 0.5));
    const tone = tones[at];
    return those(
      circle(x, y, n(r), {
        fill: '--cup',
        stroke: '--ring',
        thick: n(Math.max(0.75, r * (tone ? 0.16 : 0.08))),
      }),
      tone && circle(x, y, n(r * 0.68), { fill: tone, stroke: '--edge', thick: 0.75 }),
    );
  }).flat();
}

/** The smallest: filled with the colour of its work, with a bar for its queue. */
function barred(level: Level, { w, h }: PoolShape): Mark[] {
  const waiting = level.high + level.low + level.unread;
  const share = Math.min(1, waiting / Math.max(1, level.connections));
  const bar = waiting === 0 ? 0 : Math.max(1, h * share);
  return those(
    level.busy > 0 &&
      rect(0, 0, w, h, {
        fill: workPaint(level),
        opacity: n(0.25 + 0.75 * Math.min(1, level.busy)),
      }),
    level.listens === false && rect(0, 0, Math.max(1, w * 0.25), h, { fill: '--ink' }),
    bar > 0 &&
      rect(0, n(h - bar), w, n(bar), {
        fill: level.high > 0 ? '--high' : level.low > 0 ? '--low' : '--socket',
      }),
  );
}

function disced(level: Level, shape: PoolShape): Mark[] {
  const { w, h } = shape;
  const r = Math.min(w, h) * 0.26;
  return [
    ...discMarks(level, w / 2, h * 0.4, r),
    ...crowdMarks(level, { x: 3, y: h * 0.4 + r + 1, w: w - 6, h: h * 0.6 - r - 4 }, 6, 3),
    ...shutMarks(level, shape),
  ];
}

export function poolMarks(level: Level, shape: PoolShape, scheduler: SchedulerName): Mark[] {
  const inside = (): Mark[] => {
    switch (shape.detail) {
      case 'whole':
        return whole(level, shape, scheduler);
      case 'number':
        return numbered(level, shape);
      case 'disc':
        return disced(level, shape);
      case 'bar':
        return barred(level, shape);
    }
  };
  const eared = shape.detail === 'whole' && level.listens !== undefined;
  return [ground(shape, eared ? EAR : 0), ...inside()];
}
