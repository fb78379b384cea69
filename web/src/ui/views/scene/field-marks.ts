/** The picture of a world through a camera: its ground, its threads, its bodies and its words, as marks in pixels. */
import { m } from '#paraglide/messages.js';
import {
  CONNECTION_STATES,
  inLineOf,
  LATCH_STATES,
  NONE,
  unreadOf,
} from '../../../model/run/frame';
import type { Frame, SchedulerName } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import {
  circle,
  group,
  line,
  path,
  rect,
  remembered,
  tenth as n,
  text,
  those,
  type Mark,
  type MarkStyle,
  type Paint,
} from '../../marks/marks';
import { BOLD, fitting, roomOf, widthOf } from '../../marks/measure';
import {
  bodyMarks,
  goneMarks,
  latchSleeperMarks,
  answeredMarks,
  awayMarks,
  LEAST_LABELLED,
  ringMarks,
  turnstileMarks,
  type Ring,
} from '../glyphs';
import { outline, TONES, type Tone } from '../shapes';
import { ASLEEP, cellOf, insideAt, ringsOf, ROOM, type Bodies } from './at';
import { scaleOf, type Eye, type Frame as View } from './camera';
import type { Box, Point } from './geometry';
import { levelOf, type Level } from './levels';
import { frameMark, within } from './light';
import { partWordsOf } from './part-words';
import { doorsOf, PITCH, SEAT_EDGE, SEAT_R, type Cell, type House, type World } from './world';

/** A world through a camera. */
export interface Shot {
  readonly world: World;
  readonly eye: Eye;
  readonly view: View;
  /** Pixels for each u. */
  readonly s: number;
  readonly level: Level;
  /** Whether houses have rings, doors and names: also from afar, if they are few and large. */
  readonly homes: boolean;
  /** The only cell that is drawn, or `LATCH`, if one is shown in a picture of its own. */
  readonly only?: number | undefined;
}

export function shotOf(world: World, eye: Eye, view: View, before?: Level): Shot {
  const s = scaleOf(eye, view);
  const level = levelOf(s, before);
  const large = ({ house }: Cell) => !house || house.ring_r * s >= LEAST_RING_PX;
  const few = world.cells.length <= MOST_HOMES;
  const homes = level !== 'far' || isFull(world) || (few && world.cells.every(large));
  return { world, eye, view, s, level, homes };
}

/** True if its few groups are drawn in full. */
export const isFull = ({ cells }: World): boolean => cells[0]?.house?.full !== undefined;

/** The least ring whose arc can be seen, and of how many groups. */
const LEAST_RING_PX = 5;
const MOST_HOMES = 12;

export const toScreen = (
  { eye, view, s }: Pick<Shot, 'eye' | 'view' | 's'>,
  { x, y }: Point,
): Point => ({
  x: (x - eye.x) * s + view.width / 2,
  y: (y - eye.y) * s + view.height / 2,
});
export const boxOn = (shot: Shot, box: Box): Box => ({
  ...toScreen(shot, box),
  w: box.w * shot.s,
  h: box.h * shot.s,
});
/** The latch's room, where a cell could be named. */
export const LATCH = -1;
export const isDrawn = ({ only }: Shot, cell: number) => only === undefined || only === cell;
export const inView = ({ view }: Shot, { x, y, w, h }: Box): boolean =>
  x < view.width && y < view.height && x + w > 0 && y + h > 0;

/** How full each group's line and door are, relative to the fullest; all 0 while hardly anybody waits. */
export function heatOf({ cells }: World, frame: Frame): number[] {
  const waiting = cells.map(({ group: of }) =>
    of === undefined ? 0 : inLineOf(frame, of) + unreadOf(frame, of),
  );
  const most = Math.max(...waiting);
  return waiting.map((one) => (most < LEAST_CROWD ? 0 : one / most));
}
const LEAST_CROWD = 3;
const HOT = 0.3;

export const usualOf = (heat: readonly number[]) =>
  heat.reduce((sum, one) => sum + one, 0) / Math.max(1, heat.length);

/** Groups that stand out: they are much fuller than the usual one. */
export function hotOf(heat: readonly number[]): readonly boolean[] {
  const usual = usualOf(heat);
  return heat.map((one) => one > HOT && one > 2 * usual);
}

