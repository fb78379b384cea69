/** Houses: their shapes, lines, threads and limits; of few also their names, ages of waiting, and the cache. */
import { m } from '#paraglide/messages.js';
import {
  CONNECTION_STATES,
  inLineOf,
  NONE,
  THREAD_STATES,
  unreadOf,
} from '../../../model/run/frame';
import type { Frame, RefuseReason, SchedulerName } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import {
  circle,
  group,
  line,
  rect,
  tenth as n,
  text,
  those,
  type Mark,
  type MarkStyle,
} from '../../marks/marks';
import { BOLD, fitting, roomOf, wrap } from '../../marks/measure';
import { ringMarks, wallMarks, type Ring } from '../glyphs';
import { cellOf, ringsOf, ROOM, type Bodies } from './at';
import { basinMarks, doorMarks, onMark, type Basin } from './basin';
import {
  boxOn,
  hotOf,
  inView,
  isDrawn,
  latchGround,
  latchMarks,
  ring,
  toScreen,
  usualOf,
  type Shot,
} from './field-marks';
import { gateMarks, type Gate } from './gate';
import type { Box } from './geometry';
import type { GroupWords } from './group-words';
import { partWordsOf } from './part-words';
import type { ShownRefusal } from './refusal';
import { barBeside } from './rooms';
import {
  placeAt,
  type Bar,
  type Full,
  type House,
  type Line,
  type Spot,
  type World,
} from './world';

/** What such a picture needs of a moment. Groups are numbered as in the frame; the only one of own threads is `NONE`. */
export interface HouseMoment {
  readonly frame: Frame;
  readonly scheduler: SchedulerName;
  readonly words: (group: number) => GroupWords;
  readonly doors: boolean;
  readonly gate: (group: number) => Gate | undefined;
  /** A gate in front of the threads: its capacity, and how many are past it. */
  readonly inside: (() => { readonly places: number; readonly taken: number }) | undefined;
  readonly refusal: (group: number) => ShownRefusal | undefined;
  /** True if somebody of a group has had priority. */
  readonly high_used: (group: number) => boolean;
  /** Why the first request of a group waits, longest text first, where nothing else on the page says it. */
  readonly why?: (group: number) => readonly string[];
  /** For how long a connection's request has been there. */
  readonly age_ns: (client: number) => number | undefined;
  /** Those whom the sentence is about. */
  readonly subjects: ReadonlySet<number>;
  /** True if a body has not arrived yet. */
  readonly onWay?: ((client: number) => boolean) | undefined;
  /** How much of the thread in a ring is there. */
  readonly presence?: ((ring: number) => number) | undefined;
}

interface Home {
  readonly house: House;
  readonly group: number;
  /** The number of its cell. */
  readonly at: number;
}

const homesOf = ({ cells }: World): Home[] =>
  cells.flatMap(({ house, group: of }, at) => (house ? [{ house, group: of ?? NONE, at }] : []));

/** Those of which something is in the picture, also a letter before the door. */
const homesIn = (shot: Shot): Home[] =>
  homesOf(shot.world).filter(({ house, at }) => {
    const box = boxOn(shot, house.box);
    return isDrawn(shot, at) && inView(shot, { ...box, x: box.x - 40, w: box.w + 80 });
  });

/** Rings of all cells are numbered. */
const MOST_RINGS = 65_536;

/** The thread in each ring, by its id. */
export const ringedThreads = (world: World, frame: Frame): ReadonlyMap<number, number> =>
  new Map(
    threadsIn(world, frame).flatMap((rings, cell) =>
      [...rings].map(
        ([own, at]) => [cell * MOST_RINGS + own, frame.thread_id[at] ?? NONE] as const,
      ),
    ),
  );

/** The least size of a group's name, and the size of its limit. */
const LETTERS = 12.5;

const spotOn = (shot: Shot, spot: Spot | undefined): Spot | undefined =>
  spot && { ...toScreen(shot, spot), w: spot.w * shot.s };
const barOn = (shot: Shot, bar: Bar): Bar => ({ ...toScreen(shot, bar), h: bar.h * shot.s });

