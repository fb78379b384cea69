/** A run with many connections as a world: what is constant during the run, and its picture at any moment. */
import { inLineOf, labelling, NONE, unreadOf } from '../../../model/run/frame';
import { familyOf, hasListener } from '../../../model/run/families';
import { serverModel, stallLeft_ns } from '../../../model/run/machine';
import type { Frame, Outcome } from '../../../model/run/types';
import { group, rect, those, type Mark, type Piece } from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { at, bodiesFor, type Bodies } from './at';
import { eyeOn, type Eye, type Frame as View } from './camera';
import type { Round } from './chronicle';
import { diskView } from './disk';
import { fullestOf, homeGroups } from './extent';
import {
  atHome,
  bodiesMarks,
  groundMarks,
  heatOf,
  LATCH,
  liveMarks,
  mapMarks,
  shotOf,
  wordMarks,
  type BodyLook,
  type Shot,
  type WordsOf,
} from './field-marks';
import { gateForAll, type Gate } from './gate';
import type { Box } from './geometry';
import type { SceneLayout } from './layout-types';
import { machineBelow } from './layout-machine';
import { frameMark, within } from './light';
import { machineMarks, machineRoom } from './machine-marks';
import { limitOf, settingOf, told, wallWords } from './told';
import { worldOf, type Needs, type World } from './world';

export interface FieldLayout extends Pick<SceneLayout, 'timer' | 'cores' | 'disk'> {
  readonly width: number;
  readonly height: number;
  /** The room of the headings, above the world. */
  readonly heads: number;
  /** The size of the window on the world. */
  readonly view: View;
  readonly world: World;
}

const FOOT = 30;
const HEADS = 24;
/** A line of more than this is given room only if the run has such lines. */
const USUAL_LINE = 130;
/** The size of a map over a picture of this width. */
export function mapSize(width: number) {
  const w = Math.round(Math.min(88, Math.max(48, width * 0.16)));
  return { w, h: w / 2 };
}
/** Around a map, in pixels. */
const MAP_EDGE = 18;
/** From this width a house has its forecourt and the map beside it. */
const BROAD = 560;
/** From afar, more groups than this are a picture of their own. */
const FEW_GROUPS = 8;
/** The longest name of a request that a body has room for. */
const MOST_LETTERS = 3;

/** Up to this number of groups and of connections each is drawn in full. */
const MOST_IN_FULL = { groups: 2, connections: 48 };

/** Runs of many groups, of many connections, or whose threads meet at a latch or a run queue. */
export const isField = ({ scenario }: Pick<Outcome, 'scenario'>, first: Frame): boolean =>
  first.group_connections.length > MOST_IN_FULL.groups ||
  first.connection_id.length > MOST_IN_FULL.connections ||
  serverModel(scenario) !== undefined;

const rooms = ({ cells, latch }: World) => cells.length + (latch ? 1 : 0);

const longestOf = (labels: readonly string[]) =>
  labels.reduce((most, one) => (one.length > most.length ? one : most), '');

interface Look {
  readonly eye: Eye;
  readonly only: number | undefined;
  readonly round: Round | undefined;
  readonly chosen: number | undefined;
}