export function latchGround(shot: Shot): Mark[] {
  const { latch } = shot.world;
  if (!latch || !isDrawn(shot, LATCH)) return [];
  const ground = boxOn(shot, latch.ground);
  const { s } = shot;
  const thick = Math.min(8, Math.max(2.5, s * 1.2));
  const gate = { ...toScreen(shot, latch.gate), r: latch.gate.r * s };
  const wall = { stroke: '--ink', thick, round: true } as const;
  const corridor = latch.corridor && boxOn(shot, latch.corridor);
  const r = Math.min(28, 4 * s);
  return [
    group(
      those(
        rect(n(ground.x), n(ground.y), n(ground.w), n(ground.h), {
          key: 'ground',
          r,
          fill: '--pool',
        }),
        corridor &&
          rect(n(corridor.x), n(corridor.y), n(corridor.w), n(corridor.h), {
            key: 'corridor',
            r: Math.min(r, corridor.w / 4),
            fill: '--lens',
          }),
        corridor &&
          rect(n(gate.x), n(gate.y - gate.r * 0.42), n(corridor.x - gate.x + 4), n(gate.r * 0.84), {
            key: 'band',
            fill: '--lens',
          }),
        line(n(gate.x), n(ground.y + thick / 2), n(gate.x), n(gate.y - gate.r - thick * 0.7), {
          key: 'wall above',
          ...wall,
        }),
        line(
          n(gate.x),
          n(gate.y + gate.r + thick * 0.7),
          n(gate.x),
          n(ground.y + ground.h - thick / 2),
          {
            key: 'wall below',
            ...wall,
          },
        ),
      ),
      { key: 'latch', part: 'latch' },
    ),
  ];
}

export const ring = remembered((kind: Ring, r: number, progress: number): readonly Mark[] =>
  ringMarks(kind, r, progress),
);

/** Of its time inside, whoever walks past doors needs so small a part for the turnstile. */
const QUICKLY = 6;

/** The turnstile, and the corridor's doors, of which those that were passed are pale. */
export function latchMarks(shot: Shot, frame: Frame): Mark[] {
  const { latch } = shot.world;
  if (!latch || !isDrawn(shot, LATCH)) return [];
  const { s } = shot;
  const at = toScreen(shot, latch.gate);
  const r = latch.gate.r * s;
  const holder = frame.thread_id.indexOf(frame.latch_holder);
  const through = (frame.thread_progress[holder] ?? 0) * (latch.corridor ? QUICKLY : 1);
  return those(
    turnstileMarks(at, r, through),
    group(ring('works', n(r), 0), { key: 'gate', x: n(at.x), y: n(at.y), part: 'latch' }),
    latch.corridor && corridorMarks(shot, latch.corridor, frame),
  );
}

function corridorMarks(shot: Shot, box: Box, frame: Frame): Mark[] {
  const doors = frame.open_transactions;
  const { room, pitch, columns } = doorsOf(box, doors);
  // A figure that is not laid out yet has no room.
  if (room.w <= 0 || room.h <= 0) return [];
  const { passed } = insideAt(shot.world, frame);
  const w = n(pitch * 0.56 * shot.s);
  const h = n(pitch * 0.7 * shot.s);
  const at = (nth: number) =>
    toScreen(shot, {
      x: room.x + ((nth % columns) + 0.22) * pitch,
      y: room.y + (Math.floor(nth / columns) + 0.15) * pitch,
    });
  const step = pitch * shot.s;
  const look = { dash: `${w} ${Number((step - w).toFixed(3))}`, thick: h, fill: 'none' } as const;
  /** Each row of doors is one dashed line. */
  const some = (from: number, to: number): string => {
    let d = '';
    for (let nth = from; nth < to;) {
      const run = Math.min(to - nth, columns - (nth % columns));
      const { x, y } = at(nth);
      d += `M${n(x)} ${n(y + h / 2)}h${n((run - 1) * step + w)}`;
      nth += run;
    }
    return d;
  };
  return those(
    passed > 0 &&
      path(some(0, Math.min(passed, doors)), { key: 'passed', stroke: '--track', ...look }),
    doors > passed &&
      path(some(passed, doors), { key: 'doors', stroke: '--ink-2', data: { doors }, ...look }),
  );
}

export const toneOf = (look: number): Tone | 'asleep' =>
  look === ASLEEP ? 'asleep' : TONES[CONNECTION_STATES[look] ?? 'closed'];

const FILLS: Readonly<Partial<Record<Tone | 'asleep', Paint>>> = {
  asleep: '--cup',
  closed: '--ink-3',
  away: '--ink-3',
  idle: '--ink-3',
};
/** The colour of a body that is only a dot. */
export const dotPaint = (tone: Tone | 'asleep'): Paint =>
  tone === 'asleep' ? '--latch' : (FILLS[tone] ?? `--${tone}`);

/** A body around (0, 0). */
export const glyph = remembered(
  (tone: Tone | 'asleep', r: number, label: string, gone: 'gone' | ''): readonly Mark[] => {
    if (tone === 'asleep') return latchSleeperMarks(r);
    if (r < 5) {
      const thick = r > 3 ? 0.9 : 0.6;
      const a = n(r * 0.8);
      return those(
        path(outline(tone, r), {
          key: 'shape',
          fill: gone || tone === 'away' ? '--cup' : `--${tone === 'closed' ? 'ink-3' : tone}`,
          stroke: gone ? '--ink-2' : '--edge',
          thick,
        }),
        gone && line(-a, -a, a, a, { key: 'gone', stroke: '--ink-2', thick }),
      );
    }
    return (gone ? goneMarks : bodyMarks)(tone, r, label);
  },
);

/** Of a body's radius, this much of a label has room in it. */
const widthIn = (tone: Tone | 'asleep' | undefined) => (tone === 'ready' ? 1.4 : 1.9);

