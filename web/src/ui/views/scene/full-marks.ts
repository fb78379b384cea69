/** What only houses that are drawn in full have: their lines, threads, limits and names, ages of waiting, and the cache. */
import { m } from '#paraglide/messages.js';
import { CONNECTION_STATES, NONE, THREAD_STATES } from '../../../model/run/frame';
import type { Frame, RefuseReason, SchedulerName } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import { circle, group, line, rect, tenth as n, text, those, type Mark } from '../../marks/marks';
import { BOLD, fitting, roomOf, wrap } from '../../marks/measure';
import { ringMarks, wallMarks } from '../glyphs';
import { cellOf, ringsOf, ROOM, type Bodies } from './at';
import { doorMarks, onMark } from './basin';
import { basinOf, boxOn, ring, RINGS, toScreen, type Shot } from './field-marks';
import { gateMarks, type Gate } from './gate';
import type { Box } from './geometry';
import type { GroupWords } from './group-words';
import { partWordsOf } from './part-words';
import type { ShownRefusal } from './refusal';
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
export interface FullMoment {
  readonly frame: Frame;
  readonly scheduler: SchedulerName;
  readonly words: (group: number) => GroupWords;
  readonly doors: boolean;
  readonly gate: (group: number) => Gate | undefined;
  /** A gate in front of the threads: its capacity, and how many are past it. */
  readonly inside?: { readonly places: number; readonly taken: number } | undefined;
  readonly refusal: (group: number) => ShownRefusal | undefined;
  /** The most threads allowed. */
  readonly limit: string;
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
  readonly full: Full;
  readonly group: number;
  /** The number of its cell. */
  readonly at: number;
}

const homesOf = ({ cells }: World): Home[] =>
  cells.flatMap(({ house, group: of }, at) =>
    house?.full ? [{ house, full: house.full, group: of ?? NONE, at }] : [],
  );

/** Rings of all cells are numbered. */
const MOST_RINGS = 65_536;
const DOOR = MOST_RINGS - 1;

/** The thread in each ring, at each door. */
export function ringedThreads(world: World, frame: Frame): ReadonlyMap<number, number> {
  const rings = ringsOf(world, frame);
  const there = new Map<number, number>();
  rings.forEach((own, at) => {
    const cell = cellOf(world, frame.thread_group[at]);
    if (own >= 0) there.set(cell * MOST_RINGS + own, frame.thread_id[at] ?? NONE);
  });
  for (const { group: of, at } of homesOf(world)) {
    const listener = frame.group_listener[of] ?? NONE;
    if (listener !== NONE) there.set(at * MOST_RINGS + DOOR, listener);
  }
  return there;
}

const spotOn = (shot: Shot, spot: Spot | undefined): Spot | undefined =>
  spot && { ...toScreen(shot, spot), w: spot.w * shot.s };
const barOn = (shot: Shot, bar: Bar): Bar => ({ ...toScreen(shot, bar), h: bar.h * shot.s });

const laneMarks = ({ x, y, w, h }: Box, on: boolean): Mark[] =>
  those(
    rect(n(x), n(y), n(w), n(h), { key: 'lane', r: n(Math.min(h / 2.6, 26)), fill: '--lane' }),
    on && onMark('on', { x: x + w + 7, y: y + h / 2 }, [7, 6.5]),
  );

/** Lines, threads and limits, as they are at the moment. */
export function fullMarks(shot: Shot, bodies: Bodies, moment: FullMoment): Mark[] {
  const { frame, doors } = moment;
  return homesOf(shot.world).flatMap((home) => {
    const { house, full, group: of, at } = home;
    const share = (ring: number) => moment.presence?.(ring) ?? 1;
    const listens = (frame.group_listener[of] ?? NONE) !== NONE;
    return those(
      !full.open && linesMarks(shot, home, moment),
      group(threadsMarks(shot, home, moment), { key: `workers ${of}`, part: 'workers' }),
      doors &&
        !full.open &&
        doorMarks(basinOf(shot, house, true), listens).map((mark) =>
          faded({ ...mark, key: `door ${of}` }, listens ? share(at * MOST_RINGS + DOOR) : 1),
        ),
      haloMarks(shot, home, bodies, moment),
    );
  });
}

/** The lines with the arrows to the threads, and their gate. */
function linesMarks(shot: Shot, { house, full, group: of }: Home, moment: FullMoment): Mark[] {
  const { lane_box, high } = house;
  const low = boxOn(shot, lane_box);
  const rings = boxOn(shot, full.rings_box);
  const gate = full.gate && moment.gate(of);
  const used = moment.high_used(of);
  // Beside the line, and not below it, are the threads.
  const on = rings.x > low.x + low.w;
  return [
    group(
      those(
        high &&
          used &&
          group(laneMarks(boxOn(shot, high.box), on), { key: 'high_queue', part: 'high_queue' }),
        group(laneMarks(low, on), { key: 'low_queue', part: 'low_queue' }),
        full.gate &&
          gate &&
          group(
            gateMarks(
              barOn(shot, used || !high ? full.gate : { ...full.gate, ...besideOf(lane_box) }),
              {
                places: gate.places,
                taken: gate.taken(moment.frame, of),
              },
            ),
            { key: 'gate' },
          ),
      ),
      { key: `queue ${of}`, part: 'queue' },
    ),
  ];
}

