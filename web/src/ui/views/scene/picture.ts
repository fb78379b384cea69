/** The scene at one moment as marks: groups, doors, queues, rings, and the requests. */
import { m } from '#paraglide/messages.js';
import { CONNECTION_STATES, isGone, NONE } from '../../../model/run/frame';
import type { Frame, RefuseReason, SchedulerName } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import {
  circle,
  group,
  line,
  path,
  rect,
  tenth as n,
  text,
  those,
  type Mark,
} from '../../marks/marks';
import { BOLD, fitting, roomOf, widthOf, wrap } from '../../marks/measure';
import {
  answeredMarks,
  awayMarks,
  bodyMarks,
  LEAST_LABELLED,
  ringMarks,
  wallMarks,
} from '../glyphs';
import { TONES } from '../shapes';
import { onMark, rimPath } from './basin';
import { gateMarks, type Gate } from './gate';
import { groupWords, type GroupWords } from './group-words';
import type { FullGroup, GroupLayout, SceneLayout, Slots, Spot } from './layout-types';
import { lightMarks, type Lit } from './light';
import { machineMarks, type MachineView } from './machine-marks';
import type { MotionFrame, Travel } from './motion';
import { partWordsOf } from './part-words';
import type { Overflow, Placement, TokenPlace } from './place';
import type { ShownRefusal } from './refusal';
import { chosenMark, threadMarks, tokenMarks } from './tokens';

/** The data of the picture. */
export interface SceneMoment extends MachineView {
  readonly layout: SceneLayout;
  readonly frame: Frame;
  readonly scheduler: SchedulerName;
  readonly placement: Placement;
  readonly drawn: MotionFrame;
  /** The most threads allowed. */
  readonly limit: string;
  readonly words?: (group: number) => GroupWords;
  readonly gate: (group: number) => Gate | undefined;
  /** A gate in front of the threads: its capacity, and how many are past it. */
  readonly inside?: { readonly places: number; readonly taken: number } | undefined;
  readonly refusal: (group: number) => ShownRefusal | undefined;
  /** Why the first request of a group waits, longest text first, where nothing else on the page says it. */
  readonly why?: (group: number) => readonly string[];
  readonly chosen: number | undefined;
  /** Whether a client has had an answer. */
  readonly answered?: (client: number) => boolean;
  /** Clients that the sentence is about. */
  readonly subjects?: ReadonlySet<number>;
  /** Parts of the present step, and parts that the text points at. */
  readonly named: readonly Lit[];
  readonly lit: readonly Lit[];
}

const wordsOf = ({ words, scheduler }: SceneMoment, group: number) =>
  words?.(group) ?? groupWords(group, scheduler);

/** A body's label, if it fits. */
const named = (label: string, r: number) =>
  r >= LEAST_LABELLED && widthOf(label, 11.5, BOLD) <= r * 1.95 ? label : '';

/** The name of a part, if it has room, also beside whoever listens at a door above it. */
function heading(
  at: Spot | undefined,
  words: string,
  { heading: size }: FullGroup,
  { listener }: GroupLayout,
  key: string,
  /** The left edge of what else stands in its line. */
  before = Infinity,
): Mark[] {
  const w = roomOf(words, size, BOLD);
  if (!at || w > at.w + 1) return [];
  const under =
    listener !== undefined &&
    at.y - size < listener.seat.y + listener.radius &&
    at.y > listener.seat.y - listener.radius &&
    at.x < listener.seat.x + listener.radius + 2 &&
    at.x + w > listener.seat.x - listener.radius - 2;
  const x = under ? listener.seat.x + listener.radius + 4 : at.x;
  return x + w > Math.min(at.x + at.w + 1, under ? before - 6 : Infinity)
    ? []
    : [text(x, at.y, words, { key, size, weight: 700 })];
}