/** A body of this size and shape has room for every label of the run, or no such body has one. */
export const labelled = (longest: string, r: number, tone?: Tone | 'asleep'): boolean =>
  r >= LEAST_LABELLED && widthOf(longest, 11.5, BOLD) <= r * widthIn(tone);

/** True if a connection is at rest in its seat. */
export const atHome = ({ room, gone, state }: Bodies, client: number): boolean =>
  room[client] === ROOM.SEAT &&
  gone[client] !== 1 &&
  CONNECTION_STATES[state[client] ?? 0] === 'idle';

/** True if nobody is connected from a seat. */
export const isVacant = ({ room, gone, state }: Bodies, client: number): boolean =>
  room[client] === ROOM.SEAT &&
  gone[client] !== 1 &&
  CONNECTION_STATES[state[client] ?? 0] === 'closed';

/** The radius of an empty seat's ring. */
export const SEAT_PX = (s: number) => Math.max(0.6, SEAT_R * s - (s > 5 ? SEAT_EDGE : 0));

/** How large the dot in a seat is whose owner is elsewhere, relative to the seat. */
export const EMPTY = 0.28;

/** The seats with and without their owners, as dashes without length: one stroke for each row of neighbours. */
function seatMarks(shot: Shot, bodies: Bodies, own: boolean): Mark[] {
  const home = (client: number) => atHome(bodies, client);
  return [
    // With a thread for each connection, an empty seat is a thread at work elsewhere.
    ...(own || shot.level !== 'far'
      ? dotted(shot, (client) => !home(client), 'away', '--track', own ? 1 : EMPTY)
      : []),
    ...dotted(shot, home, 'home', shot.level === 'far' ? '--ink-3' : '--ink-2'),
  ];
}

function dotted(
  shot: Shot,
  wanted: (client: number) => boolean,
  name: string,
  paint: Paint,
  size = 1,
): Mark[] {
  const { world, s, level, view } = shot;
  const pitch = PITCH * s;
  const thick = 2 * SEAT_PX(s) * size;
  let d = '';
  world.members.forEach((clients, cell) => {
    if (!isDrawn(shot, cell)) return;
    let last: Point | undefined;
    let run: Point | undefined;
    const close = () => {
      if (run) d += run.x > 0 ? `h${n(run.x + 0.1)}` : `v${n(run.y + 0.1)}`;
      run = undefined;
    };
    for (const client of clients) {
      if (!wanted(client)) continue;
      const at = toScreen(shot, { x: world.seats.x[client] ?? 0, y: world.seats.y[client] ?? 0 });
      const half = thick / 2;
      if (at.x < half || at.y < half || at.x > view.width - half || at.y > view.height - half)
        continue;
      const [dx, dy] = last ? [at.x - last.x, at.y - last.y] : [NaN, NaN];
      const next = (along: number, across: number) =>
        Math.abs(along - pitch) < 0.05 && Math.abs(across) < 0.05;
      if (run && run.y === 0 && next(dx, dy)) run = { x: run.x + pitch, y: 0 };
      else if (run && run.x === 0 && next(dy, dx)) run = { x: 0, y: run.y + pitch };
      else {
        close();
        d += `M${n(at.x)} ${n(at.y)}`;
        run = { x: 0, y: 0 };
      }
      last = at;
    }
    close();
  });
  if (d === '') return [];
  const dash = `0.01 ${Number((pitch - 0.01).toFixed(3))}`;
  const dots = (key: string, stroke: Paint, across: number) =>
    path(d, { key, fill: 'none', stroke, thick: n(across), dash, round: true });
  return those(
    dots(name, paint, thick),
    level !== 'far' &&
      size === 1 &&
      dots(`${name} inside`, '--cup', thick - 2 * Math.max(0.7, Math.min(1.5, s * 0.16))),
  );
}

export interface BodyLook {
  readonly own: boolean;
  /** Whether a connection's client has had an answer. */
  readonly answered: (client: number) => boolean;
  /** The label of each connection; the longest decides whether they are written, of few each for itself. */
  readonly labels: readonly string[];
  readonly longest: string | undefined;
  /** The number of each connection's request. */
  readonly frame: Frame;
}

/** More than this become one shape for each look. */
const MOST_BODIES = 200;

