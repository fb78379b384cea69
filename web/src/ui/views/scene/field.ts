/** A run as a world: what is constant during the run, and its picture at any moment. */
import { inLineOf, labelling, NONE, unreadOf } from '../../../model/run/frame';
import { stallLeft_ns } from '../../../model/run/machine';
import { passagesPerSecond } from '../../../model/run/passages';
import { stretchAt } from '../../../model/run/until';
import type { ScenePart } from '../../../model/run/cue';
import type { Frame, Outcome } from '../../../model/run/types';
import { group, rect, those, type Mark, type Piece } from '../../marks/marks';
import { at, bodiesFor, type Bodies } from './at';
import { eyeOn, flightOf, type Eye, type Flight, type Frame as View } from './camera';
import { Chronicle, type Round } from './chronicle';
import { Director } from './director';
import { diskView } from './disk';
import { Facts } from './facts';
import { EDGE } from './few';
import {
  atHome,
  besideTag,
  bodiesMarks,
  heatOf,
  LATCH,
  litMarks,
  mapMarks,
  roomWords,
  shotOf,
  subjectOf,
  uncut,
  type BodyLook,
  type Shot,
  type WordsOf,
} from './field-marks';
import { groundMarks, houseWords, liveMarks, ringedThreads, type HouseMoment } from './house-marks';
import { clientOfRequest, framed, frameMark, within } from './light';
import { machineIn, machineMarks, machineRoom, type Machine } from './machine-marks';
import { worldOf } from './plan';
import { Threads, Travel } from './travel';
import type { World } from './world';

export interface FieldLayout extends Machine {
  readonly width: number;
  readonly height: number;
  /** The room of the headings, above the world. */
  readonly heads: number;
  /** The size of the window on the world. */
  readonly view: View;
  readonly world: World;
}

const FOOT = 30;
/** A narrower picture of few has its clients on top; and the least height of one with a foot. */
const BROAD_FEW = 520;
const LEAST_FOOTED = { many: 150, broad: 216, tall: 176 } as const;
const HEADS = 24;
/** The size of a map over a picture of this width. */
export function mapSize(width: number) {
  const w = Math.round(Math.min(88, Math.max(48, width * 0.16)));
  return { w, h: w / 2 };
}
/** With less of the whole than this in sight, there is a map. */
export const MAPPED = 0.8;
/** Around a map, in pixels. */
const MAP_EDGE = 18;
/** From this width a house has its forecourt and the map beside it. */
const BROAD = 560;
/** From afar, more groups than this are a picture of their own. */
const FEW_GROUPS = 8;
/** The longest name of a request that a body has room for. */
const MOST_LETTERS = 3;

const rooms = ({ cells, latch }: World) => cells.length + (latch ? 1 : 0);

const longestOf = (labels: readonly string[]) =>
  labels.reduce((most, one) => (one.length > most.length ? one : most), '');

/** What is said of a moment: by the text, by the reader, and of how recent it is. */
export interface Look {
  readonly chosen?: number | undefined;
  readonly light?: readonly ScenePart[];
  /** Simulated time that a flash lasts; 0 while nothing moves. */
  readonly flash_ns?: number;
  readonly onWay?: (client: number) => boolean;
  readonly presence?: (ring: number) => number;
}

interface Seen {
  readonly eye: Eye;
  readonly only: number | undefined;
  readonly round: Round | undefined;
  readonly look: Look;
}

/** All that the marks of a moment need. */
export interface Moment extends WordsOf, BodyLook {
  readonly houses: HouseMoment;
}