function groundMarks({ box, full, group: number }: GroupLayout): Mark[] {
  if (!full || full.open) return [];
  return [
    group(
      [
        rect(box.x, box.y, box.w, box.h, { key: 'pool', r: full.corner, fill: '--pool' }),
        path(
          rimPath(box, full.corner, {
            at: full.upright ? full.door.x : full.door.y,
            half: full.door.size / 2,
            above: full.upright,
          }),
          { key: 'rim', fill: 'none', stroke: '--rim', thick: full.rim, round: true },
        ),
      ],
      { key: `ground ${number}`, part: `group:${number}` },
    ),
  ];
}

/** A bar if nobody listens, and a text for the ear or the bar. */
function doorMarks(layout: GroupLayout, moment: SceneMoment): Mark[] {
  const { full, listener, group: number } = layout;
  if (!full || !listener) return [];
  const { door, door_words: at, upright, type, rim } = full;
  const listens = (moment.frame.group_listener[number] ?? NONE) !== NONE;
  const parts = partWordsOf(moment.scheduler);
  const said = listens ? [m.scene_thread_listening()] : [parts.nobody(), parts.nobody_short()];
  const half = door.size / 2 - 3;
  const room = at?.w ?? 0;
  const lines =
    at === undefined
      ? []
      : (said
          .map((words) => wrap(words, room, type.small))
          .find(
            (one) =>
              one.length <= at.lines &&
              one.every((words) => roomOf(words, type.small, BOLD) <= room),
          ) ?? []);
  return [
    group(
      those(
        !listens &&
          (upright
            ? line(door.x - half, door.y, door.x + half, door.y, bar(rim * 2.6))
            : line(door.x, door.y - half, door.x, door.y + half, bar(rim * 2.8))),
        lines.map((words, index) =>
          text(at?.x ?? 0, (at?.y ?? 0) + index * (type.small + 2), words, {
            key: `said ${index}`,
            size: type.small,
            weight: 600,
            fill: listens ? '--ink-2' : '--ink',
          }),
        ),
      ),
      { key: 'door', part: 'listener' },
    ),
  ];
}

const bar = (thick: number) => ({ key: 'bar', stroke: '--ink' as const, thick, round: true });

/** The queue itself, and the arrow to the threads. */
function lineMarks(slots: Slots, full: FullGroup, words: string, part: 'high_queue' | 'low_queue') {
  const { tray, label } = slots;
  if (!tray) return [];
  const size = full.upright ? full.heading : full.type.small;
  return [
    group(
      those(
        rect(tray.x, tray.y, tray.w, tray.h, {
          key: 'lane',
          r: Math.min(tray.h / 2.6, 26),
          fill: '--lane',
        }),
        label &&
          words !== '' &&
          text(label.x, label.y, words, {
            key: 'name',
            size,
            weight: full.upright ? 700 : 600,
            fill: full.upright ? '--ink' : '--ink-2',
          }),
        !(
          full.upright &&
          full.threads_head &&
          !full.line_head &&
          tray.w > 0 &&
          full.door.y < tray.y - 4
        ) && onMark('on', { x: tray.x + tray.w + 7, y: tray.y + tray.h / 2 }, [7, 6.5]),
      ),
      { key: part, part },
    ),
  ];
}

