/** What is constant in a run of few, and what its picture says of a moment. */
import { m } from '#paraglide/messages.js';
import type { ScenePart } from '../../../model/run/cue';
import { hasListener } from '../../../model/run/families';
import {
  CONNECTION_STATES,
  inLineOf,
  NONE,
  unreadOf,
  type ConnectionState,
} from '../../../model/run/frame';
import { serverModel } from '../../../model/run/machine';
import type { Frame, Outcome } from '../../../model/run/types';
import { stretchAt } from '../../../model/run/until';
import { count } from '../../../model/words/format';
import type { Chronicle } from './chronicle';
import { extentOf, type Extent } from './extent';
import { worldOfFew, type Rooms } from './few';
import type { FullMoment } from './full-marks';
import { gateOf, type Gate } from './gate';
import { groupWords, type GroupWords } from './group-words';
import { shownRefusal } from './refusal';
import { limitOf, settingOf, wallWords, type Told } from './told';
import type { World } from './world';

/** Up to this number of groups and of connections each is drawn in full. */
const MOST_IN_FULL = { groups: 2, connections: 48 };

/** Neither many groups nor many connections, and no threads that meet at a latch or a run queue. */
export const isFew = ({ scenario }: Pick<Outcome, 'scenario'>, first: Frame): boolean =>
  first.group_connections.length <= MOST_IN_FULL.groups &&
  first.connection_id.length <= MOST_IN_FULL.connections &&
  serverModel(scenario) === undefined;

export class FewRun {
  readonly outcome: Outcome;
  readonly extent: Extent;
  readonly #told: Told;
  /** Limits that requests of this run reached; the first is shown while none of them is the reason. */
  readonly #gates: readonly Gate[];
  readonly #limit: string;
  readonly #words: ReadonlyMap<number, GroupWords>;
  readonly #innodb: number;
  readonly #home: Uint32Array;

  constructor(outcome: Outcome, first: Frame, told: Told, veiled: boolean) {
    this.outcome = outcome;
    this.#told = told;
    this.extent = extentOf(outcome, first, veiled);
    const { own_threads, groups } = this.extent;
    this.#gates = [...outcome.reasons]
      .sort((a, b) => Number(b.reason === 'too_busy') - Number(a.reason === 'too_busy'))
      .flatMap((why) => gateOf(why) ?? []);
    this.#innodb = settingOf(outcome, 'innodb_thread_concurrency') ?? 0;
    const { variable, fixed } = limitOf(outcome);
    const most = own_threads ? undefined : settingOf(outcome, variable);
    this.#limit =
      most === undefined || fixed
        ? ''
        : (groups.length > 1 ? m.of_at_most_all : m.of_at_most)({ limit: count(most) });
    const { scheduler } = outcome.scenario.server;
    this.#words = new Map(
      groups.map(({ group, seats }) => [
        group,
        {
          ...groupWords(group, scheduler),
          ...(groups.length > 1 ? {} : { name: '' }),
          wall:
            most !== undefined &&
            (told.walled.has(group) || (groups.length === 1 && seats === most))
              ? wallWords(variable, most)
              : this.#innodb > 0
                ? wallWords('innodb_thread_concurrency', this.#innodb)
                : [],
        },
      ]),
    );
    this.#home = new Uint32Array(first.connection_id.length);
    groups.forEach(({ clients }, cell) => clients.forEach((client) => (this.#home[client] = cell)));
  }

  #wordsOf = (group: number): GroupWords => this.#words.get(group) ?? groupWords(group);

  world(width: number, height: number): World {
    const { own_threads, groups, cached = 0, seat_of } = this.extent;
    const rooms: Rooms = {
      groups,
      own: own_threads,
      doors: hasListener(this.outcome.scenario.server.scheduler),
      cached,
      gate:
        this.#gates.length > 0
          ? { all: this.#gates.every(({ low_only }) => !low_only) }
          : undefined,
      words: this.#wordsOf,
      noted: false,
    };
    return worldOfFew(rooms, this.#home, seat_of, width, height);
  }

  moment(
    frame: Frame,
    chronicle: Chronicle,
    light: readonly ScenePart[],
    chosen: number | undefined,
    flash_ns: number,
  ): FullMoment {
    const { outcome } = this;
    const { scheduler } = outcome.scenario.server;
    const reason = (group: number) => outcome.reasons[frame.group_why[group] ?? NONE];
    return {
      frame,
      scheduler,
      words: this.#wordsOf,
      doors: hasListener(scheduler),
      gate: (group) => gateOf(reason(group)) ?? this.#gates[0],
      inside: this.#innodb > 0 ? this.#inside(frame) : undefined,
      refusal: (group) =>
        shownRefusal(
          inLineOf(frame, group) + unreadOf(frame, group) > 0 ? reason(group) : undefined,
          chronicle.refusal(group, frame.step, frame.time_ns - flash_ns),
          frame.time_ns,
          flash_ns,
        ),
      limit: this.#limit,
      high_used: (group) =>
        Boolean(outcome.not_kept) ||
        (frame.group_high[group] ?? 0) > 0 ||
        (this.#told.high_used.get(group) ?? Infinity) <= frame.time_ns,
      age_ns: (client) => {
        const arrived_ns = outcome.lives[frame.connection_request[client] ?? NONE]?.arrive_ns;
        return frame.time_ns - (arrived_ns ?? frame.connection_since_ns[client] ?? frame.time_ns);
      },
      subjects: subjectsOf(light, frame, chosen),
    };
  }

  /** Requests inside InnoDB: those on a thread that do not wait for entry. */
  #inside(frame: Frame) {
    let taken = 0;
    frame.connection_request.forEach((request, client) => {
      const state = CONNECTION_STATES[frame.connection_state[client] ?? 0] ?? 'closed';
      if (request === NONE || !INSIDE.has(state)) return;
      if (stretchAt(this.outcome.lives[request], frame.time_ns)?.place !== 'innodb') taken += 1;
    });
    return { places: this.#innodb, taken: Math.min(taken, this.#innodb) };
  }
}

const INSIDE: ReadonlySet<ConnectionState> = new Set([
  'running',
  'waiting',
  'lock',
  'latch',
  'runnable',
]);

function subjectsOf(parts: readonly ScenePart[], frame: Frame, chosen: number | undefined) {
  const subjects = new Set<number>(chosen === undefined ? [] : [chosen]);
  for (const part of parts)
    if (part.startsWith('request:')) {
      const client = frame.connection_request.indexOf(Number(part.slice('request:'.length)));
      if (client >= 0) subjects.add(client);
    }
  return subjects;
}
