/**
 * Very many connections in a box: one group in full, the others as small pools, with the cores or the whole server model
 * next to them. If each connection has its own thread, the server model is the scene, or a field of rings.
 */
import { m } from '#paraglide/messages.js';
import { labelling, NONE, type ConnectionState } from '../../../../model/run/frame';
import type { ScenePart } from '../../../../model/run/cue';
import { familyOf, hasListener } from '../../../../model/run/families';
import type { Frame, Outcome } from '../../../../model/run/types';
import { count } from '../../../../model/words/format';
import { shownRequest } from '../../../../model/run/request-name';
import { dotMarks, pitchIn } from '../../../marks/cells';
import {
  group as all,
  rect,
  text,
  those,
  type Mark,
  type Paint,
  type Piece,
} from '../../../marks/marks';
import { roomOf } from '../../../marks/measure';
import { bodyMarks } from '../../glyphs';
import { TONES } from '../../shapes';
import { stateWords } from '../../state-words';
import type { Round } from '../chronicle';
import { homeGroups } from '../crowd';
import { diskView } from '../disk';
import type { Box } from '../geometry';
import type { SceneLayout } from '../layout-types';
import { machineMarks } from '../machine-marks';
import { CoreSeats, latchView, machineExtent, onCores } from '../machine/machine';
import { machinePiece } from '../machine/picture';
import { Census, CELL_ORDER } from './census';
import { kindsOf, type Kinds } from './kinds';
import { Levels } from './levels';
import { QueuePlaces, waitersOf } from './line';
import { layoutPools, poolMarks, type PoolsLayout } from './pools';
import {
  layoutSubject,
  roomOfSubject,
  subjectMarks,
  type SubjectLayout,
  type SubjectShape,
} from './subject';

export interface DenseLayout extends Pick<SceneLayout, 'timer' | 'cores' | 'disk'> {
  readonly width: number;
  readonly height: number;
  /** None if each connection has its own thread. */
  readonly subject: SubjectLayout | undefined;
  readonly pools: PoolsLayout | undefined;
  /** The server model. */
  readonly machine: Box | undefined;
  readonly field: Box | undefined;
}

/** State that the picture keeps from one moment to the next. */
export class DenseMemory {
  readonly line = new QueuePlaces();
  readonly unread = new QueuePlaces();
  readonly seats = new CoreSeats();
}

export interface DenseMoment {
  readonly frame: Frame;
  readonly round: Round | undefined;
  readonly playing: boolean;
  readonly light: readonly ScenePart[];
  readonly chosen: number | undefined;
}

const GAP = 12;
const FOOT = 30;
/** From this width on, or in a box of these proportions, pools are side by side. */
const BESIDE = { width: 540, shape: 2.1 } as const;

/** Everything that is constant during a run. */
/** In a body of a crowd. */
const MOST_LETTERS = 3;

export class DenseView {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly census: Census;
  readonly levels: Levels;
  readonly own: boolean;
  readonly kinds: Kinds;
  readonly #labels: (frame: Frame) => readonly string[];
  readonly #home: Uint32Array;
  readonly #unread: boolean;
  readonly #extent: ReturnType<typeof machineExtent>;

