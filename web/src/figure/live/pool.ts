/** What of a live pool stands still, as marks: the basin, the queue's place, the door; and its bodies, for a page without scripts. */
import { m } from '#paraglide/messages.js';
import type { Latch, LiveMoment } from '../../model/engine/live-run';
import type { Dials } from '../../model/hand/cases';
import { count } from '../../model/words/format';
import { group, line, path, rect, text, type Mark } from '../../ui/marks/marks';
import { bodyMarks, ringMarks } from '../../ui/views/glyphs';
import { NUMBERED, toneOf } from './crowd';
import { waitingIn, type Box, type Layout, type Place } from './layout';
import { inSeconds } from './say';
import type { Seated } from './seats';
import type { Say } from './words';

export interface Still {
  readonly layout: Layout;
  readonly moment: LiveMoment;
  readonly dials: Dials;
  readonly seated: Seated;
  readonly say: Say;
  /** Threads that the server may have: most of them are not there. */
  readonly allowed?: number;
}

const n = (value: number) => Math.round(value * 10) / 10;

const heading = (x: number, y: number, words: string, key: string): Mark =>
  text(n(x), n(y), words, { key, size: 16, weight: 700, display: true });
const aside = (x: number, y: number, words: string, key: string): Mark =>
  text(n(x), n(y), words, { key, size: 14, weight: 600, anchor: 'end' });

/** The latch's turnstile: above and below it is a wall. */
function latchMarks({ lane, door }: Layout): Mark[] {
  const { x, y, r } = { x: n(door.x), y: n(door.y), r: n(door.r) };
  const wall = { stroke: '--ink', thick: 6, round: true } as const;
  return [
    line(x, n(lane.y + 3), x, n(y - r - 5), { key: 'wall above', ...wall }),
    line(x, n(y + r + 5), x, n(lane.y + lane.h - 3), { key: 'wall below', ...wall }),
    group(ringMarks('works', r), { key: 'latch', x, y, part: 'latch' }),
  ];
}

/** The queue at a latch, its turnstile, and the threads, which share the cores. */
function atLatchMarks({ layout, moment, latch, say }: Still & { latch: Latch }): Mark[] {
  const { pool, lane, seats } = layout;
  const { queued, working } = moment;
  return [
    ...basin(pool, undefined, false),
    laneMarks(lane),
    heading(lane.x + 4, lane.y - 13, say(m.live_at_latch()), 'line'),
    aside(
      lane.x + lane.w - 4,
      lane.y - 13,
      queued.length === 0
        ? m.live_nobody_waits()
        : m.live_latch_waits({ count: queued.length, asleep: latch.asleep }),
      'line-count',
    ),
    heading(seats.x + 4, seats.y - 13, say(m.live_threads()), 'threads'),
    aside(
      seats.x + seats.w - 2,
      seats.y - 13,
      say(m.live_on_cores({ count: working.length, cores: latch.cores })),
      'threads-count',
    ),
    ...latchMarks(layout),
  ];
}

const laneMarks = (lane: Box): Mark =>
  rect(n(lane.x), n(lane.y), n(lane.w), n(lane.h), {
    key: 'lane',
    r: Math.min(26, lane.h / 2.6),
    fill: '--lane',
    part: 'low-0',
  });

export function poolMarks(still: Still): Mark[] {
  const { layout, moment, dials, seated, say, allowed } = still;
  if (moment.latch) return atLatchMarks({ ...still, latch: moment.latch });
  const { pool, lane, seats, door, upright } = layout;
  const waits = waitingIn(moment);
  const first = inSeconds(moment.first_ns);
  const in_line = moment.queued.length;
  const unread = moment.unread.length;
  const outside = say(m.live_unread({ count: count(unread) }));
  const rate = m.live_a_second({ count: count(dials.arrivals) });
  const at_door = unread > 0 ? outside : rate;
  // One more may work in the door: it is drawn there.
  const at_rings = seated.rings.filter((one) => one !== undefined).length;
  const at_work = m.live_at_work({
    count: at_rings,
    threads: Math.max(dials.threads, at_rings),
  });
  const right = layout.spares ?? seats;
  return [
    ...basin(pool, door, upright),
    laneMarks(lane),
    heading(lane.x + 4, lane.y - 13, m.live_in_line(), 'line'),
    aside(
      lane.x + lane.w - 4,
      lane.y - 13,
      in_line === 0 ? m.live_nobody_waits() : m.live_waits({ count: count(waits), age: first }),
      'line-count',
    ),
    heading(seats.x + 4, seats.y - 13, say(m.live_threads()), 'threads'),
    aside(
      right.x + right.w - 2,
      seats.y - 13,
      allowed === undefined ? at_work : m.live_allowed({ count: count(allowed) }),
      'threads-count',
    ),
    ...(allowed === undefined ? [] : spareMarks(layout, allowed - dials.threads)),
    ...(upright ? [] : [gate(lane, door)]),
    ...doorMarks(door, moment, seated, upright, say),
    // Nobody else comes.
    ...(allowed === undefined ? [doorWords(layout, at_door)] : []),
  ];
}