export class FieldView {
  readonly outcome: Outcome;
  readonly first: Frame;
  /** True if each connection has a thread of its own. */
  readonly own: boolean;
  /** True if a listener stands at each group's door. */
  readonly doors: boolean;
  readonly walls: ReadonlyMap<number, readonly string[]>;
  readonly gate: Gate | undefined;
  readonly #answered: ReadonlyMap<number, number>;
  readonly #needs: Needs;
  readonly #labels: (frame: Frame) => readonly string[];
  #known: { readonly labels: readonly string[]; readonly longest: string } = {
    labels: [],
    longest: '',
  };

  constructor(outcome: Outcome, first: Frame) {
    this.outcome = outcome;
    this.first = first;
    this.#labels = labelling(first);
    const { metrics, scenario } = outcome;
    const groups = first.group_connections.length;
    const connections = first.connection_id.length;
    this.own = groups === 0;
    this.doors = !this.own && hasListener(scenario.server.scheduler);
    const { answered, walled } = told(outcome);
    this.#answered = answered;
    const { variable } = limitOf(outcome);
    const limit = settingOf(outcome, variable);
    const peaks = metrics.groups.map(({ threads_peak }) => threads_peak);
    if (peaks.length === 1 && peaks[0] === limit) walled.add(0);
    this.walls = new Map(
      limit === undefined ? [] : [...walled].map((group) => [group, wallWords(variable, limit)]),
    );
    this.gate = gateForAll(outcome.reasons);
    const home = this.own ? new Uint32Array(connections) : homeGroups(outcome, first);
    const most = Math.ceil(connections / Math.max(1, groups));
    const { columns, values } = metrics.series;
    const waiting = ['low_queue', 'high_queue'].flatMap((name) => [
      values[columns.indexOf(name)] ?? [],
    ]);
    const longest = Math.max(
      0,
      ...(waiting[0] ?? []).map((low, at) => low + (waiting[1]?.[at] ?? 0)),
    );
    const crowded = (1.5 * longest) / Math.max(1, groups) > USUAL_LINE * 0.75;
    const biggest = Math.max(most, ...first.group_connections);
    const model = serverModel(scenario);
    const threads = Math.max(1, ...peaks);
    const at_once = this.own ? connections : Math.min(connections, metrics.threads_peak + groups);
    const family = familyOf(scenario.server.scheduler);
    // Of a run that is told whole the fullest moment is known.
    const fullest = outcome.not_kept ? undefined : fullestOf(outcome, groups);
    const line = crowded ? biggest : Math.min(biggest, USUAL_LINE);
    const letters = this.doors ? Math.min(biggest, family === 'pool' ? 12 : 40) : 0;
    this.#needs = {
      groups,
      home,
      threads,
      line:
        family === 'event_loops' ? 0 : Math.max(4, Math.min(connections, fullest?.line ?? line)),
      letters: Math.min(letters, fullest?.letters ?? letters),
      at_latch: model?.latch ? Math.max(4, at_once) : 0,
      walks: (scenario.machine?.latch?.scan_us ?? 0) > 0,
    };
  }

  labels(frame: Frame): readonly string[] {
    return this.#labels(frame);
  }

  layout(width: number, height: number): FieldLayout {
    const { first, outcome } = this;
    const has = {
      timer: first.timer_next_ns !== 0,
      disk: outcome.scenario.machine?.disk !== undefined,
    };
    const foot = height >= 150 ? FOOT : 0;
    const heads = this.own || this.#needs.at_latch > 0 ? HEADS : 0;
    const view = { width, height: height - foot - heads };
    return {
      width,
      height,
      heads,
      view,
      world: worldOf(this.#needs, width - 6, view.height - 6),
      ...(foot > 0
        ? footBoxes({ x: 10, y: height - FOOT, w: width - 20, h: FOOT }, first.cores, has)
        : { timer: undefined, cores: undefined, disk: undefined }),
    };
  }

  /** All that there is. */
  whole = ({ world, view }: FieldLayout): Eye => eyeOn(world.box, view, 6 / view.width);

  /** The room where most wait at this moment, a cell or `LATCH`; if nobody waits, a group with somebody at work. */
  hottest({ world }: FieldLayout, frame: Frame): number {
    const heat = heatOf(world, frame);
    const hot = heat.indexOf(Math.max(...heat));
    const waiting = inLineOf(frame, hot) + unreadOf(frame, hot);
    if (world.latch && frame.latch_queue.length > (this.own ? 0 : waiting)) return LATCH;
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

  /** One house with its forecourt's edge; in a small picture, above the map. */
  placeOf({ world, view: all }: FieldLayout, cell: number): Eye {
    if (cell === LATCH && world.latch) return eyeOn(world.latch.box, all, 0.02);
    const its = world.cells[cell];
    if (!its?.house) return eyeOn(its?.box ?? world.box, all, 0.04);
    const below = all.width < BROAD ? mapSize(all.width).h + MAP_EDGE : 0;
    const view = { ...all, height: all.height - below };
    const { box, house, forecourt } = its;
    const edge = view.width < BROAD ? 0 : Math.min(house.box.x - forecourt.x, house.box.w * 0.8);
    const seen = { ...box, x: house.box.x - edge - 4, w: house.box.w + edge + 6 };
    const eye = eyeOn({ ...seen, y: box.y - 1, h: box.h + 2 }, view);
    return { ...eye, y: eye.y + (below * eye.w) / view.width / 2 };
  }

  /** The subject bears the name of its request, if that is short; everybody else the number of their connection. */
  #named(frame: Frame, labels: readonly string[], chosen: number | undefined): readonly string[] {
    if (chosen === undefined) return labels;
    const name = this.outcome.lives[frame.connection_request[chosen] ?? NONE]?.name ?? '';
    return name === '' || name.length > MOST_LETTERS ? labels : labels.with(chosen, name);
  }

  wordsOf(layout: FieldLayout, frame: Frame, chosen: number | undefined): WordsOf & BodyLook {
    const own = this.labels(frame);
    if (own !== this.#known.labels) this.#known = { labels: own, longest: longestOf(own) };
    const { longest } = this.#known;
    const labels = this.#named(frame, own, chosen);
    return {
      frame,
      scheduler: this.outcome.scenario.server.scheduler,
      heat: heatOf(layout.world, frame),
      chosen,
      labels,
      longest,
      heads: layout.heads,
      own: this.own,
      doors: this.doors,
      walls: this.walls,
      gate: this.gate,
      answered: (client) =>
        (this.#answered.get(frame.connection_id[client] ?? NONE) ?? Infinity) <= frame.time_ns,
      stall_left_ns: stallLeft_ns(this.outcome.scenario.stalls, frame.time_ns),
    };
  }

  bodies(layout: FieldLayout, frame: Frame, into = bodiesFor(layout.world.home.length)): Bodies {
    return at(layout.world, frame, into);
  }

  /** Timer, disk and cores, at the foot. */
  foot(
    layout: FieldLayout,
    frame: Frame,
    round: Round | undefined,
    playing: boolean,
    light: readonly string[] = [],
  ): Mark[] {
    if (!layout.cores) return [];
    const lit = (['timer', 'cores'] as const).flatMap((part) => {
      const box = layout[part];
      if (playing || !box || !light.includes(part)) return [];
      return [frameMark(within(machineRoom(part, box, frame), layout))];
    });
    return [
      ...machineMarks(layout, {
        frame,
        round,
        disk: layout.disk && diskView(frame, this.outcome, this.labels(frame)),
        flash_ns: playing ? 1 : 0,
      }),
      ...lit,
    ];
  }

  /** Everything in the window, with everybody. */
  marks(shot: Shot, bodies: Bodies, words: WordsOf & BodyLook): Mark[] {
    const { frame, heat } = words;
    return [
      ...groundMarks(shot, this),
      ...liveMarks(shot, frame, heat, this),
      ...bodiesMarks(shot, bodies, words),
    ];
  }

  /** One moment, without a camera that moves: the whole, or if that is far, its place and a map. */
  piece(layout: FieldLayout, frame: Frame, round: Round | undefined, chosen?: number): Piece {
    const { world } = layout;
    const whole = this.whole(layout);
    const far = rooms(world) > 1 && !shotOf(world, whole, layout.view).homes;
    const cell = chosen === undefined ? this.hottest(layout, frame) : (world.home[chosen] ?? 0);
    return this.#piece(layout, frame, {
      eye: far ? this.placeOf(layout, cell) : whole,
      only: far ? cell : undefined,
      round,
      chosen,
    });
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
    chosen?: number,
  ): readonly Mark[] {
    const cell = this.opening(layout, frame, chosen);
    const eye = cell === undefined ? this.whole(layout) : this.placeOf(layout, cell);
    return this.#piece(layout, frame, { eye, only: cell, round, chosen }).marks;
  }

  #piece(layout: FieldLayout, frame: Frame, { eye, only, round, chosen }: Look): Piece {
    const { width, height, heads, view, world } = layout;
    const shot = { ...shotOf(world, eye, view), only };
    const bodies = this.bodies(layout, frame);
    const words = this.wordsOf(layout, frame, chosen);
    const { w, h } = mapSize(width);
    const map = { x: width - w - 10, y: view.height - h - 10 };
    return {
      width,
      height,
      marks: those(
        group(
          [
            group(this.marks(shot, bodies, words), { key: 'world' }),
            ...wordMarks(shot, bodies, words),
          ],
          { key: 'scene', y: heads },
        ),
        only !== undefined &&
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
        this.foot(layout, frame, round, false),
      ),
    };
  }
}

/** The distance of squares, by their number. */
const corePitch = (cores: number) => (cores > 48 ? 15 : cores > 24 ? 18 : 23);

/** The cores get the room that their squares need; the timer and the disk get the rest. */
function footBoxes(
  line: Box,
  cores: number,
  has: { readonly timer: boolean; readonly disk: boolean },
): Pick<SceneLayout, 'timer' | 'cores' | 'disk'> {
  const want = roomOf('Cores', 13, { bold: true }) + cores * corePitch(cores) + 120;
  const need = Math.min(line.w, Math.max(150, want));
  const left = line.w - need - 16;
  // In a narrow picture they share it.
  if (has.timer && line.w < BROAD && left < 150) return machineBelow(line, { ...has, cores: true });
  const timed = has.timer && left >= 150;
  const disked = has.disk && left - (timed ? 210 : 0) >= 120;
  const w = timed || disked ? need : line.w;
  return {
    cores: { ...line, x: line.x + line.w - w, w },
    timer: timed ? { ...line, w: Math.min(left, disked ? 210 : 330) } : undefined,
    disk: disked
      ? { ...line, x: line.x + (timed ? 220 : 0), w: left - (timed ? 220 : 0) }
      : undefined,
  };
}
