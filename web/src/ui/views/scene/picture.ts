/** The scene at one moment as marks: groups with their parts, timer and cores, threads and requests. */
import { m } from '#paraglide/messages.js';
import { NONE } from '../../../model/run/frame';
import type { Frame, RefuseReason, SchedulerName } from '../../../model/run/types';
import type { Part } from '../../../model/run/cue';
import { count, shortDuration } from '../../../model/words/format';
import { circle, group, path, rect, text, type Look, type Mark } from '../../marks/marks';
import { roomOf, widthOf, wrap } from '../../marks/measure';
import { TONES } from '../shapes';
import type { Cards } from './cards';
import { countersOf, type Counter } from './counters';
import { CLIENT_STATES } from '../../../model/run/frame';
import type { Box } from './geometry';
import type { FullGroup, GroupLayout, SceneLayout, Slots, Type } from './layout-types';
import { whyHeight } from './layout-group';
import { lightMarks, type Lit } from './light';
import { machineMarks, type MachineView } from './machine-marks';
import type { Drawn } from './motion';
import { partWordsOf } from './part-words';
import type { Placement } from './place';
import type { ShownRefusal } from './refusal';
import { threadMarks, tokenMarks } from './tokens';

/** What the picture is of. */
export interface SceneMoment extends MachineView {
  readonly cards: Cards | undefined;
  readonly layout: SceneLayout;
  readonly frame: Frame;
  readonly scheduler: SchedulerName;
  readonly placement: Placement;
  readonly drawn: Drawn;
  /** Settings beside the workers' name, and beside the cache's. */
  readonly limit: string;
  readonly cache_limit: string;
  readonly gate: (group: number) => Gate | undefined;
  readonly refusal: (group: number) => ShownRefusal | undefined;
  /** Why the first in line of a group waits, longest wording first; none where nothing is known. */
  readonly why: (group: number) => readonly string[];
  readonly chosen: number | undefined;
  /** Parts that the present step names, and those that a text points at. */
  readonly named: readonly Lit[];
  readonly lit: readonly Lit[];
}

/** How many of a group may be at work at once, and who counts. */
export interface Gate {
  readonly places: number;
  readonly counts_waiting: boolean;
  readonly words: string;
}

const EDGE: Look = { fill: '--sheet', stroke: '--ink-3' };

/** Letters that fit, down to a size at which they are left out. */
function fitted(words: string, size: number, room: number, face = {}): number | undefined {
  const wide = roomOf(words, size, face);
  const fit = wide <= room ? size : (size * room) / wide;
  return fit < size * 0.78 ? undefined : fit;
}

function cap(x: number, y: number, words: string, size: number, room: number, part?: Part): Mark[] {
  const said = words.toUpperCase();
  const fit = fitted(said, size, room / 1.04, { bold: true });
  return [
    text(x, y, said, {
      size: fit ?? size * 0.78,
      weight: 650,
      spacing: 0.04,
      fill: '--ink-2',
      ...(part ? { part } : {}),
    }),
  ];
}

/** Counters on one line, as many as there is room for; the last ones give way. Both brushes place each piece. */
function counterLine(
  counters: readonly Counter[],
  x: number,
  y: number,
  room: number,
  type: Type,
  end = false,
): Mark[] {
  const size = type.small;
  const wide = ({ name, value }: Counter) =>
    widthOf(name, size) + 5 + widthOf(String(value), size + 1);
  const shown: Counter[] = [];
  let used = 0;
  for (const counter of counters) {
    const more = wide(counter) + (shown.length > 0 ? 11 : 0);
    if (used + more > room) break;
    used += more;
    shown.push(counter);
  }
  let at = end ? x - used : x;
  return shown.flatMap((counter): Mark[] => {
    const name_w = widthOf(counter.name, size);
    const mine = at;
    at += wide(counter) + 11;
    return [
      text(mine, y, counter.name, { key: counter.name, size, fill: '--ink-2' }),
      text(mine + name_w + 5, y, String(counter.value), {
        key: `${counter.name}=`,
        size: size + 1,
        weight: 650,
      }),
    ];
  });
}