const doorWords = ({ upright, door, pour }: Layout, words: string): Mark =>
  upright
    ? text(n(door.x + door.r + 12), 26, words, { key: 'rate', size: 13, weight: 700 })
    : text(4, n(pour.h - 12), words, { key: 'rate', size: 13.5, weight: 700 });

/** A small ring for each thread that may be: dots of a line, and smaller dots upon them. */
function spareMarks({ spares }: Layout, all: number): Mark[] {
  if (!spares || all <= 0) return [];
  const { x, y, w, h } = spares;
  const columns = Math.ceil(Math.sqrt((all * w) / h));
  const rows = Math.ceil(all / columns);
  const pitch = Math.min(w / columns, h / rows);
  const row = (index: number) => {
    const dots = Math.min(columns, all - index * columns);
    const left = x + w - pitch * (columns - 0.5);
    return `M${n(left)} ${n(y + pitch * (index + 0.5))}h${n((dots - 1) * n(pitch)) + 0.1}`;
  };
  const d = Array.from({ length: rows }, (_, index) => row(index)).join('');
  const dots = (key: string, thick: number, stroke: '--rim' | '--pool') =>
    path(d, { key, fill: 'none', stroke, thick: n(thick), dash: `0 ${n(pitch)}`, round: true });
  const thick = pitch * 0.66;
  return [
    dots('spares', thick, '--rim'),
    ...(thick > 4 ? [dots('holes', thick - 2, '--pool')] : []),
  ];
}

/** Those who wait and work, for the page's HTML. */
export function bodiesOf({ layout, moment, seated }: Still): Mark[] {
  const at = (request: number, { x, y }: Place, marks: readonly Mark[]) =>
    group(marks, { key: `r${request}`, x: n(x), y: n(y) });
  const label = (request: number, { r }: Place) => (r < NUMBERED ? '' : String(request));
  return [
    ...seated.rings.flatMap((one, index) => {
      const ring = layout.ring(index);
      const marks = ringMarks(
        one ? 'works' : 'idle',
        n(ring.r),
        Math.max(0.004, one?.progress ?? 0),
      );
      const r = n(ring.r * 0.7);
      return [
        group(marks, { key: `t${index}`, x: n(ring.x), y: n(ring.y), part: `thread-${index}` }),
        ...(one ? [at(one.request, ring, bodyMarks(toneOf(one), r, String(one.request)))] : []),
      ];
    }),
    ...moment.queued.map(({ request, high }, index) => {
      const place = layout.queued(index);
      return at(request, place, bodyMarks(high ? 'high' : 'low', place.r, label(request, place)));
    }),
    ...moment.unread.map(({ request }, index) => {
      const place = layout.unread(index);
      return {
        ...at(request, place, bodyMarks('socket', place.r, label(request, place))),
        class: 'letter',
      };
    }),
  ];
}

/** A filled outline with a gap for its door, if it has one. */
function basin({ x, y, w, h }: Box, door: Place | undefined, upright: boolean): Mark[] {
  const r = n(Math.min(34, h / 5));
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [right, foot] = [n(x + w), n(y + h)];
  const half = door ? door.r + 3 : 0;
  const gap = door ? (upright ? door.x : door.y) : y + h / 2;
  const [a, b] = [n(gap - half), n(gap + half)];
  const rim = upright
    ? `M${b} ${y}H${n(right - r)}${corner(r, r)}V${n(foot - r)}${corner(-r, r)}H${n(x + r)}${corner(-r, -r)}V${n(y + r)}${corner(r, -r)}H${a}`
    : `M${n(x)} ${a}V${n(y + r)}${corner(r, -r)}H${n(right - r)}${corner(r, r)}V${n(foot - r)}${corner(-r, r)}H${n(x + r)}${corner(-r, -r)}V${b}`;
  return [
    rect(n(x), n(y), n(w), n(h), { key: 'pool', r, fill: '--pool', part: 'group-0' }),
    path(rim, { key: 'rim', fill: 'none', stroke: '--rim', thick: 4, round: true }),
  ];
}

const gate = (lane: Box, door: Place): Mark =>
  path(`M${n(lane.x + lane.w + 15)} ${n(door.y - 10)}l11 10l-11 10`, {
    key: 'gate',
    fill: 'none',
    stroke: '--rim',
    thick: 4,
    round: true,
  });

/** The door: with the thread that listens, or open, or shut. */
function doorMarks(
  door: Place,
  moment: LiveMoment,
  seated: Seated,
  upright: boolean,
  say: Say,
): Mark[] {
  const { x, y, r } = { x: n(door.x), y: n(door.y), r: n(door.r) };
  if (moment.listens && !moment.shut) {
    const title = say(m.live_listens());
    return [group(ringMarks('listens', r), { key: 'ear', x, y, part: 'listener-0', title })];
  }
  if (seated.door && !moment.shut) return [];
  const bar = upright
    ? line(x - r - 2, y, x + r + 2, y, { key: 'bar', stroke: '--ink', thick: 9, round: true })
    : line(x, y - r - 2, x, y + r + 2, { key: 'bar', stroke: '--ink', thick: 9, round: true });
  return [group([bar], { key: 'shut', title: moment.shut ? m.live_shut() : say(m.live_deaf()) })];
}