function queueMarks(layout: GroupLayout, moment: SceneMoment): Mark[] {
  const { full, queue, group: number } = layout;
  if (!full || !queue) return [];
  const words = wordsOf(moment, number);
  const { frame } = moment;
  const two = queue.high !== undefined;
  const gate = full.gate && moment.gate(number);
  const size = full.type.small;
  const low_name = two ? words.low : full.upright && !full.line_head ? words.line : '';
  const told =
    full.gate?.words &&
    gate &&
    fitting([gate.words, gate.words.replace(/^[^:]*: /, '')], size, full.gate.words.w, BOLD);
  return [
    group(
      those(
        heading(full.line_head, words.line, full, layout, 'in line'),
        queue.high && lineMarks(queue.high, full, words.high, 'high_queue'),
        lineMarks(queue.low, full, low_name, 'low_queue'),
        full.gate &&
          gate &&
          group(gateMarks(full.gate, { places: gate.places, taken: gate.taken(frame, number) }), {
            key: 'gate',
          }),
        full.gate?.words &&
          told &&
          text(full.gate.words.x, full.gate.words.y, told, {
            key: 'gate words',
            size,
            weight: 600,
            anchor: 'end',
          }),
      ),
      { key: 'queue', part: 'queue' },
    ),
  ];
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

function threadsMarks(layout: GroupLayout, moment: SceneMoment): Mark[] {
  const { full, workers, cache, group: number } = layout;
  if (!full) return [];
  const words = wordsOf(moment, number);
  const refusal = moment.refusal(number);
  const size = full.type.small;
  const taken = new Set(
    moment.drawn.threads.map(({ place }) => `${place.x} ${place.y} ${place.radius}`),
  );
  const seats = workers.seats.filter(({ x, y }) => !taken.has(`${x} ${y} ${workers.radius}`));
  const walled = words.wall;
  const said =
    refusal && walled.length === 0
      ? [refusedWords(refusal.reason)]
      : walled.length > 0
        ? walled
        : moment.limit === ''
          ? []
          : [moment.limit];
  const limit = full.limit && fitting(said, size, full.limit.w, BOLD);
  return [
    group(
      those(
        heading(
          full.threads_head,
          words.threads,
          full,
          layout,
          'threads',
          full.limit && limit ? full.limit.x - roomOf(limit, size, BOLD) : Infinity,
        ),
        full.limit &&
          limit &&
          text(full.limit.x, full.limit.y, limit, {
            key: 'limit',
            size,
            weight: walled.length > 0 || refusal ? 600 : 500,
            anchor: 'end',
            fill: walled.length > 0 || refusal ? '--ink' : '--ink-2',
          }),
        seats.map(({ x, y }, index) =>
          group(ringMarks('seat', workers.radius), { key: `seat ${index}`, x, y }),
        ),
        workers.refused &&
          refusal &&
          group(
            [
              ...ringMarks('seat', workers.radius),
              line(-workers.radius * 0.7, 0, workers.radius * 0.7, 0, bar(5)),
            ],
            { key: 'refused', ...workers.refused },
          ),
        full.wall &&
          those(
            refusal &&
              refusal.glow > 0 &&
              line(full.wall.x, full.wall.y, full.wall.x, full.wall.y + full.wall.h, {
                key: 'refuses',
                stroke: '--light',
                thick: 16,
                round: true,
                opacity: refusal.glow,
              }),
            moment.inside
              ? group(gateMarks(full.wall, moment.inside), { key: 'inside' })
              : group([wallMarks(full.wall.h)], { key: 'wall', x: full.wall.x, y: full.wall.y }),
          ),
        heading(full.cache_head, words.cache, full, layout, 'cache'),
        (cache?.slots.places ?? []).map((at, index) =>
          group(ringMarks('seat', cache?.slots.radius ?? 1), { key: `kept ${index}`, ...at }),
        ),
      ),
      { key: 'workers', part: 'workers' },
    ),
  ];
}

/** An ink bar and a sentence. */
function noteMarks(at: Spot | undefined, said: readonly string[]): Mark[] {
  const words = at && fitting(said, 12.5, at.w, BOLD);
  if (!at || words === undefined) return [];
  return [
    line(at.x - 6, at.y - 11, at.x - 6, at.y + 3, { ...bar(4), key: 'note bar' }),
    text(at.x + 2, at.y, words, { key: 'note', size: 12.5, weight: 600 }),
  ];
}

function groupMarks(layout: GroupLayout, moment: SceneMoment): Mark[] {
  const { full, clients, group: number } = layout;
  if (!full) return [];
  const words = wordsOf(moment, number);
  return those(
    clients.label &&
      words.clients &&
      text(clients.label.x, clients.label.y, words.clients, {
        key: 'clients',
        size: full.heading - (full.heading > 13 ? 1.5 : 0),
        weight: 700,
        part: 'clients',
      }),
    full.name &&
      words.name &&
      text(full.name.x, full.name.y, words.name, {
        key: 'name',
        size: full.heading + (full.upright ? 0 : 3),
        weight: 700,
        display: true,
      }),
    doorMarks(layout, moment),
    queueMarks(layout, moment),
    threadsMarks(layout, moment),
    noteMarks(full.note, moment.why?.(number) ?? []),
  );
}

/** The connections of a group with too many for dots: a cell each, one path per state. */
function crowdMarks({ clients, group: key }: GroupLayout, frame: Frame): Mark[] {
  const { crowd, places } = clients;
  if (!crowd) return [];
  const made = CONNECTION_STATES.map((state) => ({ state, d: '' }));
  const size = Math.max(1, crowd.pitch - 1.2);
  let asking = 0;
  // A place of the table that no connection has at the moment is nobody.
  let connected = 0;
  let gone = '';
  for (const [client, { x, y }] of places) {
    const state = frame.connection_state[client] ?? 0;
    if (isGone(frame, client)) {
      gone += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
      continue;
    }
    if (state > 0) connected += 1;
    if (state > 1) asking += 1;
    const one = made[state];
    if (one) one.d += `M${(x - size / 2).toFixed(1)} ${y.toFixed(1)}h${size}`;
  }
  const words = fitting(
    [m.scene_crowd({ asking: count(asking), count: count(connected) }), count(connected)],
    11.5,
    clients.box.w + 8,
  );
  return those(
    crowd.pitch > 0 &&
      made.flatMap(({ state, d }) =>
        d === ''
          ? []
          : [
              path(d, {
                key: `crowd ${key} ${state}`,
                stroke:
                  state === 'idle'
                    ? '--ink-3'
                    : state === 'closed'
                      ? '--line'
                      : `--${TONES[state]}`,
                thick: size,
              }),
            ],
      ),
    // Where a client has left, a point remains.
    gone !== '' &&
      path(gone, {
        key: `crowd ${key} gone`,
        stroke: '--ink-2',
        thick: n(size * 0.5),
        round: true,
      }),
    words !== undefined &&
      text(crowd.note.x, crowd.note.y, words, {
        key: `crowd ${key}`,
        size: 11.5,
        fill: '--ink-2',
      }),
  );
}

/** A client at home: idle, waiting for an answer elsewhere, or answered. */
function homeMark(token: TokenPlace, moment: SceneMoment, travels: boolean): Mark[] {
  const { home, home_radius: r, state, client, zone, gone } = token;
  const label = named(token.label, r);
  const asked = moment.chosen === client && zone === 'client';
  const here = zone === 'client' && !travels;
  const quiet = state === 'idle' || state === 'closed';
  // A letter at its writer's place covers the writer.
  if (!travels && zone === 'socket' && token.x === home.x && token.y === home.y) return [];
  // Its writer has left.
  if (gone && !here) return [];
  const inside = gone
    ? tokenMarks(state, r, label, asked, gone)
    : !here
      ? r < LEAST_LABELLED
        ? [circle(0, 0, r * 0.8, { fill: 'none', stroke: '--ink-3', thick: 1.25, dash: '1 2.5' })]
        : awayMarks(r, label)
      : state === 'idle' && (moment.answered?.(client) ?? false)
        ? r < 7
          ? bodyMarks('run', r * 0.6)
          : answeredMarks(r, label)
        : tokenMarks(state, r, label, false);
  return [
    group(asked ? [chosenMark('idle', r), ...inside] : inside, {
      key: `home ${client}`,
      ...home,
      client,
      ...(here && !quiet ? { data: { request: token.request, state: TONES[state] } } : {}),
    }),
  ];
}

/** A letter that is unread for longer than this gets its age. */
const LIES_NS = 50e6;

function bodyMark(token: TokenPlace, moment: SceneMoment, way: Travel | undefined): Mark[] {
  if ((token.zone === 'client' || token.counted) && !way) return [];
  if (way?.carried) return [];
  const { client, layout, age_ns } = token;
  const state = way?.state ?? token.state;
  const r = way?.radius ?? token.radius;
  const tone = TONES[state];
  const label = named(
    token.label,
    tone === 'low' || tone === 'high' || tone === 'soon' ? r * 0.92 : r,
  );
  const size = layout.full?.type.age ?? 11.5;
  const alone = state === 'socket' && token.alone;
  const halo =
    alone && !way && ((age_ns ?? 0) >= LIES_NS || (moment.subjects?.has(client) ?? false));
  const below = alone ? r * 1.72 + size + 3 : r + size + 2;
  const age =
    age_ns !== undefined && age_ns > 0 && !way && (alone || state !== 'socket')
      ? shortDuration(age_ns)
      : '';
  const room = alone ? Infinity : r * 2.3 - 2;
  return [
    group(
      those(
        halo && [
          circle(0, 0, r * 1.72, { key: 'halo', fill: '--socket', fill_opacity: 0.2 }),
          circle(0, 0, r * 1.72, { key: 'ring', fill: 'none', stroke: '--socket', thick: 2.5 }),
        ],
        tokenMarks(
          state,
          r,
          label,
          moment.chosen === client && token.zone !== 'client' && !halo,
          token.gone,
        ),
        age !== '' &&
          roomOf(age, size, BOLD) <= room &&
          text(0, below, age, {
            key: 'age',
            size: alone ? size + 1 : size,
            weight: alone ? 800 : 600,
            anchor: 'middle',
          }),
        way &&
          way.more > 0 &&
          text(0, -r - 4, m.more_n({ count: way.more }), {
            key: 'more',
            size: 11.5,
            weight: 700,
            anchor: 'middle',
          }),
      ),
      {
        key: `request ${client}`,
        moves: true,
        x: way?.x ?? token.x,
        y: way?.y ?? token.y,
        client,
        data: { request: token.request, state: tone },
      },
    ),
  ];
}

/** The number of requests without a place. */
function overflowMark(over: Overflow): Mark {
  const words = m.more_n({ count: over.count });
  return group([text(over.radius, 4.2, words, { size: 11.5, weight: 700, anchor: 'end' })], {
    key: `over ${over.key}`,
    x: over.x,
    y: over.y,
    data: { more: over.count },
  });
}

export function sceneMarks(moment: SceneMoment): Mark[] {
  const { layout, frame, placement, drawn } = moment;
  const { travelling } = drawn;
  const homes = placement.tokens.filter(({ layout: one }) => !one.clients.crowd);
  const on_the_way = new Set(
    placement.tokens.flatMap(({ client, thread }) =>
      thread !== undefined && travelling.has(client) ? [thread] : [],
    ),
  );
  /** Behind text and shapes, except for bodies, whose queue is drawn before. */
  const lights = (bodies: boolean) => {
    const of = (lit: readonly Lit[]) => lit.filter(({ shape }) => (shape === 'body') === bodies);
    return group([...lightMarks(of(moment.named), false), ...lightMarks(of(moment.lit), true)], {
      key: bodies ? 'lights of bodies' : 'lights',
      class: 'lights',
    });
  };
  return those(
    layout.groups.flatMap(groundMarks),
    lights(false),
    layout.groups.map((one) => group(groupMarks(one, moment), { key: `group ${one.group}` })),
    lights(true),
    group(machineMarks(layout, moment), { key: 'machine' }),
    group(
      layout.groups.flatMap((one) => crowdMarks(one, frame)),
      { key: 'crowds' },
    ),
    homes.flatMap((token) => homeMark(token, moment, travelling.has(token.client))),
    drawn.threads.map((thread) =>
      group(threadMarks(thread, on_the_way.has(thread.place.thread)), {
        key: `thread ${thread.place.thread}${thread.gone ? ' gone' : ''}`,
        x: thread.place.x,
        y: thread.place.y,
        part: `thread:${thread.place.thread}`,
      }),
    ),
    placement.tokens.flatMap((token) => bodyMark(token, moment, travelling.get(token.client))),
    placement.overflows.map(overflowMark),
  );
}