  constructor(outcome: Outcome, first: Frame, veiled = false) {
    this.outcome = outcome;
    this.first = first;
    this.#labels = labelling(first);
    this.own = first.group_connections.length === 0;
    const groups = Math.max(1, first.group_connections.length);
    this.#home = homeGroups(outcome, first);
    this.census = new Census(groups, this.#home);
    this.levels = new Levels(groups, outcome.scenario.server.scheduler);
    this.kinds = kindsOf(outcome, first.connection_id.length);
    this.#extent = machineExtent(outcome, first, veiled);
    // Pools read requests at once; event loops and the one-list design leave them on their sockets.
    const { scheduler } = outcome.scenario.server;
    this.#unread =
      hasListener(scheduler) &&
      (familyOf(scheduler) !== 'pool' ||
        outcome.lives.some(({ segments }) =>
          segments.some(
            ({ place: where, start_ns, end_ns }) =>
              where === 'socket' && end_ns - start_ns > outcome.end_ns / 200,
          ),
        ));
  }

  /** The group with the longest waits of the run, else the busiest. */
  get telling(): number {
    const { lives, metrics } = this.outcome;
    const waits = new Uint32Array(this.census.groups);
    for (const { group, segments } of lives) {
      if (group === null || group >= waits.length) continue;
      for (const { place: where, start_ns, end_ns } of segments)
        if (where === 'socket' || where === 'queue')
          waits[group] = (waits[group] ?? 0) + (end_ns - start_ns) / 1e3;
    }
    const peaks = metrics.groups.map(
      ({ running_peak, threads_peak }) => running_peak + threads_peak,
    );
    const score = (group: number) => (waits[group] ?? 0) + (peaks[group] ?? 0);
    let best = 0;
    for (let group = 1; group < waits.length; group += 1)
      if (score(group) > score(best)) best = group;
    return best;
  }

  /** The group of a client. */
  groupOf(client: number): number {
    return this.#home[client] ?? 0;
  }

  clientsOf(group: number): number[] {
    const found: number[] = [];
    this.#home.forEach((home, client) => {
      if (home === group) found.push(client);
    });
    return found;
  }

  layout(width: number, height: number, subject = this.telling): DenseLayout {
    const { outcome, first, own } = this;
    const machine = this.#extent !== undefined;
    const none = { timer: undefined, cores: undefined, disk: undefined };
    const whole = { x: 0, y: 0, w: width, h: height };
    if (own)
      return {
        width,
        height,
        ...none,
        subject: undefined,
        pools: undefined,
        machine: machine ? whole : undefined,
        field: machine ? undefined : whole,
      };
    const has = {
      timer: first.timer_next_ns !== 0,
      cores: !machine,
      disk: outcome.scenario.machine?.disk !== undefined,
    };
    const footed = has.cores && height >= 150;
    const foot = footed ? FOOT : 0;
    const count_of_groups = first.group_connections.length;
    const others = Array.from({ length: count_of_groups }, (_, group) => group).filter(
      (group) => group !== subject,
    );
    const room = { x: 1, y: 1, w: width - 2, h: height - foot - 2 };
    const shape: SubjectShape = {
      group: subject,
      seats: Math.max(2, outcome.metrics.groups[subject]?.threads_peak ?? 0),
      scheduler: outcome.scenario.server.scheduler,
      kinds: this.kinds,
      unread: this.#unread,
      clients: this.clientsOf(subject).length,
    };
    const boxes = split(room, others.length, machine, shape);
    return {
      width,
      height,
      ...(footed
        ? footBoxes({ x: 4, y: height - FOOT, w: width - 8, h: FOOT }, first.cores, has)
        : none),
      subject: layoutSubject(boxes.subject, shape),
      pools: boxes.pools && others.length > 0 ? layoutPools(others, boxes.pools) : undefined,
      machine: boxes.machine,
      field: undefined,
    };
  }

  /** Everything but the small pools, which a page paints. */
  marks(layout: DenseLayout, moment: DenseMoment, memory: DenseMemory): Mark[] {
    const { frame, round, light, chosen, playing } = moment;
    const { subject, machine, field } = layout;
    const of = layout.timer ?? layout.cores ?? layout.disk;
    return those(
      subject &&
        those(
          all(this.#subject(subject, moment, memory), { key: 'subject' }),
          light.includes(`group:${subject.shape.group}`) && lightOf(subject.basin.box),
        ),
      machine &&
        this.#extent &&
        all(
          machinePiece(
            {
              extent: this.#extent,
              frame,
              cores: onCores(frame, memory.seats),
              latch: latchView(frame, this.outcome),
              own: this.own,
              labels: this.#labels(frame),
              chosen,
              light,
              lit: light.flatMap((part) =>
                part.startsWith('thread:') ? [Number(part.slice(7))] : [],
              ),
            },
            machine.w,
            machine.h,
          ).marks,
          { key: 'machine', x: machine.x, y: machine.y },
        ),
      field && fieldMarks(this.census, frame, field),
      of &&
        machineMarks(layout, {
          frame,
          round,
          disk: layout.disk && diskView(frame, this.outcome, this.#labels(frame)),
          flash_ns: playing ? 1 : 0,
        }),
    );
  }

  #called(frame: Frame, client: number | undefined): string {
    const request = client === undefined ? NONE : (frame.connection_request[client] ?? NONE);
    const name = shownRequest(this.outcome.lives[request]?.name ?? '');
    return name.length <= MOST_LETTERS ? name : '';
  }

  #subject(layout: SubjectLayout, moment: DenseMoment, memory: DenseMemory): Mark[] {
    const { frame, chosen, playing } = moment;
    const { group } = layout.shape;
    const waiting = waitersOf(frame, group);
    const look = ({ client, lane }: { client: number; lane: string }) =>
      `${lane} ${this.kinds.of(client)}`;
    const in_line = waiting.filter(({ lane }) => lane !== 'socket');
    const of = `${group} ${layout.lane.w} ${layout.lane.h}`;
    return subjectMarks(layout, {
      frame,
      line: memory.line.take(in_line, of, playing, look),
      unread: memory.unread.take(
        waiting.filter(({ lane }) => lane === 'socket'),
        of,
        playing,
        look,
      ),
      most: memory.line.most,
      labels: this.#labels(frame),
      chosen,
      called: this.#called(frame, chosen),
      clients: this.clientsOf(group),
    });
  }

  /** The small pools at one moment. */
  small(layout: PoolsLayout, frame: Frame): Mark[] {
    this.census.take(frame);
    this.levels.take(frame, this.census, false);
    return layout.groups.flatMap((group, at): Mark[] => {
      const { x = 0, y = 0 } = layout.places[at] ?? {};
      const marks = poolMarks(
        this.levels.of(group),
        layout.shape,
        this.outcome.scenario.server.scheduler,
      );
      return [
        all(marks, {
          key: group,
          part: `group:${group}`,
          x: layout.box.x + x,
          y: layout.box.y + y,
        }),
      ];
    });
  }

  piece(layout: DenseLayout, frame: Frame, round: Round | undefined, memory: DenseMemory): Piece {
    const { width, height, pools } = layout;
    const moment = { frame, round, playing: false, light: [], chosen: undefined };
    if (layout.field) this.census.take(frame);
    const marks = those(
      this.marks(layout, moment, memory),
      pools && all(this.small(pools, frame), { key: 'pools' }),
    );
    return { marks, width, height };
  }
}