/** As high as a line. */
const besideOf = ({ y, h }: Box) => ({ y, h });

const bar = (thick: number) => ({ key: 'bar', stroke: '--ink' as const, thick, round: true });

function threadsMarks(
  shot: Shot,
  { house, full, group: of, at }: Home,
  moment: FullMoment,
): Mark[] {
  const { world, s } = shot;
  const { frame, presence, onWay } = moment;
  const r = n(house.ring_r * s);
  const rings = ringsOf(world, frame);
  const there = new Map<number, number>();
  rings.forEach((own, thread) => {
    if (own >= 0 && cellOf(world, frame.thread_group[thread]) === at) there.set(own, thread);
  });
  const refusal = moment.refusal(of);
  const wall = full.wall && barOn(shot, full.wall);
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
      const kind = RINGS[THREAD_STATES[frame.thread_state[thread] ?? 3] ?? 'idle'];
      // Its request is still on its way.
      const empty = kind === 'works' && (client === NONE || (onWay?.(client) ?? false));
      const done = Math.round((frame.thread_progress[thread] ?? 0) * 200) / 200;
      const made = group(ring(empty ? 'idle' : kind, r, empty ? 0 : done), {
        key: `thread ${id}`,
        ...put,
        part: `thread:${id}`,
      });
      return [faded(made, share)];
    }),
    full.refused &&
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
            thick: 16,
            round: true,
            opacity: refusal.glow,
          }),
        moment.inside
          ? group(gateMarks(wall, moment.inside), { key: 'inside' })
          : group([wallMarks(wall.h)], { key: 'wall', x: wall.x, y: wall.y }),
      ),
    full.cache && cacheMarks(shot, full.cache, frame),
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

function haloMarks(shot: Shot, home: Home, bodies: Bodies, moment: FullMoment): Mark[] {
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

function ageMarks(shot: Shot, home: Home, bodies: Bodies, moment: FullMoment): Mark[] {
  const { age: usual } = home.full.type;
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
  { house, full }: Home,
  key: string,
  /** The left edge of what else stands in its line. */
  before = Infinity,
): Mark[] {
  const { heading: size } = full.type;
  const w = roomOf(words, size, BOLD);
  const at = spotOn(shot, spot);
  if (!at || words === '' || w > at.w + 1) return [];
  const door = toScreen(shot, house.door);
  const r = house.door.r * shot.s;
  const under =
    full.above &&
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
export function fullWords(shot: Shot, bodies: Bodies, moment: FullMoment): Mark[] {
  return homesOf(shot.world).flatMap((home) => {
    const { full, group: of, at, house } = home;
    const { spots, type } = full;
    const words = moment.words(of);
    const refusal = moment.refusal(of);
    const gate = full.gate && moment.gate(of);
    const two = house.high !== undefined && moment.high_used(of);
    const small = { size: type.small, weight: 600 };
    const said =
      words.wall.length > 0
        ? words.wall
        : refusal
          ? [refusedWords(refusal.reason)]
          : [moment.limit].filter(Boolean);
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
      moment.doors && doorWords(shot, home, moment),
      heading(shot, spots.line, words.line, home, `in line ${of}`),
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
        home,
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
      heading(shot, spots.cache, words.cache, home, `cache ${of}`),
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

/** Whether somebody listens, in as many lines as there is room for. */
function doorWords(
  shot: Shot,
  { full, group: of }: Home,
  { frame, scheduler }: FullMoment,
): Mark[] {
  const { door } = full.spots;
  const at = spotOn(shot, door);
  if (!door || !at) return [];
  const listens = (frame.group_listener[of] ?? NONE) !== NONE;
  const parts = partWordsOf(scheduler);
  const size = full.type.small;
  const lines = (listens ? [m.scene_thread_listening()] : [parts.nobody(), parts.nobody_short()])
    .map((words) => wrap(words, at.w, size))
    .find(
      (one) => one.length <= door.lines && one.every((words) => roomOf(words, size, BOLD) <= at.w),
    );
  return (lines ?? []).map((words, nth) =>
    text(n(at.x), n(at.y + nth * (size + 2)), words, {
      key: `door words ${of} ${nth}`,
      size,
      weight: 600,
      fill: listens ? '--ink-2' : '--ink',
      part: 'listener',
    }),
  );
}