const basinOf = (shot: Shot, { box, door, full }: House, doors: boolean): Basin => {
  const { s } = shot;
  const r = door.r * s;
  return {
    box: boxOn(shot, box),
    corner: full?.type.corner ?? Math.min(32, 5 * s),
    rim: full?.type.rim ?? Math.min(4, Math.max(1.5, s * 0.5)),
    door:
      doors || full
        ? { ...toScreen(shot, door), r, half: full ? full.gap * s : r, above: full?.above ?? false }
        : undefined,
  };
};

/** What does not change while the camera rests. */
export function groundMarks(shot: Shot, { doors }: Pick<HouseMoment, 'doors'>): Mark[] {
  const houses = homesIn(shot).flatMap(({ house, group: of }): Mark[] => {
    if (house.full?.open) return [];
    const marks = shot.homes
      ? those(
          basinMarks(basinOf(shot, house, doors)),
          house.lane.x.length > 0 &&
            group([laneMarks(shot, house, house.lane_box, 'low_queue')], {
              key: 'queue',
              part: 'queue',
            }),
        )
      : [roofMark(shot, house, 'pool', { fill: '--pool', stroke: '--rim', thick: 0.75 })];
    return [group(marks, { key: `house ${of}`, part: `group:${of}` })];
  });
  return [...houses, ...latchGround(shot)];
}

/** A house from afar. */
function roofMark(shot: Shot, { box }: House, key: string, look: MarkStyle): Mark {
  const { x, y, w, h } = boxOn(shot, box);
  return rect(n(x), n(y), n(w), n(h), { key, r: n(1.6 * shot.s), ...look });
}

/** A line's ground, with an arrow to the threads if they are beside it. */
function laneMarks(
  shot: Shot,
  { rings_box, full }: House,
  lane: Box,
  key: 'low_queue' | 'high_queue',
): Mark {
  const { x, y, w, h } = boxOn(shot, lane);
  const on = full && rings_box.x > lane.x + lane.w;
  const r = full ? Math.min(h / 2.6, 26) : Math.min(16, 2 * shot.s);
  return group(
    those(
      rect(n(x), n(y), n(w), n(h), { key: 'lane', r: n(r), fill: '--lane' }),
      on && onMark('on', { x: x + w + 7, y: y + h / 2 }, [7, 6.5]),
    ),
    { key, part: key },
  );
}

const RINGS: Readonly<Record<(typeof THREAD_STATES)[number], Ring>> = {
  starting: 'starts',
  waking: 'starts',
  listening: 'idle',
  idle: 'idle',
  cached: 'idle',
  connect_idle: 'idle',
  running: 'works',
  waiting: 'works',
  lock: 'works',
  reading: 'works',
  connecting: 'works',
  latch: 'works',
  holds_latch: 'works',
  runnable: 'works',
};

/** The ring of each thread of each cell. */
function threadsIn(world: World, frame: Frame): ReadonlyMap<number, number>[] {
  const there = world.cells.map(() => new Map<number, number>());
  ringsOf(world, frame).forEach((own, thread) => {
    if (own >= 0) there[cellOf(world, frame.thread_group[thread])]?.set(own, thread);
  });
  return there;
}

/** Threads, doors, limits and the latch, as they are at the moment. `heat`: of each cell. */
export function liveMarks(
  shot: Shot,
  bodies: Bodies,
  heat: readonly number[],
  moment: HouseMoment,
): Mark[] {
  const { world, homes } = shot;
  const { frame, doors } = moment;
  const threads = homes ? threadsIn(world, frame) : [];
  const [usual, hot] = [usualOf(heat), hotOf(heat)];
  const houses = homesIn(shot).flatMap((home): Mark[] => {
    const { house, group: of, at } = home;
    if (!homes) {
      // From afar a group glows that is fuller than the usual one.
      const warm = ((heat[at] ?? 0) - usual) / (1.001 - usual);
      return warm <= 0 ? [] : [warmMark(shot, home, warm, hot[at] === true)];
    }
    const listens = (frame.group_listener[of] ?? NONE) !== NONE;
    return those(
      !house.full?.open && limitedMarks(shot, home, moment),
      group(threadsMarks(shot, home, threads[at] ?? new Map(), moment), {
        key: `workers ${of}`,
        part: 'workers',
      }),
      // At once, like the words beside it.
      doors &&
        doorMarks(basinOf(shot, house, true), listens).map((mark) => ({
          ...mark,
          key: `door ${of}`,
        })),
      house.full && haloMarks(shot, home, bodies, moment),
    );
  });
  return [...houses, ...latchMarks(shot, frame)];
}