/** The main group gets at least half of the width; below or next to it are the others and the server model. */
function split(room: Box, others: number, machine: boolean, shape: SubjectShape) {
  const { x, y, w, h } = room;
  const beside = w >= BESIDE.width || w > h * BESIDE.shape;
  if (beside) {
    const share = others === 0 ? (machine ? 0.56 : 1) : others < 4 ? 0.6 : 0.54;
    const own = Math.round(Math.max(w * share, roomOfSubject((w + 2) / 2, h, shape)));
    const rest = { x: x + own + GAP, y, w: w - own - GAP, h };
    if (!machine) return { subject: { x, y, w: own, h }, pools: rest, machine: undefined };
    const small = others === 0 ? 0 : Math.round((h - GAP) * (others > 40 ? 0.44 : 0.36));
    return {
      subject: { x, y, w: own, h },
      pools: others === 0 ? undefined : { ...rest, h: small },
      machine: {
        ...rest,
        y: y + small + (small > 0 ? GAP : 0),
        h: h - small - (small > 0 ? GAP : 0),
      },
    };
  }
  const gaps = GAP * ((others > 0 ? 1 : 0) + (machine ? 1 : 0));
  const free = h - gaps;
  const own = Math.round(free * (machine ? 0.44 : 0.64));
  const small = others === 0 ? 0 : machine ? Math.round(free * 0.2) : free - own;
  const pools_y = y + own + GAP;
  return {
    subject: { x, y, w, h: own },
    pools: others === 0 ? undefined : { x, y: pools_y, w, h: small },
    machine: machine
      ? { x, y: pools_y + small + (small > 0 ? GAP : 0), w, h: free - own - small }
      : undefined,
  };
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

const lightOf = ({ x, y, w, h }: Box): Mark[] =>
  (
    [
      ['--light', 7],
      ['--ink', 2],
    ] as const
  ).map(([stroke, thick]) =>
    rect(x - 3, y - 3, w + 6, h + 6, { key: `lit ${stroke}`, r: 30, fill: 'none', stroke, thick }),
  );

const paintOf = (state: ConnectionState): Paint => {
  const tone = TONES[state];
  return tone === 'closed' || tone === 'idle' ? '--cup' : `--${tone}`;
};
const KEY = 12.5;

/** One thread per connection for very many connections: a ring each, busy ones first. */
function fieldMarks(census: Census, frame: Frame, { x, y, w, h }: Box): Mark[] {
  census.take(frame);
  const counts = CELL_ORDER.map((state) => ({ state, number: census.total(state) })).filter(
    ({ number }) => number > 0,
  );
  const total = frame.connection_id.length;
  let at = x + 2;
  let row = y + h - 8;
  const lines: Mark[] = [];
  for (const { state, number } of counts) {
    const words = `${count(number)} ${stateWords(state)}`;
    const need = 22 + roomOf(words, KEY) + 18;
    if (at > x + 2 && at + need - 18 > x + w) {
      at = x + 2;
      row -= 21;
    }
    lines.push(
      all(bodyMarks(TONES[state], 7), { key: `key ${state}`, x: at + 8, y: row - 4.5 }),
      text(at + 22, row, words, { key: `words ${state}`, size: KEY }),
    );
    at += need;
  }
  const key_h = y + h - row + 22;
  const pitch = Math.max(3, pitchIn(total, w, h - key_h, 26));
  const columns = Math.max(1, Math.floor(w / pitch));
  const room = { pitch, columns, cells: { x, y } };
  const active = counts.filter(({ state }) => state !== 'idle' && state !== 'closed');
  return [
    ...dotMarks([{ paint: '--ring', number: total }], room, pitch * 0.86),
    ...dotMarks(
      [{ paint: '--cup', number: total }],
      room,
      pitch * 0.86 - Math.max(1.2, pitch * 0.14),
    ),
    ...dotMarks(
      active.map(({ state, number }) => ({ paint: paintOf(state), number })),
      room,
      Math.max(1.4, pitch * 0.58),
    ),
    ...lines,
    text(
      x + w - 2,
      y + h - 8,
      `${count(frame.on_cpu)} ${m.scene_on_cpu({ cores: count(frame.cores) })}`,
      {
        key: 'cpu',
        size: KEY,
        anchor: 'end',
        fill: '--ink-2',
      },
    ),
  ];
}

/** Groups that the text points at, by their number or by a request in them. */
export function litGroups(
  light: readonly ScenePart[],
  frame: Frame,
  client_of: (request: number) => number | undefined,
): number[] {
  return light.flatMap((part) => {
    const [kind, number] = part.split(':');
    if (kind === 'group') return [Number(number)];
    const client = kind === 'request' ? client_of(Number(number)) : undefined;
    const group = client === undefined ? NONE : (frame.connection_group[client] ?? NONE);
    return group === NONE ? [] : [group];
  });
}