/** Everybody, for brushes without a canvas. */
export function bodiesMarks(shot: Shot, bodies: Bodies, look: BodyLook): Mark[] {
  const { s, level, view } = shot;
  const { own, labels, longest, frame } = look;
  const seen: { client: number; x: number; y: number; r: number }[] = [];
  for (let nth = 0; nth < bodies.out_count; nth += 1) {
    const client = bodies.out[nth] ?? 0;
    if (atHome(bodies, client) || isVacant(bodies, client)) continue;
    const at = toScreen(shot, { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 });
    const r = (bodies.r[client] ?? 0) * s;
    // Few are cut at the edge of a closer look, as their rings are; of many whoever is not whole is left out.
    const in_by = isFull(shot.world) ? -r : r;
    const { width, height } = view;
    if (at.x < in_by || at.y < in_by || at.x > width - in_by || at.y > height - in_by) continue;
    const room = bodies.room[client];
    const at_latch = room === ROOM.CROWD || room === ROOM.INSIDE;
    if (!isDrawn(shot, at_latch ? LATCH : (bodies.cell[client] ?? 0))) continue;
    seen.push({ client, ...at, r: own && bodies.room[client] === ROOM.SEAT ? r * 0.86 : r });
  }
  const seats = seatsNamed(shot, longest)
    ? namedSeats(shot, bodies, look)
    : seatMarks(shot, bodies, own);
  if (level === 'far' || seen.length > MOST_BODIES) {
    const kinds = new Map<Tone | 'asleep' | 'gone', string[]>();
    for (const { client, x, y, r } of seen) {
      const tone = bodies.gone[client] === 1 ? 'gone' : toneOf(bodies.look[client] ?? 0);
      const a = Math.max(0.8, r * 0.9);
      const all = kinds.get(tone) ?? [];
      all.push(plainAt(tone, x, y, a, level));
      kinds.set(tone, all);
    }
    return [
      ...seats,
      // In order, for a still: neighbours repeat each other, and a page packs into 1 KB less.
      ...[...kinds].map(([tone, all]) =>
        path(all.sort().join(''), {
          key: `all ${tone}`,
          ...plainLook(shot, tone),
          data: { state: tone === 'asleep' ? 'latch' : tone },
        }),
      ),
    ];
  }
  return [
    ...seats,
    ...seen.map(({ client, x, y, r }) => {
      const tone = toneOf(bodies.look[client] ?? 0);
      const own = labels[client] ?? '';
      const label = labelled(longest ?? own, r, tone) ? own : '';
      const request = frame.connection_request[client] ?? NONE;
      return group(glyph(tone, n(r), label, bodies.gone[client] === 1 ? 'gone' : ''), {
        key: `body ${client}`,
        x: n(x),
        y: n(y),
        client,
        data: {
          request: request === NONE ? client : request,
          state: tone === 'asleep' ? 'latch' : tone,
        },
      });
    }),
  ];
}

/** True if seats are so large that they bear their owners' numbers. */
export const seatsNamed = ({ s, level }: Shot, longest: string | undefined): boolean =>
  longest === undefined || (level !== 'far' && labelled(longest, SEAT_PX(s)));

/** A smaller seat has no room for a tick. */
const LEAST_TICKED = 7;

/** A seat with its owner, at rest or answered, or with the number of one who is elsewhere. */
export const seatGlyph = remembered(
  (kind: 'idle' | 'answered' | 'elsewhere' | 'vacant', r: number, label: string): readonly Mark[] =>
    kind === 'answered'
      ? r < LEAST_TICKED
        ? bodyMarks('run', r * 0.6)
        : answeredMarks(r, label)
      : kind === 'elsewhere'
        ? awayMarks(r, label)
        : kind === 'vacant'
          ? bodyMarks('closed', r)
          : bodyMarks('idle', r, label),
);

/** What is in a seat, if it is not its owner at work. */
export function inSeat(bodies: Bodies, client: number, answered: (client: number) => boolean) {
  if (bodies.gone[client] === 1) return undefined;
  if (bodies.room[client] !== ROOM.SEAT) return 'elsewhere';
  if (isVacant(bodies, client)) return 'vacant';
  return atHome(bodies, client) ? (answered(client) ? 'answered' : 'idle') : undefined;
}

function namedSeats(shot: Shot, bodies: Bodies, { labels, longest, answered }: BodyLook): Mark[] {
  const { world, s } = shot;
  const r = n(SEAT_PX(s));
  return world.members.flatMap((clients, cell) =>
    !isDrawn(shot, cell)
      ? []
      : clients.flatMap((client): Mark[] => {
          const kind = inSeat(bodies, client, answered);
          const at = toScreen(shot, {
            x: world.seats.x[client] ?? 0,
            y: world.seats.y[client] ?? 0,
          });
          if (!kind || !inView(shot, { x: at.x - r, y: at.y - r, w: 2 * r, h: 2 * r })) return [];
          const own = labels[client] ?? '';
          return [
            group(seatGlyph(kind, r, labelled(longest ?? own, r) ? own : ''), {
              key: `home ${client}`,
              x: n(at.x),
              y: n(at.y),
              client,
            }),
          ];
        }),
  );
}

/** From afar, smaller dots are squares. */
export const LEAST_DISC = 2.4;

/** The colours of many bodies of one state, or of those for whom nobody waits. */
function plainLook({ s, level }: Shot, tone: Tone | 'asleep' | 'gone'): MarkStyle {
  const thick = s > 4 ? 1 : 0.6;
  if (tone === 'gone') return { fill: '--cup', stroke: '--ink-2', thick };
  const asleep = tone === 'asleep';
  return {
    fill: asleep && level !== 'far' ? '--cup' : dotPaint(tone),
    ...(level === 'far' ? {} : { stroke: asleep ? '--latch' : '--edge', thick }),
  };
}