export class FieldView {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly chronicle: Chronicle;
  readonly facts: Facts;
  readonly #labels: (frame: Frame) => readonly string[];
  #known: { readonly labels: readonly string[]; readonly longest: string } = {
    labels: [],
    longest: '',
  };

  /** `veiled`: the result is hidden, so that the room of a line does not tell how long it gets. */
  constructor(outcome: Outcome, first: Frame, veiled = false) {
    this.outcome = outcome;
    this.first = first;
    this.chronicle = new Chronicle(outcome.events);
    this.#labels = labelling(first);
    this.facts = new Facts(outcome, first, veiled);
  }

  /** True if they are drawn in full. */
  get few(): boolean {
    return this.facts.few;
  }

  labels(frame: Frame): readonly string[] {
    return this.#labels(frame);
  }

  layout(width: number, height: number): FieldLayout {
    const { first, outcome } = this;
    const { few, own, needs } = this.facts;
    const broad = width >= BROAD_FEW;
    const groups = Math.max(1, first.group_connections.length);
    const least = !few ? LEAST_FOOTED.many : broad ? LEAST_FOOTED.broad : LEAST_FOOTED.tall;
    const foot =
      height / (few ? Math.sqrt(groups) : 1) < least ? 0 : few && !broad ? FOOT - 2 : FOOT;
    const heads = !few && (own || needs.at_latch > 0) ? HEADS : 0;
    // A page may leave less than nothing for it.
    const rest = (room: number) => Math.max(1, room);
    const view = { width, height: rest(height - foot - heads) };
    const edge = few ? EDGE : 2 * EDGE;
    const world = worldOf(needs, rest(width - edge), rest(view.height - edge + (few ? 1 : 0)));
    const has = {
      timer: !own && first.timer_next_ns !== 0,
      disk: outcome.scenario.machine?.disk?.channels !== undefined,
    };
    // Below the first house, if that is beside its clients.
    const [cell] = world.cells;
    const u = world.box.w / (width - edge);
    const left =
      few && broad && !own ? EDGE / 2 + (cell?.house?.box.x ?? 0) / u + 4 : few ? EDGE / 2 + 1 : 10;
    const line = { x: left, y: height - foot, w: width - left - (few ? 7 : 10), h: foot };
    return { width, height, heads, view, world, ...machineIn(line, first.cores, has) };
  }

  /** All that there is. */
  whole = ({ world, view }: FieldLayout): Eye =>
    eyeOn(world.box, view, (this.few ? EDGE : 2 * EDGE) / view.width);

  /** The room where most wait at this moment, a cell or `LATCH`; if nobody waits, a group with somebody at work. */
  hottest({ world }: FieldLayout, frame: Frame): number {
    const heat = heatOf(world, frame);
    const hot = heat.indexOf(Math.max(...heat));
    const waiting = inLineOf(frame, hot) + unreadOf(frame, hot);
    if (world.latch && frame.latch_queue.length > (this.facts.own ? 0 : waiting)) return LATCH;
    if ((heat[hot] ?? 0) > 0) return hot;
    const busy = frame.thread_conn.findIndex((client) => client !== NONE);
    return Math.max(
      0,
      world.cells.findIndex(({ group: of }) => of === frame.thread_group[busy]),
    );
  }

  /** The room that a text points at, if it points at one only. */
  roomLit({ world }: FieldLayout, parts: readonly string[]): number | undefined {
    const rooms = new Set(
      parts.flatMap((part) => {
        const [kind, number] = part.split(':');
        if (kind === 'latch' || kind === 'run_queue') return world.latch ? [LATCH] : [];
        return kind === 'group' && world.cells[Number(number)] ? [Number(number)] : [];
      }),
    );
    const [room] = rooms;
    return rooms.size === 1 ? room : undefined;
  }

  /** How many wait in a room, relative to the fullest group; at the latch more than in any, if that is where most are. */
  warmth(layout: FieldLayout, frame: Frame, room: number): number {
    if (room !== LATCH) return heatOf(layout.world, frame)[room] ?? 0;
    return this.hottest(layout, frame) === LATCH ? 1.25 : 0;
  }

  /** How long one passage of the busiest gate takes on the screen. */
  passageMs({ time_ns }: Frame, screenMs: Pace['screenMs']): number {
    const ms = screenMs?.(time_ns, time_ns + 1e6) ?? 0;
    return (ms * 1e3) / passagesPerSecond(this.outcome);
  }

  /** One house with its forecourt's edge; above the map or beside it, where it is larger, if that is in the picture. */
  placeOf({ world, view: all }: FieldLayout, cell: number, mapped: boolean): Eye {
    if (cell === LATCH && world.latch) return eyeOn(world.latch.box, all, 0.02);
    const its = world.cells[cell];
    if (!its?.house) return eyeOn(its?.box ?? world.box, all, 0.04);
    const { box, house, forecourt } = its;
    const edge = all.width < BROAD ? 0 : Math.min(house.box.x - forecourt.x, house.box.w * 0.8);
    const seen = {
      x: house.box.x - edge - 4,
      y: box.y - 1,
      w: house.box.w + edge + 6,
      h: box.h + 2,
    };
    const scale = (right: number, below: number) =>
      Math.min((all.width - right) / seen.w, (all.height - below) / seen.h);
    const map = mapSize(all.width);
    const [right, below] = !mapped
      ? [0, 0]
      : scale(map.w + MAP_EDGE, 0) > scale(0, map.h + MAP_EDGE)
        ? [map.w + MAP_EDGE, 0]
        : [0, map.h + MAP_EDGE];
    const s = scale(right, below);
    return {
      x: seen.x + seen.w / 2 + right / s / 2,
      y: seen.y + seen.h / 2 + below / s / 2,
      w: all.width / s,
    };
  }

  /** The subject bears the name of its request, if that is short; everybody else the number of their connection. */
  #named(frame: Frame, labels: readonly string[], chosen: number | undefined): readonly string[] {
    if (chosen === undefined) return labels;
    const name = this.outcome.lives[frame.connection_request[chosen] ?? NONE]?.name ?? '';
    return name === '' || name.length > MOST_LETTERS ? labels : labels.with(chosen, name);
  }

  wordsOf(layout: FieldLayout, frame: Frame, look: Look = {}): Moment {
    const { chosen, light = [], flash_ns = 0, onWay, presence } = look;
    const own = this.labels(frame);
    if (own !== this.#known.labels) this.#known = { labels: own, longest: longestOf(own) };
    const longest = this.few ? undefined : this.#known.longest;
    const houses = this.facts.moment(frame, this.chronicle, light, chosen, flash_ns);
    const labels = this.#named(frame, own, chosen);
    return {
      frame,
      scheduler: this.outcome.scenario.server.scheduler,
      heat: heatOf(layout.world, frame),
      chosen,
      labels,
      longest,
      heads: layout.heads,
      own: this.facts.own,
      answered: (client) => this.facts.answeredBy(frame, client),
      stall_left_ns: stallLeft_ns(this.outcome.scenario.stalls, frame.time_ns),
      // Of many, threads come and go at once.
      houses: { ...houses, onWay, presence: this.few ? presence : undefined },
    };
  }

  /** Everybody's way in this layout, and the threads' coming and going. */
  motion({ world }: FieldLayout): Motion {
    return { travel: new Travel(world), threads: new Threads() };
  }

  /** Moves everybody to where they are seen. */
  move(
    { travel, threads }: Motion,
    { world }: FieldLayout,
    frame: Frame,
    bodies: Bodies,
    { now_ms, follows, screenMs }: Pace,
  ): boolean {
    travel.step(
      bodies,
      now_ms,
      follows,
      this.few && screenMs
        ? (client) => {
            const { lives } = this.outcome;
            const life = lives[frame.connection_request[client] ?? NONE];
            // In a crowd only some lives are recorded; the others are too many to follow.
            if (!life && lives.length > 0 && this.outcome.not_kept) return 0;
            const stay = stretchAt(life, frame.time_ns);
            return stay ? screenMs(frame.time_ns, stay.end_ns) : Infinity;
          }
        : undefined,
    );
    if (this.few) threads.step(ringedThreads(world, frame), now_ms, follows);
    return travel.moving > 0 || threads.changing;
  }

  bodies(layout: FieldLayout, frame: Frame, into = bodiesFor(layout.world.home.length)): Bodies {
    return at(layout.world, frame, into);
  }

  /** Timer, disk and cores, at the foot. */
  foot(
    layout: FieldLayout,
    frame: Frame,
    of: { round: Round | undefined; light?: readonly string[]; flash_ns?: number },
  ): Mark[] {
    if (!layout.cores) return [];
    const { round, light = [], flash_ns = 0 } = of;
    const lit = (['timer', 'cores'] as const).flatMap((part) => {
      const box = layout[part];
      if (!box || !light.includes(part)) return [];
      return [frameMark(within(machineRoom(part, box, frame), layout))];
    });
    return [
      ...machineMarks(layout, {
        frame,
        round,
        disk: layout.disk && diskView(frame, this.outcome, this.labels(frame)),
        flash_ns,
      }),
      ...lit,
    ];
  }

  /** Everything in the window, with everybody. */
  marks(shot: Shot, bodies: Bodies, moment: Moment): Mark[] {
    const { heat, houses } = moment;
    return [
      ...groundMarks(shot, houses),
      ...liveMarks(shot, bodies, heat, houses),
      ...bodiesMarks(shot, bodies, moment),
    ];
  }

  /** The words, the subject's frame, and the frames around what a text points at. `focus`: the cell that the camera is on. */
  over(
    shot: Shot,
    bodies: Bodies,
    moment: Moment,
    light: readonly ScenePart[],
    focus: number,
  ): Mark[] {
    const { houses, frame, chosen } = moment;
    const { few } = this;
    const clientOf = (request: number) => clientOfRequest(request, frame, this.outcome.lives);
    const lit = litMarks(shot, bodies, few ? framed(light) : light, {
      frame,
      focus: few ? this.#meant(shot.world, frame, light, chosen) : [focus],
      clientOf,
      high_used: houses.high_used,
    });
    const { subject, tag, its } = subjectOf(shot, bodies, moment);
    const words = [
      ...uncut(shot, houseWords(shot, bodies, houses)),
      ...roomWords(shot, moment, tag ? [tag, ...(its ? [its] : [])] : []),
    ];
    return [...lit, ...besideTag(words, tag), ...subject];
  }

  /** Of few groups those that a text is about, if it names one or a request in one, else all. */
  #meant(
    world: World,
    frame: Frame,
    light: readonly ScenePart[],
    chosen: number | undefined,
  ): number[] {
    const cells = new Set<number>();
    for (const part of light) {
      const [kind, number] = part.split(':');
      if (kind === 'group') cells.add(Number(number));
      if (kind === 'request') {
        const client = clientOfRequest(Number(number), frame, this.outcome.lives);
        if (client !== undefined) cells.add(world.home[client] ?? 0);
      }
      const thread = kind === 'thread' ? frame.thread_id.indexOf(Number(number)) : -1;
      if (thread >= 0) cells.add(frame.thread_group[thread] ?? 0);
    }
    if (cells.size === 0 && chosen !== undefined) cells.add(world.home[chosen] ?? 0);
    const all = [...world.cells.keys()];
    return cells.size === 0 || all.length < 2 ? all : all.filter((cell) => cells.has(cell));
  }

  /** One moment, without a camera that moves: the whole, or if that is far, its place and a map. */
  piece(layout: FieldLayout, frame: Frame, round: Round | undefined, look: Look = {}): Piece {
    const { world } = layout;
    const { chosen } = look;
    const whole = this.whole(layout);
    const far = rooms(world) > 1 && !shotOf(world, whole, layout.view).homes;
    const cell = chosen === undefined ? this.hottest(layout, frame) : (world.home[chosen] ?? 0);
    return this.#piece(layout, frame, {
      eye: far ? this.placeOf(layout, cell, true) : whole,
      only: far ? cell : undefined,
      round,
      look,
    });
  }

  /** One picture after the other, with everybody on their ways, and a camera that goes where something happens. */
  moving(layout: FieldLayout): (frame: Frame, pace: Pace) => Piece {
    const { world, view } = layout;
    const motion = this.motion(layout);
    const bodies = bodiesFor(world.home.length);
    const presence = (ring: number) => motion.threads.presence(ring);
    const whole = this.whole(layout);
    const far = rooms(world) > 1 && !shotOf(world, whole, view).homes;
    let last_ms = Infinity;
    let director = new Director();
    let eye = whole;
    let place: number | undefined;
    let flight: { readonly way: Flight; readonly began_ms: number } | undefined;
    const look = (frame: Frame, now_ms: number) => {
      // Another clip begins.
      if (now_ms < last_ms)
        [director, eye, place, flight] = [new Director(), whole, undefined, undefined];
      last_ms = now_ms;
      director.begins(now_ms);
      const target = this.hottest(layout, frame);
      const warmth = (room: number) => this.warmth(layout, frame, room);
      const to = director.next(now_ms, { place, target, far, warmth });
      if (to !== undefined) {
        place = to;
        flight = { way: flightOf(eye, this.placeOf(layout, to, true)), began_ms: now_ms };
        director.flies(now_ms);
      }
      if (flight)
        eye = flight.way.at(Math.min(1, (now_ms - flight.began_ms) / flight.way.lasts_ms));
    };
    return (frame, pace) => {
      this.bodies(layout, frame, bodies);
      const follows =
        pace.follows && (this.few || this.passageMs(frame, pace.screenMs) >= LEAST_PASSAGE_MS);
      this.move(motion, layout, frame, bodies, { ...pace, follows });
      if (far) look(frame, pace.now_ms);
      return this.#piece(
        layout,
        frame,
        {
          eye,
          only: undefined,
          round: this.chronicle.lastRound(frame),
          look: { onWay: motion.travel.onWay, presence, flash_ns: flashOf(frame, pace.screenMs) },
        },
        bodies,
      );
    };
  }

  /**
   * With what a page begins: the whole; or, if that is only a few groups that are far away, the group where its subject waits
   * or works.
   */
  opening(layout: FieldLayout, frame: Frame, chosen: number | undefined): number | undefined {
    const { world, view } = layout;
    if (chosen === undefined || world.cells.length > FEW_GROUPS) return undefined;
    if (shotOf(world, this.whole(layout), view).homes) return undefined;
    const bodies = this.bodies(layout, frame);
    return atHome(bodies, chosen) ? undefined : bodies.cell[chosen];
  }

  firstLook(
    layout: FieldLayout,
    frame: Frame,
    round: Round | undefined,
    look: Look = {},
  ): readonly Mark[] {
    const cell = this.opening(layout, frame, look.chosen);
    const eye = cell === undefined ? this.whole(layout) : this.placeOf(layout, cell, true);
    return this.#piece(layout, frame, { eye, only: cell, round, look }).marks;
  }

  #piece(
    layout: FieldLayout,
    frame: Frame,
    { eye, only, round, look }: Seen,
    bodies = this.bodies(layout, frame),
  ): Piece {
    const { width, height, heads, view, world } = layout;
    const shot = { ...shotOf(world, eye, view), only };
    const words = this.wordsOf(layout, frame, look);
    const { light = [] } = look;
    const focus = only ?? this.hottest(layout, frame);
    const { w, h } = mapSize(width);
    const map = { x: width - w - 10, y: view.height - h - 10 };
    return {
      width,
      height,
      marks: those(
        group(
          [
            group(this.marks(shot, bodies, words), { key: 'world' }),
            ...this.over(shot, bodies, words, light, focus),
          ],
          { key: 'scene', y: heads },
        ),
        eye.w < this.whole(layout).w * MAPPED &&
          group(
            [
              rect(-4, -4, w + 8, h + 8, {
                r: 6,
                fill: '--paper',
                stroke: '--ink',
                thick: 1.5,
              }),
              ...mapMarks(world, words.heat, eye, view, w, h),
            ],
            { key: 'map', x: map.x, y: map.y + heads },
          ),
        this.foot(layout, frame, { round, light, flash_ns: look.flash_ns ?? 0 }),
      ),
    };
  }
}

/** How a moment follows the one before on the screen. */
export interface Pace {
  readonly now_ms: number;
  readonly follows: boolean;
  /** The screen time between two times of the run. */
  readonly screenMs: ((from_ns: number, to_ns: number) => number) | undefined;
}

export interface Motion {
  readonly travel: Travel;
  readonly threads: Threads;
}

/** If a passage takes less of the reader's time, nobody can be followed. */
export const LEAST_PASSAGE_MS = 125;
const FLASH_MS = 900;
/** Simulated time that a flash lasts, at this pace. */
export function flashOf({ time_ns }: Frame, screenMs: Pace['screenMs']): number {
  const ms = screenMs?.(time_ns, time_ns + 1e6) ?? 0;
  return ms > 0 ? (FLASH_MS * 1e6) / ms : 0;
}