const warmMark = (shot: Shot, { house, at }: Home, warm: number, hot: boolean): Mark =>
  roofMark(shot, house, `warm ${at}`, {
    fill: '--light',
    fill_opacity: Number((0.7 * warm).toFixed(2)),
    ...(hot ? { stroke: '--ink', thick: 2.4 } : {}),
  });

/** The line of those with priority, from its first use on, and the gate before the threads. */
function limitedMarks(shot: Shot, { house, group: of }: Home, moment: HouseMoment): Mark[] {
  const { lane_box, high } = house;
  const gate = house.gate && moment.gate(of);
  const used = moment.high_used(of);
  const marks = those(
    high && used && laneMarks(shot, house, high.box, 'high_queue'),
    house.gate &&
      gate &&
      group(
        gateMarks(
          barOn(shot, used || !high ? house.gate : barBeside(house.gate.x, lane_box)),
          { places: gate.places, taken: gate.taken(moment.frame, of) },
          n(Math.min(7, shot.s)),
        ),
        { key: 'gate' },
      ),
  );
  return marks.length === 0 ? [] : [group(marks, { key: `queue ${of}`, part: 'queue' })];
}

const bar = (thick: number) => ({ key: 'bar', stroke: '--ink' as const, thick, round: true });

/** Arcs go on in so many steps, those of large rings in more. */
const stepsOf = (r: number) => (r > 20 ? 200 : 50);
/** How thick a wall of few is. */
const WALL = 6;

function threadsMarks(
  shot: Shot,
  { house, group: of, at }: Home,
  there: ReadonlyMap<number, number>,
  moment: HouseMoment,
): Mark[] {
  const { frame, presence, onWay } = moment;
  const { full } = house;
  const r = n(house.ring_r * shot.s);
  const wall = house.wall && barOn(shot, house.wall);
  const refusal = wall || full?.refused ? moment.refusal(of) : undefined;
  const thick = full ? WALL : Math.min(WALL, Math.max(2, shot.s * 0.4));
  return those(
    house.rings.flatMap((place, own) => {
      const thread = there.get(own);
      const { x, y } = toScreen(shot, place);
      const put = { x: n(x), y: n(y) };
      const share = presence?.(at * MOST_RINGS + own) ?? 1;
      if (thread === undefined) {
        const seat = group(ring('seat', r, 0), { key: `seat ${own}`, ...put });
        return presence && share > 0
          ? [seat, faded(group(ring('idle', r, 0), { key: `left ${own}`, ...put }), share)]
          : [seat];
      }
      const id = frame.thread_id[thread] ?? NONE;
      const client = frame.thread_conn[thread] ?? NONE;
      const state = THREAD_STATES[frame.thread_state[thread] ?? 3] ?? 'idle';
      const kind = RINGS[state];
      // Its request is still on its way, or elsewhere: at the latch.
      const empty = kind === 'works' && (client === NONE || (onWay?.(client) ?? false));
      const away = state === 'latch' || state === 'holds_latch';
      const steps = stepsOf(r);
      const done = away ? 0 : Math.round((frame.thread_progress[thread] ?? 0) * steps) / steps;
      const made = group(ring(empty ? 'idle' : kind, r, empty ? 0 : done), {
        key: `thread ${id}`,
        ...put,
        part: `thread:${id}`,
      });
      return [faded(made, share)];
    }),
    full?.refused &&
      refusal &&
      group([...ringMarks('seat', r), line(-r * 0.7, 0, r * 0.7, 0, bar(5))], {
        key: 'refused',
        ...toScreen(shot, full.refused),
      }),
    wall &&
      those(
        refusal &&
          refusal.glow > 0 &&
          line(wall.x, wall.y, wall.x, wall.y + wall.h, {
            key: 'refuses',
            stroke: '--light',
            thick: n(thick * 2.6),
            round: true,
            opacity: refusal.glow,
          }),
        moment.inside
          ? group(gateMarks(wall, moment.inside()), { key: 'inside' })
          : group([wallMarks(wall.h, thick)], { key: 'wall', x: wall.x, y: wall.y }),
      ),
    full?.cache && cacheMarks(shot, full.cache, frame),
  );
}