/** The shape of a state without its details: of a dot that is too small for one, a square. */
export function plainShape(tone: Tone | 'asleep' | 'gone', a: number): 'square' | 'disc' | 'tag' {
  if (a < LEAST_DISC) return 'square';
  switch (tone) {
    case 'run':
    case 'sleep':
    case 'idle':
    case 'away':
    case 'closed':
      return 'disc';
    case 'high':
      return 'tag';
    case 'socket':
    case 'low':
    case 'soon':
    case 'lock':
    case 'login':
    case 'latch':
    case 'ready':
    case 'asleep':
    case 'gone':
      return 'square';
  }
}

/** Relative to its half side: how large a disc is. */
export const DISC = 1.1;

function plainAt(
  tone: Tone | 'asleep' | 'gone',
  x: number,
  y: number,
  a: number,
  level: Level,
): string {
  const square = `M${n(x - a)} ${n(y - a)}h${n(2 * a)}v${n(2 * a)}h${n(-2 * a)}z`;
  switch (plainShape(tone, a)) {
    case 'disc': {
      const r = n(a * DISC);
      return `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 1 ${n(2 * r)} 0a${r} ${r} 0 1 1 ${n(-2 * r)} 0z`;
    }
    case 'tag':
      return `M${n(x - a)} ${n(y - a)}h${n(a)}l${n(a)} ${n(a)}l${n(-a)} ${n(a)}h${n(-a)}z`;
    case 'square':
      if (tone === 'gone' && a >= LEAST_DISC) return `${square}l${n(2 * a)} ${n(2 * a)}`;
      return tone === 'socket' && level !== 'far'
        ? `${square}l${n(a)} ${n(a)}l${n(a)} ${n(-a)}`
        : square;
  }
}

const LETTERS = 12.5;

export interface WordsOf {
  readonly frame: Frame;
  readonly scheduler: SchedulerName;
  readonly heat: readonly number[];
  /** The subject's connection, and its label. */
  readonly chosen: number | undefined;
  readonly labels: readonly string[];
  readonly longest: string | undefined;
  /** The room of the headings above the picture, in pixels. */
  readonly heads: number;
  readonly stall_left_ns: number;
}

/** The room of a text, or of a pill with one. */
function roomOfWords(mark: Mark): Box | undefined {
  if (mark.kind === 'group') {
    const ground = mark.marks.find(({ key }) => key === 'ground' || key === 'tag');
    if (ground?.kind !== 'rect') return undefined;
    const [x, y] = [Number(mark.x ?? 0), Number(mark.y ?? 0)];
    return {
      x: x + Number(ground.x),
      y: y + Number(ground.y),
      w: Number(ground.w),
      h: Number(ground.h),
    };
  }
  if (mark.kind !== 'text' || typeof mark.words !== 'string') return undefined;
  const { size = 13, weight = 400, display = false, anchor } = mark;
  const w = roomOf(mark.words, size, { bold: weight > 500, display });
  const before = anchor === 'end' ? w : anchor === 'middle' ? w / 2 : 0;
  return { x: Number(mark.x) - before, y: Number(mark.y) - size, w, h: size * 1.25 };
}

/** The area that two boxes have in common. */
const common = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
const meet = (a: Box, b: Box) => common(a, b) > 0;

/** What is said of rooms: their names above them; from afar, of the fullest group. */
export const roomWords = (shot: Shot, of: WordsOf, taken: readonly Box[]): Mark[] =>
  those(of.heads > 0 && headings(shot, of), !shot.homes && calloutMarks(shot, of, taken));

/** The frame of the subject, the room of its tag, and that around it. */
export function subjectOf(shot: Shot, bodies: Bodies, of: WordsOf) {
  const subject = of.chosen === undefined ? [] : subjectMarks(shot, bodies, of.chosen, of);
  return {
    subject,
    tag: subject.map(roomOfWords).find((room) => room !== undefined),
    its: of.chosen === undefined ? undefined : aroundSubject(shot, bodies, of.chosen),
  };
}

/** Words that no edge of the frame cuts. */
export const uncut = ({ view }: Shot, words: readonly Mark[]): Mark[] =>
  words.filter((one) => {
    const { x = 0, y = 0, w = 0, h = 0 } = roomOfWords(one) ?? {};
    const by = 6;
    return x >= -by && y >= -by && x + w <= view.width + by && y + h <= view.height + by;
  });

/** Where the subject's tag is, no others are. */
export function besideTag(words: readonly Mark[], tag: Box | undefined): Mark[] {
  const covered = words.filter((one) => {
    const room = roomOfWords(one);
    return tag && room && meet(tag, room);
  });
  // A count without its group's name says nothing.
  const nameless = covered.map(({ key }) => String(key).replace(/^name /, 'line '));
  return words.filter((one) => !covered.includes(one) && !nameless.includes(String(one.key)));
}