interface PanelWords {
  readonly title: string;
  readonly part: Part;
  /** Where two panels of a group are of the same part. */
  readonly key?: string;
  /** Beside the title: the first that fits. */
  readonly notes?: readonly string[];
  readonly loud?: boolean;
  readonly counters?: readonly Counter[];
  /** What stands at the right of the title where counters have no line. */
  readonly number?: number;
  readonly empty?: boolean;
}

/** A named part of the server, with the server's own counters at its foot. */
function panel(box: Box, full: FullGroup, said: PanelWords): Mark {
  const { type } = full;
  const { x, y, w, h } = box;
  const baseline = y + type.caps + 3;
  const number = said.number === undefined ? '' : String(said.number);
  const number_w = number ? widthOf(number, type.caps + 1) + 6 : 0;
  const title_w = roomOf(said.title.toUpperCase(), type.caps, { bold: true }) * 1.06;
  const room = w - 16 - number_w;
  const note = said.notes?.find(
    (one) => one !== '' && roomOf(one, type.small) + title_w + 10 <= room,
  );
  return group(
    [
      rect(x, y, w, h, { r: 9, ...EDGE, ...(said.empty ? { dash: '5 4' } : {}) }),
      ...cap(x + 8, baseline, said.title, type.caps, room),
      ...(number
        ? [
            text(x + w - 8, baseline, number, {
              key: 'number',
              size: type.caps + 1,
              weight: 700,
              anchor: 'end',
              fill: said.number === 0 ? '--ink-2' : '--ink',
            }),
          ]
        : []),
      ...(note === undefined
        ? []
        : [
            text(x + w - 8 - number_w, baseline, note, {
              key: 'note',
              size: type.small,
              anchor: 'end',
              fill: '--ink-2',
            }),
          ]),
      ...(full.foot > 0 ? counterLine(said.counters ?? [], x + 8, y + h - 5, w - 12, type) : []),
    ],
    { key: said.key ?? said.part, part: said.part },
  );
}

interface LineWords {
  readonly key: string;
  readonly title: string;
  readonly short?: string;
  readonly part: Part;
  readonly waiting: number;
  readonly empty: string;
}

/** A line of slots with its name. */
function line(slots: Slots, { type }: FullGroup, said: LineWords): Mark {
  const { tray, label, places, radius, ages } = slots;
  const [first] = places;
  const room = tray ? tray.w : 100;
  const size = type.small;
  const name = label
    ? [said.title, said.short ?? ''].find((one) => roomOf(one, size) <= room)
    : undefined;
  return group(
    [
      ...(tray ? [rect(tray.x, tray.y, tray.w, tray.h, { r: 7, fill: '--lens' })] : []),
      ...(label && name
        ? [text(label.x, label.y, name, { key: 'name', size, fill: '--ink-2' })]
        : []),
      ...(ages && tray
        ? places.slice(0, said.waiting).map((spot, index) =>
            rect(
              spot.x - radius - 2,
              spot.y - radius - 1.5,
              2 * radius + 4 + type.age * 4,
              2 * radius + 3,
              {
                key: `pill ${index}`,
                r: 7,
                ...EDGE,
              },
            ),
          )
        : []),
      ...(said.waiting === 0 && first && tray
        ? [
            text(tray.x + 8, first.y + size * 0.36, said.empty, {
              key: 'empty',
              size,
              italic: true,
              fill: '--ink-2',
            }),
          ]
        : []),
    ],
    { key: said.key, part: said.part },
  );
}

const LANE: Look = { fill: 'none', stroke: '--ink-2', thick: 1.4, round: true };
const round = (value: number) => Number(value.toFixed(1));
const tip = (x: number, y: number) => `M${round(x - 3)} ${round(y - 4)}l4 4l-4 4`;