const faded = (mark: Mark, share: number): Mark =>
  mark.kind === 'group' && share < 1
    ? { ...mark, scale: n(share * 100) / 100, opacity: share }
    : mark;

/** Kept threads; the last to be added is at the end. */
function cacheMarks(shot: Shot, places: Line, frame: Frame): Mark[] {
  const r = n((places.r ?? 1) * shot.s);
  const since = (at: number) => frame.thread_since_ns[at] ?? 0;
  const kept = [...frame.thread_id.keys()]
    .filter((at) => THREAD_STATES[frame.thread_state[at] ?? 3] === 'cached')
    .sort((a, b) => since(a) - since(b));
  return Array.from(places.x, (_, nth) => {
    const thread = kept[nth];
    const id = thread === undefined ? undefined : frame.thread_id[thread];
    return group(ring(id === undefined ? 'seat' : 'idle', r, 0), {
      key: `kept ${nth}`,
      ...toScreen(shot, placeAt(places, nth)),
      ...(id === undefined ? {} : { part: `thread:${id}` }),
    });
  });
}

/** A letter that is unread for longer than this has a halo. */
const LIES_NS = 50e6;
/** Its size, relative to the letter's. */
const HALO = 1.72;

/** Those who wait at a door, or in a line, where there is room for their ages. */
const agedIn = ({ house, at }: Home, bodies: Bodies): number[] =>
  Array.from(bodies.out.subarray(0, bodies.out_count)).filter((client) => {
    const room = bodies.room[client];
    if (bodies.cell[client] !== at || (room !== ROOM.DOOR && room !== ROOM.LINE)) return false;
    const high = CONNECTION_STATES[bodies.state[client] ?? 0] === 'high_queue';
    const lane = (high ? house.high?.line : undefined) ?? house.lane;
    const line = room === ROOM.DOOR ? house.letters : lane;
    return (bodies.in_short[client] === 1 ? line.short : line)?.ages === true;
  });

function haloMarks(shot: Shot, home: Home, bodies: Bodies, moment: HouseMoment): Mark[] {
  return agedIn(home, bodies).flatMap((client) => {
    const lies = (moment.age_ns(client) ?? 0) >= LIES_NS || moment.subjects.has(client);
    if (bodies.room[client] !== ROOM.DOOR || !lies || moment.onWay?.(client)) return [];
    const r = n((bodies.r[client] ?? 0) * shot.s * HALO);
    const at = toScreen(shot, { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 });
    return [
      group(
        [
          circle(0, 0, r, { key: 'halo', fill: '--socket', fill_opacity: 0.2 }),
          circle(0, 0, r, { key: 'ring', fill: 'none', stroke: '--socket', thick: 2.5 }),
        ],
        { key: `halo ${client}`, x: n(at.x), y: n(at.y) },
      ),
    ];
  });
}

function ageMarks(shot: Shot, home: Home, bodies: Bodies, moment: HouseMoment): Mark[] {
  const { age: usual = 0 } = home.house.full?.type ?? {};
  return agedIn(home, bodies).flatMap((client) => {
    const age_ns = moment.age_ns(client) ?? 0;
    if (age_ns <= 0 || moment.onWay?.(client)) return [];
    const alone = bodies.room[client] === ROOM.DOOR;
    const r = (bodies.r[client] ?? 0) * shot.s;
    const words = shortDuration(age_ns);
    if (!alone && roomOf(words, usual, BOLD) > r * 2.3 - 2) return [];
    const { x, y } = toScreen(shot, { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 });
    const below = alone ? r * HALO + usual + 3 : r + usual + (moment.subjects.has(client) ? 6 : 2);
    return [
      text(n(x), n(y + below), words, {
        key: `age ${client}`,
        size: alone ? usual + 1 : usual,
        weight: alone ? 800 : 600,
        anchor: 'middle',
      }),
    ];
  });
}

function refusedWords(reason: RefuseReason): string {
  switch (reason.reason) {
    case 'max_threads':
      return m.scene_refused_max_threads({ limit: count(reason.limit) });
    case 'more_threads_than_connections':
      return m.scene_refused_connections({ connections: reason.connections });
    case 'transaction_limit':
      return m.scene_refused_transactions({ limit: count(reason.limit) });
    case 'throttled':
      return m.scene_refused_throttled();
  }
}