/** The names of the rooms, above them. */
function headings(shot: Shot, { frame, heads, stall_left_ns }: WordsOf): Mark[] {
  const { world, view } = shot;
  const size = 14;
  const y = n(-heads + size + 2);
  const latch = isDrawn(shot, LATCH) ? world.latch : undefined;
  const marks: Mark[] = [];
  let taken = 0;
  const say = (key: string, from: number, to: number, said: readonly string[]) => {
    if (to < 20 || from > view.width - 20) return;
    const left = Math.max(from, taken, 0);
    // Of a picture that is drawn smaller, a browser's letters may be a little wider.
    const words = fitting(said, size, Math.min(to, view.width - 6) - left, BOLD);
    if (words === undefined) return;
    marks.push(text(n(left), y, words, { key: `name ${key}`, size, weight: 700 }));
    taken = left + roomOf(words, size, BOLD) + 14;
  };
  const [first] = world.cells;
  const ground = latch && boxOn(shot, latch.ground);
  const below = ground && first && ground.y > boxOn(shot, first.box).y + 8;
  if (first && !first.house) {
    const box = boxOn(shot, first.box);
    const running = frame.run_queue.length;
    const home = frame.connection_state.reduce(
      (sum, state) => sum + (CONNECTION_STATES[state] === 'idle' ? 1 : 0),
      0,
    );
    const thinks = m.machine_think({ count: count(home) });
    say('home', box.x, below || !ground ? view.width : ground.x - 10, [
      ...(running > 0 ? [`${thinks}, ${m.machine_run_queue({ count: count(running) })}`] : []),
      running > 0 ? m.machine_run_queue({ count: count(running) }) : thinks,
      count(home),
    ]);
  }
  if (latch && ground) {
    const waiting = frame.latch_queue.length;
    const stalled = LATCH_STATES[frame.latch_state] === 'stalled';
    const at_latch = m.machine_at_latch({ threads: m.machine_threads({ count: count(waiting) }) });
    const corridor = latch.corridor && boxOn(shot, latch.corridor);
    say('latch', ground.x, corridor ? corridor.x - 8 : ground.x + ground.w + 60, [
      ...(stalled
        ? [`${at_latch}, ${m.machine_held_up({ left: shortDuration(stall_left_ns) })}`]
        : []),
      at_latch,
      m.machine_at_latch({ threads: count(waiting) }),
    ]);
    if (corridor)
      say('doors', corridor.x, corridor.x + corridor.w + 40, [
        m.scene_open({ count: count(frame.open_transactions) }),
        m.scene_open_short({ count: count(frame.open_transactions) }),
      ]);
  }
  return marks;
}

const pill = (at: Point, words: string, key: string, size = 13): Mark => {
  const w = roomOf(words, size, BOLD) + 20;
  return group(
    [
      rect(0, -13, n(w), 26, {
        key: 'ground',
        r: 13,
        fill: '--paper',
        stroke: '--ink',
        thick: 1.75,
      }),
      text(10, n(size * 0.36), words, { key: 'words', size, weight: 700 }),
    ],
    { key, x: n(at.x), y: n(at.y) },
  );
};

/** From afar, one group is named: that with the longest line, or the subject's. */
function calloutMarks(
  shot: Shot,
  { frame, scheduler, heat, chosen, labels }: WordsOf,
  taken: readonly Box[],
): Mark[] {
  const { world, view } = shot;
  const hot = heat.indexOf(1);
  const cell = world.cells[hot];
  if (!cell?.house || cell.group === undefined || !hotOf(heat)[hot]) return [];
  const box = boxOn(shot, cell.house.box);
  if (!isDrawn(shot, hot) || !inView(shot, box)) return [];
  const waits = inLineOf(frame, cell.group) + unreadOf(frame, cell.group);
  const words = { group: partWordsOf(scheduler).group(cell.group), count: count(waits) };
  const its = chosen !== undefined && world.home[chosen] === hot ? (labels[chosen] ?? '') : '';
  const said = [
    ...(its === '' ? [] : [m.scene_callout_with({ ...words, label: its })]),
    m.scene_callout(words),
  ];
  const houses = world.cells.flatMap((one, at) =>
    one.house && isDrawn(shot, at) ? [boxOn(shot, one.house.box)] : [],
  );
  const [top, bottom] = [
    Math.min(...houses.map(({ y }) => y)),
    Math.max(...houses.map(({ y, h }) => y + h)),
  ];
  const middle = Math.min(Math.max(14, box.y + box.h / 2), view.height - 14);
  // At its right, at its left, below or above it or all groups: where it covers the least of them, and not the map or the
  // subject's tag.
  const found = said.flatMap((words) => {
    const w = roomOf(words, 13, BOLD) + 20;
    const x = shot.only === undefined ? Math.max(2, Math.min(box.x, view.width - w - 2)) : 2;
    const places = [
      { x: box.x + box.w + 8, y: middle },
      { x: box.x - 8 - w, y: middle },
      { x, y: box.y + box.h + 18 },
      { x, y: box.y - 18 },
      { x, y: bottom + 16 },
      { x, y: top - 16 },
    ].map((at) => ({ ...at, words, room: { x: at.x, y: at.y - 13, w, h: 26 } }));
    return places
      .filter(
        ({ room }) =>
          room.x >= 0 &&
          room.x + w <= view.width &&
          room.y >= 1 &&
          room.y + room.h <= view.height - 1 &&
          ![...taken, box].some((one) => meet(one, room)),
      )
      .map((place) => ({
        ...place,
        covers: houses.reduce((sum, one) => sum + common(one, place.room), 0),
      }))
      .sort((one, other) => one.covers - other.covers)
      .slice(0, 1);
  })[0];
  return found ? [pill(found, found.words, 'callout')] : [];
}

