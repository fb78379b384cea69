/** What is constant in a run: the room that it needs, its limits, and what its picture says of a moment. */
import { m } from '#paraglide/messages.js';
import type { ScenePart } from '../../../model/run/cue';
import { familyOf, hasListener } from '../../../model/run/families';
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
import { extentOf, fullestOf, type GroupExtent } from './extent';
import { gateOf, type Gate } from './gate';
import { groupWords, type GroupWords } from './group-words';
import type { HouseMoment } from './house-marks';
import { shownRefusal } from './refusal';
import type { Needs } from './rooms';
import { limitOf, settingOf, told, wallWords, type Told } from './told';

/** Up to this number of groups and of connections each is drawn in full. */
const MOST_IN_FULL = { groups: 2, connections: 48 };

/** Neither many groups nor many connections, and no threads that meet at a latch or a run queue. */
export const isFew = ({ scenario }: Pick<Outcome, 'scenario'>, first: Frame): boolean =>
  first.group_connections.length <= MOST_IN_FULL.groups &&
  first.connection_id.length <= MOST_IN_FULL.connections &&
  serverModel(scenario) === undefined;

/** A line of more than this is given room only if the run has such lines. */
const USUAL_LINE = 130;

export class Facts {
  readonly outcome: Outcome;
  readonly few: boolean;
  /** True if each connection has a thread of its own. */
  readonly own: boolean;
  /** True if a listener stands at each group's door. */
  readonly doors: boolean;
  readonly needs: Needs;
  readonly #told: Told;
  /** Limits that requests of this run reached; the first is shown while none of them is the reason. */
  readonly #gates: readonly Gate[];
  readonly #words: ReadonlyMap<number, GroupWords>;
  readonly #innodb: number;

  /** `veiled`: the result is hidden, so that the room of a line does not tell how long it gets. */
  constructor(outcome: Outcome, first: Frame, veiled: boolean) {
    this.outcome = outcome;
    this.few = isFew(outcome, first);
    this.own = first.group_connections.length === 0;
    const { scenario, metrics } = outcome;
    this.doors = !this.own && hasListener(scenario.server.scheduler);
    this.#told = told(outcome);
    const { groups, cached = 0, seat_of } = extentOf(outcome, first, this.few && veiled);
    this.#gates = [...outcome.reasons]
      .sort((a, b) => Number(b.reason === 'too_busy') - Number(a.reason === 'too_busy'))
      .flatMap((why) => gateOf(why) ?? [])
      .filter(this.#stops);
    this.#innodb = settingOf(outcome, 'innodb_thread_concurrency') ?? 0;
    const { variable, fixed } = limitOf(outcome);
    const most = this.own ? undefined : settingOf(outcome, variable);
    const limit =
      most === undefined || fixed
        ? ''
        : (groups.length > 1 ? m.of_at_most_all : m.of_at_most)({ limit: count(most) });
    const all_at_once = groups.length === 1 && metrics.groups[0]?.threads_peak === most;
    const wall = (group: number): readonly string[] => {
      if (most !== undefined && (all_at_once || this.#told.walled.has(group)))
        return wallWords(variable, most);
      return this.#innodb > 0 ? wallWords('innodb_thread_concurrency', this.#innodb) : [];
    };
    this.#words = new Map(
      groups.map(({ group }) => [
        group,
        {
          ...groupWords(group, scenario.server.scheduler),
          ...(groups.length > 1 ? {} : { name: '' }),
          wall: wall(group),
          limit,
        },
      ]),
    );
    const [gate] = this.#gates;
    this.needs = {
      groups: this.few ? groups : crowded(groups, outcome, first, this.doors),
      few: this.few,
      own: this.own,
      doors: this.doors,
      cached,
      gate: gate && { all: this.#gates.every(({ low_only }) => !low_only) },
      words: this.words,
      noted: false,
      at_latch: atLatch(outcome, first),
      walks: (scenario.machine?.latch?.scan_us ?? 0) > 0,
      seat_of: this.few ? seat_of : undefined,
    };
  }

  words = (group: number): GroupWords => this.#words.get(group) ?? groupWords(group);

  /** Where those with priority have no line of their own, only what stops everybody is before it. */
  #stops = (gate: Gate): boolean => this.few || !gate.low_only;

  /** When the client of a connection has had an answer. */
  answeredBy({ connection_id, time_ns }: Frame, client: number): boolean {
    return (this.#told.answered.get(connection_id[client] ?? NONE) ?? Infinity) <= time_ns;
  }

  moment(
    frame: Frame,
    chronicle: Chronicle,
    light: readonly ScenePart[],
    chosen: number | undefined,
    flash_ns: number,
  ): HouseMoment {
    const { outcome } = this;
    const reason = (group: number) => outcome.reasons[frame.group_why[group] ?? NONE];
    return {
      frame,
      scheduler: outcome.scenario.server.scheduler,
      words: this.words,
      doors: this.doors,
      gate: (group) => {
        const present = gateOf(reason(group));
        return present && this.#stops(present) ? present : this.#gates[0];
      },
      inside: this.#innodb > 0 ? () => this.#inside(frame) : undefined,
      refusal: (group) =>
        shownRefusal(
          inLineOf(frame, group) + unreadOf(frame, group) > 0 ? reason(group) : undefined,
          chronicle.refusal(group, frame.step, frame.time_ns - flash_ns),
          frame.time_ns,
          flash_ns,
        ),
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

/** The most threads that can be at the latch at once, and a few places more. */
function atLatch({ metrics, scenario }: Outcome, first: Frame): number {
  if (!serverModel(scenario)?.latch) return 0;
  const connections = first.connection_id.length;
  const groups = first.group_connections.length;
  return Math.max(
    4,
    groups === 0 ? connections : Math.min(connections, metrics.threads_peak + groups),
  );
}

/** Of many all groups have the same room, and one line each. */
function crowded(
  groups: readonly GroupExtent[],
  outcome: Outcome,
  first: Frame,
  doors: boolean,
): readonly GroupExtent[] {
  const { metrics, scenario } = outcome;
  const connections = first.connection_id.length;
  const { columns, values } = metrics.series;
  const series = (name: string) => values[columns.indexOf(name)] ?? [];
  const high = series('high_queue');
  const longest = Math.max(0, ...series('low_queue').map((low, at) => low + (high[at] ?? 0)));
  const is_crowded = (1.5 * longest) / groups.length > USUAL_LINE * 0.75;
  const biggest = Math.max(Math.ceil(connections / groups.length), ...first.group_connections);
  const family = familyOf(scenario.server.scheduler);
  // Of a run that is told whole the fullest moment is known.
  const fullest = outcome.not_kept ? undefined : fullestOf(outcome, groups.length);
  const line = is_crowded ? biggest : Math.min(biggest, USUAL_LINE);
  const letters = doors ? Math.min(biggest, family === 'pool' ? 12 : 40) : 0;
  const room = {
    seats: Math.max(1, ...metrics.groups.map(({ threads_peak }) => threads_peak)),
    high: 0,
    low: family === 'event_loops' ? 0 : Math.max(4, Math.min(connections, fullest?.line ?? line)),
    unpolled: Math.min(letters, fullest?.letters ?? letters),
  };
  return groups.map((group) => ({ ...group, ...room }));
}