/** The name of a part, if it has room, also beside whoever listens at a door above it. */
function heading(
  shot: Shot,
  spot: Spot | undefined,
  words: string,
  { door: entry }: House,
  { type, above }: Full,
  key: string,
  /** The left edge of what else stands in its line. */
  before = Infinity,
): Mark[] {
  const { heading: size } = type;
  const w = roomOf(words, size, BOLD);
  const at = spotOn(shot, spot);
  if (!at || words === '' || w > at.w + 1) return [];
  const door = toScreen(shot, entry);
  const r = entry.r * shot.s;
  const under =
    above &&
    at.y - size < door.y + r &&
    at.y > door.y - r &&
    at.x < door.x + r + 2 &&
    at.x + w > door.x - r - 2;
  const x = under ? door.x + r + 4 : at.x;
  return x + w > Math.min(at.x + at.w + 1, before - 6)
    ? []
    : [text(n(x), n(at.y), words, { key, size, weight: 700 })];
}

/** Names, limits and ages: on the screen, always in the same size, or not at all. */
export function houseWords(shot: Shot, bodies: Bodies, moment: HouseMoment): Mark[] {
  if (!shot.homes) return [];
  return homesIn(shot).flatMap((home) => {
    const { group: of, at, house } = home;
    const { full } = house;
    if (!full) return headWords(shot, home, moment);
    const { spots, type } = full;
    const words = moment.words(of);
    const refusal = moment.refusal(of);
    const gate = house.gate && moment.gate(of);
    const two = house.high !== undefined && moment.high_used(of);
    const small = { size: type.small, weight: 600 };
    const said =
      words.wall.length > 0
        ? words.wall
        : refusal
          ? [refusedWords(refusal.reason)]
          : [words.limit].filter(Boolean);
    const strong = words.wall.length > 0 || refusal !== undefined;
    const spot = (name: keyof Full['spots']) => spotOn(shot, spots[name]);
    const limit_at = spot('limit');
    const limit = limit_at && fitting(said, type.small, limit_at.w, BOLD);
    const named = (
      name: 'clients' | 'name' | 'high' | 'low',
      words: string,
      look: { size: number; weight: number; display?: boolean; fill?: '--ink-2' },
    ) => {
      const place = spot(name);
      const display = look.display === true;
      const fits = place && roomOf(words, look.size, { bold: true, display }) <= place.w + 1;
      return (
        fits &&
        words !== '' &&
        text(n(place.x), n(place.y), words, {
          key: `${name} ${of}`,
          ...look,
          ...(name === 'clients' ? { part: 'clients' } : {}),
        })
      );
    };
    const gate_at = spot('gate');
    const gate_words =
      gate &&
      gate_at &&
      fitting([gate.words, gate.words.replace(/^[^:]*: /, '')], type.small, gate_at.w, BOLD);
    const note_at = spot('note');
    const note = note_at && fitting(moment.why?.(of) ?? [], 12.5, note_at.w, BOLD);
    return those(
      at === 0 &&
        named('clients', words.clients, {
          size: type.heading - (type.heading > 13 ? 1.5 : 0),
          weight: 700,
        }),
      named('name', words.name, {
        size: type.heading + (full.above ? 0 : 3),
        weight: 700,
        display: true,
      }),
      moment.doors && doorWords(shot, of, full, moment),
      heading(shot, spots.line, words.line, house, full, `in line ${of}`),
      two && named('high', words.high, { ...small, fill: '--ink-2' }),
      spots.line || spots.high
        ? two && named('low', words.low, { ...small, fill: '--ink-2' })
        : named('low', words.line, { size: type.heading, weight: 700 }),
      gate_at &&
        gate_words !== undefined &&
        text(n(gate_at.x), n(gate_at.y), gate_words, {
          key: `gate words ${of}`,
          ...small,
          anchor: 'end',
        }),
      heading(
        shot,
        spots.threads,
        words.threads,
        house,
        full,
        `threads ${of}`,
        limit_at && limit !== undefined ? limit_at.x - roomOf(limit, type.small, BOLD) : Infinity,
      ),
      limit_at &&
        limit !== undefined &&
        text(n(limit_at.x), n(limit_at.y), limit, {
          key: `limit ${of}`,
          size: type.small,
          weight: strong ? 600 : 500,
          anchor: 'end',
          fill: strong ? '--ink' : '--ink-2',
        }),
      heading(shot, spots.cache, words.cache, house, full, `cache ${of}`),
      note_at &&
        note !== undefined && [
          line(n(note_at.x - 6), n(note_at.y - 11), n(note_at.x - 6), n(note_at.y + 3), {
            ...bar(4),
            key: `note bar ${of}`,
          }),
          text(n(note_at.x + 2), n(note_at.y), note, {
            key: `note ${of}`,
            size: 12.5,
            weight: 600,
          }),
        ],
      ageMarks(shot, home, bodies, moment),
    );
  });
}