function aroundSubject(shot: Shot, bodies: Bodies, client: number): Box {
  const at = toScreen(shot, { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 });
  const r = Math.max(2.5, (bodies.r[client] ?? 0) * shot.s) + 8;
  return { x: at.x - r, y: at.y - r, w: 2 * r, h: 2 * r };
}

/** A golden frame in the subject's shape, and a tag while it has no number. */
function subjectMarks(
  shot: Shot,
  bodies: Bodies,
  client: number,
  { labels, longest }: WordsOf,
): Mark[] {
  const at = toScreen(shot, { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 });
  const r = Math.max(2.5, (bodies.r[client] ?? 0) * shot.s);
  const { view } = shot;
  if (at.x < -r || at.y < -r || at.x > view.width + r || at.y > view.height + r) return [];
  const tone = toneOf(bodies.look[client] ?? 0);
  // Of few, neighbours are near.
  const near = isFull(shot.world) ? 2.2 : 3;
  const shape = outline(
    tone === 'asleep' ? 'latch' : tone === 'closed' ? 'idle' : tone,
    n(r + near * 1.2),
  );
  const frame = [
    path(shape, { key: 'edge', fill: 'none', stroke: '--ink', thick: 2 * near }),
    path(shape, { key: 'gold', fill: 'none', stroke: '--light', thick: near }),
  ];
  const label = labels[client] ?? '';
  const w = n(roomOf(label, LETTERS, BOLD) + 16);
  // Above it; at the door, where letters lie in columns, before it.
  const before = bodies.room[client] === ROOM.DOOR && at.x - r - w - 16 > 0;
  const above = !before && at.y - r - 34 > 0;
  const y = before ? 0 : n(above ? -r - 24 : r + 24);
  const left = before
    ? n(-r - 14 - w)
    : n(Math.min(Math.max(-w / 2, -at.x + 2), view.width - at.x - w - 2));
  const stem = before
    ? ([-r - 5, 0, -r - 14, 0] as const)
    : ([0, above ? -r - 5 : r + 5, 0, above ? y + 9 : y - 9] as const);
  return [
    group(
      those(
        frame,
        !labelled(longest ?? label, r, tone) && [
          line(n(stem[0]), n(stem[1]), n(stem[2]), n(stem[3]), {
            key: 'stem',
            stroke: '--ink',
            thick: 1.75,
          }),
          rect(left, y - 11, w, 22, {
            key: 'tag',
            r: 11,
            fill: '--light',
            stroke: '--ink',
            thick: 1.75,
          }),
          text(n(left + w / 2), y + 4.5, label, {
            key: 'label',
            size: LETTERS,
            weight: 700,
            anchor: 'middle',
          }),
        ],
      ),
      { key: 'subject', x: n(at.x), y: n(at.y) },
    ),
  ];
}

/** The whole in small: a rectangle for each group, and the part that is seen. */
export function mapMarks(
  world: World,
  heat: readonly number[],
  eye: Eye,
  view: View,
  w: number,
  h: number,
): Mark[] {
  const hot = hotOf(heat);
  const k = Math.min(w / world.box.w, h / world.box.h);
  const at = (box: Box) => [n(box.x * k), n(box.y * k), n(box.w * k), n(box.h * k)] as const;
  const seen_h = (eye.w * view.height) / view.width;
  const x = Math.max(0, eye.x - eye.w / 2);
  const y = Math.max(0, eye.y - seen_h / 2);
  return [
    ...world.cells.map((cell, nth) =>
      rect(...at(cell.box), {
        key: `cell ${nth}`,
        fill: hot[nth] ? '--low' : '--pool',
      }),
    ),
    ...(world.latch ? [rect(...at(world.latch.box), { key: 'latch', fill: '--lane' })] : []),
    rect(
      ...at({
        x,
        y,
        w: Math.min(world.box.w, eye.x + eye.w / 2) - x,
        h: Math.min(world.box.h, eye.y + seen_h / 2) - y,
      }),
      { key: 'seen', fill: 'none', stroke: '--ink', thick: 2 },
    ),
  ];
}

/** What a text that points at parts is about. */
export interface Pointed {
  readonly frame: Frame;
  /** The cells whose parts are meant, where every group has such a part. */
  readonly focus: readonly number[];
  readonly clientOf: (request: number) => number | undefined;
  /** True if those with priority have a line of their own by now. */
  readonly high_used?: ((group: number) => boolean) | undefined;
}