/** The ways of requests: into the group and through it, and back to the clients. */
function laneMarks({ lanes, workers }: GroupLayout, gated: boolean): Mark[] {
  if (!lanes) return [];
  const { from, gate, queue, back, home } = lanes;
  const start = workers.box.x + workers.box.w / 2;
  const narrow = gate.x - from.x < 12;
  return [
    path(
      `${narrow ? '' : `M${round(from.x)} ${round(from.y)}H${round(gate.x - 3)}`}${tip(gate.x - (narrow ? 4 : 3), gate.y)}`,
      { key: 'in', ...LANE },
    ),
    ...(queue
      ? [
          path(tip(queue.x + 1, queue.y), { key: 'to queue', ...LANE, thick: 1.3 }),
          ...(gated
            ? []
            : [
                path(tip(lanes.workers.x + 1, lanes.workers.y), {
                  key: 'to work',
                  ...LANE,
                  thick: 1.3,
                }),
              ]),
        ]
      : []),
    path(`M${round(start)} ${round(back)}H${round(home.x)}`, {
      key: 'back',
      fill: 'none',
      stroke: '--ink-3',
      thick: 1.3,
      dash: '1.5 4',
      round: true,
    }),
  ];
}

/** The places of those who may be at work at once: full, nobody else gets in from the queue. */
function gateMarks(full: FullGroup, gate: Gate, taken: number, key: string): Mark[] {
  const places = full.gate.slice(0, gate.places);
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return [];
  const shut = taken >= gate.places;
  const stroke = shut ? '--ink' : '--ink-2';
  const shown = Math.min(taken, places.length);
  const size = full.type.small;
  return [
    group(
      [
        ...places.map(({ x, y }, index) =>
          rect(x - 4.5, y - 4.5, 9, 9, {
            r: 2,
            stroke,
            thick: 1.4,
            fill: index < shown ? stroke : '--sheet',
          }),
        ),
        text(first.x, last.y + 10 + size * 0.7, `${taken}/${gate.places}`, {
          key: 'count',
          size: Math.min(size, (18 / (`${taken}/${gate.places}`.length * 0.6)) | 0 || size),
          anchor: 'middle',
          weight: shut ? 700 : 400,
          fill: shut ? '--ink' : '--ink-2',
        }),
      ],
      { key, part: 'workers' },
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

/** The seat of a thread that is not allowed to be, with the word that forbids it. */
function refusedMarks({ workers, full }: GroupLayout, { reason, glow }: ShownRefusal): Mark[] {
  const at = workers.refused;
  if (!at || !full) return [];
  const { radius } = workers;
  const a = radius * 0.34;
  const size = full.type.small;
  const y = radius + 4 + size;
  const words = full.seat_words;
  return [
    group(
      [
        ...(glow > 0
          ? [
              circle(0, 0, radius + 4, {
                fill: 'none',
                stroke: '--ink',
                thick: 4,
                opacity: glow,
                key: 'glow',
              }),
            ]
          : []),
        circle(0, 0, radius, { fill: 'none', stroke: '--ink', thick: 1.8, dash: '4 4' }),
        path(`M${-a} ${-a}L${a} ${a}M${a} ${-a}L${-a} ${a}`, {
          fill: 'none',
          stroke: '--ink',
          thick: 2.4,
          round: true,
        }),
        ...(words > 0
          ? [
              text(0, y, m.scene_refused(), {
                size,
                weight: 650,
                anchor: 'middle',
                fill: '--ink',
              }),
            ]
          : []),
        ...(words > 1
          ? [
              text(0, y + size + 1.5, refusedWords(reason), {
                size,
                anchor: 'middle',
                fill: '--ink-2',
              }),
            ]
          : []),
      ],
      { key: 'refused', ...at },
    ),
  ];
}

/** In as many words as the strip has room for: the longest wording that fits, or else as much as does. */
function whyLines(said: readonly string[], room: number, lines: number, size: number): string[] {
  const wrapped = said.map((one) => wrap(one, room, size));
  const fits = wrapped.find((one) => one.length <= lines);
  if (fits) return fits;
  const shortest = wrapped.at(-1) ?? [];
  const kept = shortest.slice(0, lines);
  const words = (kept.at(-1) ?? '').split(' ');
  while (words.length > 1 && roomOf(`${words.join(' ')} …`, size, { bold: true }) > room)
    words.pop();
  return [...kept.slice(0, -1), `${words.join(' ')} …`];
}

function whyMarks({ why, full, group: number }: GroupLayout, moment: SceneMoment): Mark[] {
  if (!why || !full) return [];
  const said = moment.why(number);
  const short = said.at(-1) ?? '';
  const fits = (why.w - 14) / roomOf(short, full.type.why, { bold: true });
  const size = full.type.why * (full.bare ? Math.max(0.8, Math.min(1, fits)) : 1);
  const h = whyHeight(why.lines, full.type);
  const waits = said.length > 0;
  const quiet =
    moment.frame.group_high[number] ||
    moment.frame.group_low[number] ||
    moment.frame.group_unpolled[number];
  const lines = waits
    ? whyLines(said, why.w - 14, why.lines, size)
    : quiet || full.bare
      ? []
      : [m.nothing_waits()];
  if (lines.length === 0) return [];
  const pitch = size * 1.28;
  const top = why.y + (h - pitch * lines.length) / 2;
  return [
    rect(why.x, why.y, why.w, h, { key: 'strip', r: 5, fill: waits ? '--sheet' : 'none' }),
    ...(waits ? [rect(why.x, why.y, 3, h, { key: 'bar', fill: '--ink' })] : []),
    ...lines.map((one, index) =>
      text(why.x + 9, top + size * 0.98 + index * pitch, one, {
        key: `why ${index}`,
        size,
        weight: waits ? 600 : 400,
        fill: waits ? '--ink' : '--ink-2',
      }),
    ),
  ];
}

/** In the order in which they give way where they share one line. */
function headCounters(frame: Frame, number: number, moment: SceneMoment, feet: boolean) {
  const counters = countersOf(frame, number, moment.scheduler);
  return feet ? counters.group : [...counters.workers, ...counters.group];
}

function groupMarks(layout: GroupLayout, moment: SceneMoment): Mark[] {
  const { full } = layout;
  if (!full) return [];
  const { frame, scheduler } = moment;
  const { box, clients, listener, sockets, queue, workers, cache, group: number } = layout;
  const { type } = full;
  const words = partWordsOf(scheduler);
  const counters = countersOf(frame, number, scheduler);
  const own = number === NONE;
  const stalled = (frame.group_stalled[number] ?? 0) > 0;
  const listening = frame.group_listener[number] ?? NONE;
  const feet = full.foot > 0;
  const title = own ? m.server() : words.group(number);
  const title_w = roomOf(title.toUpperCase(), type.caps, { bold: true }) * 1.06 + 22;
  const edge = stalled ? { stroke: '--ink', thick: 2 } : { stroke: '--ink-3' };
  const gate = full.gate.length > 0 ? moment.gate(number) : undefined;
  const taken =
    gate &&
    (frame.group_active[number] ?? 0) +
      (gate.counts_waiting ? (frame.group_waiting[number] ?? 0) : 0);
  const limit_notes = gate
    ? [`${gate.words} · ${moment.limit}`, gate.words, moment.limit]
    : [moment.limit];
  const refusal = moment.refusal(number);
  return [
    group(
      [
        rect(box.x, box.y, box.w, box.h, { r: 12, fill: '--lens', ...(edge as Look) }),
        ...cap(box.x + 9, box.y + type.caps + 4, title, type.caps, box.w - 18),
      ],
      { key: 'ground', part: own ? 'workers' : `group:${number}` },
    ),
    ...(clients.label
      ? cap(clients.label.x, clients.label.y, m.clients(), type.caps, clients.box.w, 'clients')
      : []),
    group(
      full.bare && moment.why(number).length > 0
        ? []
        : counterLine(
            headCounters(frame, number, moment, feet),
            box.x + box.w - 9,
            box.y + type.caps + 4,
            box.w - title_w - 9,
            type,
            true,
          ),
      { key: 'counters', part: 'counters' },
    ),
    ...laneMarks(layout, gate !== undefined),
    ...(listener && sockets
      ? [
          panel(listener.box, full, {
            title: words.listener(),
            part: 'listener',
            ...(full.listener_foot ? { counters: counters.listener } : {}),
            empty: listening === NONE,
          }),
          line(sockets, full, {
            key: 'on sockets',
            title: m.scene_sockets(),
            short: m.scene_sockets_short(),
            part: 'sockets',
            waiting: frame.group_unpolled[number] ?? 0,
            empty: m.sockets_empty(),
          }),
          ...(listening === NONE
            ? nobody(layout, full, [words.nobody(), words.nobody_short()])
            : []),
        ]
      : []),
    ...(queue
      ? [
          panel(queue.box, full, {
            title: m.queue(),
            part: 'queue',
            ...(feet
              ? { counters: counters.queue }
              : { number: (frame.group_high[number] ?? 0) + (frame.group_low[number] ?? 0) }),
          }),
          ...(queue.high
            ? [
                line(queue.high, full, {
                  key: 'high',
                  title: m.queue_high(),
                  part: 'high_queue',
                  waiting: frame.group_high[number] ?? 0,
                  empty: m.queue_empty(),
                }),
              ]
            : []),
          line(queue.low, full, {
            key: 'low',
            title: words.line(),
            part: 'low_queue',
            waiting: frame.group_low[number] ?? 0,
            empty: m.queue_empty(),
          }),
        ]
      : []),
    panel(workers.box, full, {
      title: own ? m.threads() : m.workers(),
      part: 'workers',
      notes: limit_notes,
      counters: counters.workers,
    }),
    ...workers.seats.map(({ x, y }, index) =>
      circle(x, y, workers.radius, {
        key: `seat ${index}`,
        fill: 'none',
        stroke: '--ink-3',
        thick: 1.3,
        dash: '3 4',
      }),
    ),
    ...(refusal ? refusedMarks(layout, refusal) : []),
    ...(workers.idle ? [idleMark(workers.idle, full, frame.group_idle[number] ?? 0)] : []),
    ...(gate && taken !== undefined
      ? gateMarks(full, gate, Math.min(taken, gate.places), 'gate')
      : []),
    ...(cache
      ? [
          panel(
            cache.box,
            { ...full, foot: 0 },
            {
              title: m.scene_thread_cache(),
              part: 'workers',
              key: 'cache',
              notes: [moment.cache_limit],
            },
          ),
          ...cache.slots.places.map(({ x, y }, index) =>
            circle(x, y, cache.slots.radius, {
              key: `kept ${index}`,
              fill: 'none',
              stroke: '--ink-3',
              dash: '3 4',
            }),
          ),
        ]
      : []),
    ...whyMarks(layout, moment),
  ];
}

function nobody({ listener }: GroupLayout, { type }: FullGroup, said: readonly string[]): Mark[] {
  if (!listener) return [];
  const { seat, radius, box } = listener;
  const size = type.small;
  const words = said.find((one) => roomOf(one, size) <= box.w - 6) ?? said.at(-1) ?? '';
  return [
    circle(seat.x, seat.y, radius, {
      key: 'empty seat',
      fill: 'none',
      stroke: '--ink-3',
      thick: 1.3,
      dash: '3 4',
    }),
    text(seat.x, seat.y + radius + 4 + size, words, {
      key: 'nobody',
      size,
      anchor: 'middle',
      italic: true,
      fill: '--ink-2',
    }),
  ];
}

function idleMark({ tray, label }: Slots, { type }: FullGroup, idle: number): Mark {
  return group(
    [
      ...(tray ? [rect(tray.x, tray.y, tray.w, tray.h, { r: 7, fill: '--lens' })] : []),
      ...(label
        ? [
            text(label.x, label.y, m.scene_thread_idle(), {
              key: 'idle',
              size: type.small,
              fill: '--ink-2',
            }),
            ...(idle === 0
              ? [
                  text(label.x + type.small * 2.8, label.y, m.scene_idle_none(), {
                    key: 'none',
                    size: type.small,
                    italic: true,
                    fill: '--ink-2',
                  }),
                ]
              : []),
          ]
        : []),
    ],
    { key: 'idle stack' },
  );
}

/** The connections of a group that has too many for dots: a cell each, one path for each state. */
function crowdMarks({ clients, full, group: key }: GroupLayout, frame: Frame): Mark[] {
  const { crowd, places } = clients;
  if (!crowd) return [];
  const made = CLIENT_STATES.map((state) => ({ state, d: '' }));
  const size = Math.max(1, crowd.pitch - 1.2);
  let asking = 0;
  for (const [client, { x, y }] of places) {
    const state = frame.client_state[client] ?? 0;
    if (state > 1) asking += 1;
    const one = made[state];
    if (one) one.d += `M${(x - size / 2).toFixed(1)} ${y.toFixed(1)}h${size}`;
  }
  const words = m.scene_crowd({ asking: count(asking), count: count(places.size) });
  const type_size = full?.type.small ?? 12;
  return [
    ...(crowd.pitch > 0
      ? made.flatMap(({ state, d }) =>
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
        )
      : []),
    text(crowd.note.x, crowd.note.y, words, {
      key: `crowd ${key}`,
      size: Math.max(
        type_size * 0.8,
        Math.min(type_size, (type_size * clients.box.w) / roomOf(words, type_size)),
      ),
      fill: '--ink-2',
    }),
  ];
}

/** `still`: a picture that never moves needs nobody who might set out. */
export function sceneMarks(moment: SceneMoment, still = false): Mark[] {
  const { cards, layout, frame, placement, drawn, chosen } = moment;
  const homes = placement.tokens.filter(({ layout: group }) => !group.clients.crowd);
  return [
    ...layout.groups.map((one) =>
      group(
        one.detail === 'card' && cards
          ? cards.cardMarks(one, frame, moment.scheduler, {
              why: moment.why(one.group),
              refused: moment.refusal(one.group)?.glow,
            })
          : groupMarks(one, moment),
        { key: `group ${one.group}` },
      ),
    ),
    ...(layout.strip && cards
      ? [group(cards.stripMarks(layout.strip, frame, moment.scheduler), { key: 'at rest' })]
      : []),
    group(machineMarks(layout, moment), { key: 'machine' }),
    group(
      layout.groups.flatMap((one) => crowdMarks(one, frame)),
      { key: 'crowds' },
    ),
    ...homes.map((token) =>
      group(tokenMarks(token.state, token.home_radius, token.label, chosen === token.client), {
        key: `home ${token.client}`,
        ...token.home,
        client: token.client,
      }),
    ),
    ...drawn.threads.map((thread) =>
      group(threadMarks(thread), {
        key: `thread ${thread.place.thread}${thread.change === 'retired' ? ' gone' : ''}`,
        class: 'moves',
        moves: true,
        x: thread.at.x,
        y: thread.at.y,
        part: `thread:${thread.place.thread}`,
      }),
    ),
    ...placement.tokens.flatMap((token): Mark[] => {
      const way = drawn.travelling.get(token.client);
      const away = (token.zone !== 'client' && !token.counted) || way !== undefined;
      if (still && !away) return [];
      const { x, y } = way ?? token;
      const asked = token.zone !== 'client' && chosen === token.client;
      const age = token.layout.full?.type.age ?? 11;
      return [
        group(
          [
            ...tokenMarks(token.state, token.radius, token.label, asked),
            ...(token.age_ns !== undefined && way === undefined
              ? [
                  text(token.radius + 5, age * 0.35, shortDuration(token.age_ns), {
                    key: 'age',
                    size: age,
                    weight: 600,
                  }),
                ]
              : []),
          ],
          {
            key: `request ${token.client}`,
            class: away ? 'moves' : 'moves home',
            moves: true,
            x,
            y,
            client: token.client,
            ...(away ? {} : { opacity: 0 }),
          },
        ),
      ];
    }),
    ...placement.overflows.map((over) => {
      const scale = Math.min(1, Math.max(0.6, over.radius / 9));
      return group(
        [
          rect(-13, -9, 26, 18, { r: 6, fill: '--low', stroke: '--edge' }),
          text(0, 3.6, m.more_n({ count: over.count }), {
            size: 10.5,
            weight: 650,
            anchor: 'middle',
            fill: '--on-low',
          }),
        ],
        {
          key: `over ${over.key}`,
          // Wider than a slot: what is more of it goes away from the one before.
          x: over.x + Math.max(0, 13 * scale - over.radius - 1),
          y: over.y,
          ...(scale < 1 ? { scale } : {}),
        },
      );
    }),
    group([...lightMarks(moment.named, false), ...lightMarks(moment.lit, true)], {
      key: 'lights',
      class: 'lights',
    }),
  ];
}