/** The name of a group, and how many are in its line, in the head of its house. */
function headWords(shot: Shot, { house, group: of }: Home, moment: HouseMoment): Mark[] {
  const { frame } = moment;
  const { view, s } = shot;
  const box = boxOn(shot, house.box);
  const lane = boxOn(shot, house.lane_box);
  const head = lane.y - box.y;
  if (head < 15 || !inView(shot, box)) return [];
  const size = Math.min(17, Math.max(LETTERS, head * 0.36));
  const left = Math.max(box.x + Math.min(14, 2.4 * s), 6);
  const right = Math.min(box.x + box.w - Math.min(14, 2.4 * s), view.width - 6);
  const y = Math.min(Math.max(box.y + head / 2 + size * 0.36, size + 3), lane.y + lane.h - 4);
  if (y < 0 || box.y > view.height - size) return [];
  const { name, wall } = moment.words(of);
  const name_w = name === '' ? -10 : roomOf(name, size, { display: true });
  if (name_w > right - left) return [];
  const small = Math.min(15, size);
  const waits = inLineOf(frame, of);
  const unread = unreadOf(frame, of);
  const said = fitting(
    [
      [
        waits > 0 || unread === 0 ? m.dense_in_line({ count: count(waits) }) : '',
        unread > 0 ? m.dense_unread({ count: count(unread) }) : '',
      ]
        .filter(Boolean)
        .join(', '),
      m.dense_in_line({ count: count(waits + unread) }),
      count(waits + unread),
    ],
    small,
    right - left - name_w - 12,
    BOLD,
  );
  const told_w = said === undefined ? 0 : roomOf(said, small, BOLD) + 10;
  const gate = house.gate && moment.gate(of);
  const limits = wall.length > 0 ? wall : gate ? [gate.words] : [];
  const limit = fitting(limits, LETTERS, right - left - name_w - told_w - 14, BOLD);
  return those(
    name !== '' &&
      text(n(left), n(y), name, { key: `name ${of}`, size: n(size), weight: 700, display: true }),
    said !== undefined &&
      text(n(left + name_w + 10), n(y), said, { key: `line ${of}`, size: n(small), weight: 700 }),
    limit !== undefined &&
      text(n(right), n(y), limit, {
        key: `limit ${of}`,
        size: LETTERS,
        weight: 600,
        anchor: 'end',
      }),
  );
}

/** Whether somebody listens, in as many lines as there is room for. */
function doorWords(shot: Shot, of: number, full: Full, { frame, scheduler }: HouseMoment): Mark[] {
  const { door } = full.spots;
  const at = spotOn(shot, door);
  if (!door || !at) return [];
  const listens = (frame.group_listener[of] ?? NONE) !== NONE;
  const parts = partWordsOf(scheduler);
  const size = full.type.small;
  const lines = (
    listens
      ? [m.scene_thread_listening()]
      : [parts.nobody(), ...(parts.nobody_short ? [parts.nobody_short()] : [])]
  )
    .map((words) => wrap(words, at.w, size))
    .find(
      (one) => one.length <= door.lines && one.every((words) => roomOf(words, size, BOLD) <= at.w),
    );
  // Above a top rim the last line is next to it.
  const from = full.above ? at.y - ((lines?.length ?? 1) - 1) * (size + 2) : at.y;
  return (lines ?? []).map((words, nth) =>
    text(n(at.x), n(from + nth * (size + 2)), words, {
      key: `door words ${of} ${nth}`,
      size,
      weight: 600,
      fill: listens ? '--ink-2' : '--ink',
      part: 'listener',
    }),
  );
}