/** Where the text points. */
export function litMarks(
  shot: Shot,
  bodies: Bodies,
  parts: readonly string[],
  { frame, focus, clientOf, high_used }: Pointed,
): Mark[] {
  const { world } = shot;
  const frames = (box: Box | undefined, r = 11, under = 4): Mark[] => {
    if (!box) return [];
    const { x, y, w, h } = boxOn(shot, box);
    const around = { x: x - 4, y: y - 4, w: w + 8, h: h + 4 + under };
    return inView(shot, around) ? [frameMark(within(around, shot.view), r)] : [];
  };
  const corner = (r: number, most: number) => n(Math.min(most, r * shot.s) + 4);
  const around = ({ x, y }: Point, r: number): Mark[] => {
    const at = toScreen(shot, { x, y });
    const look = { fill: 'none', stroke: '--light', thick: 4 } as const;
    return [circle(n(at.x), n(at.y), n(r * shot.s + 5), look)];
  };
  const meant = focus.flatMap((at) => (world.cells[at] ? [{ at, cell: world.cells[at] }] : []));
  const houses = (of: (house: House, cell: number) => Mark[]) =>
    meant.flatMap(({ at, cell: { house } }) => (house ? of(house, at) : []));
  const doorOf = ({ door }: House) => (door.r > 0 ? around(door, door.r) : []);
  return parts.flatMap((part): Mark[] => {
    const [kind = '', number = ''] = part.split(':');
    switch (kind) {
      case 'group': {
        const found = world.cells.find(({ group: of }) => of === Number(number));
        const full = found?.house?.full;
        return frames(
          found?.house?.box,
          full ? full.type.corner + 4 : shot.homes ? corner(5, 32) : corner(1.6, Infinity),
        );
      }
      case 'latch':
        return frames(world.latch?.box, corner(4, 28));
      case 'run_queue':
        // Without a latch, whoever is ready to run stands in its seat.
        return frames(world.latch?.box ?? meant[0]?.cell.forecourt);
      case 'queue':
      case 'low_queue':
      case 'high_queue':
        return houses(({ lane, lane_box, high }, at) => {
          if (lane.x.length === 0) return [];
          const used = high && high_used?.(world.cells[at]?.group ?? NONE) ? high.box : undefined;
          if (!used || kind === 'low_queue') return frames(lane_box);
          if (kind === 'high_queue') return frames(used);
          return frames({ ...used, h: lane_box.y + lane_box.h - used.y });
        });
      case 'workers':
        return houses(({ box, rings_box, wall }) => {
          if (!shot.homes) return frames(box, corner(5, 32));
          return frames(wall ? { ...rings_box, w: wall.x - rings_box.x } : rings_box);
        });
      case 'counters':
        return houses(({ box, full }) => (full ? frames(box, full.type.corner + 4) : []));
      case 'clients':
        return meant.flatMap(({ cell, at }) => {
          const full = cell.house?.full;
          if (full && isDeserted(world, bodies, at)) return [];
          // Below those who stand above their house are its words.
          return frames(cell.forecourt, 11, full?.above ? 0 : 4);
        });
      case 'listener':
        return houses(doorOf);
      case 'sockets':
        return houses((house, at) => {
          const letters = house.full ? lettersBox(bodies, at) : undefined;
          return letters ? frames(letters) : doorOf(house);
        });
      case 'thread': {
        const nth = frame.thread_id.indexOf(Number(number));
        if (nth < 0) return [];
        const house = world.cells[cellOf(world, frame.thread_group[nth])]?.house;
        const ring = house?.rings[ringsOf(world, frame)[nth] ?? -1];
        return house ? (ring ? around(ring, house.ring_r) : around(house.door, house.door.r)) : [];
      }
      case 'request': {
        const client = clientOf(Number(number));
        if (client === undefined) return [];
        const at = { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0 };
        const home = { x: world.seats.x[client] ?? 0, y: world.seats.y[client] ?? 0 };
        const away = isFull(world) && bodies.room[client] !== ROOM.SEAT;
        return [...(away ? around(home, SEAT_R) : []), ...around(at, bodies.r[client] ?? 0)];
      }
      default:
        return [];
    }
  });
}

/** Around the letters at a door. */
function lettersBox({ room, cell, x, y, r, count }: Bodies, of: number): Box | undefined {
  const there = Array.from({ length: count }, (_, client) => client).filter(
    (client) => room[client] === ROOM.DOOR && cell[client] === of,
  );
  if (there.length === 0) return undefined;
  const [size = 0] = there.map((client) => r[client] ?? 0);
  const [xs, ys] = [there.map((client) => x[client] ?? 0), there.map((client) => y[client] ?? 0)];
  const [left, top] = [Math.min(...xs) - size, Math.min(...ys) - size];
  return { x: left, y: top, w: Math.max(...xs) + size - left, h: Math.max(...ys) + size - top };
}

/** Nothing is drawn where the clients of this cell would be: there are none, or they have left. */
const isDeserted = ({ members }: World, bodies: Bodies, cell: number): boolean =>
  !(members[cell] ?? []).some(
    (client) =>
      inSeat(bodies, client, () => false) !== 'vacant' &&
      (bodies.gone[client] !== 1 || bodies.room[client] === ROOM.SEAT),
  );
