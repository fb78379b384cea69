/**
 * A run as the scene shows it: the constant part, and from it the layout of any box and the marks of any moment. Pages,
 * posters and cards draw with this.
 */
import { m } from '#paraglide/messages.js';
import {
  CONNECTION_STATES,
  inLineOf,
  labelling,
  NONE,
  unreadOf,
  type ConnectionState,
} from '../../../model/run/frame';
import type { ScenePart } from '../../../model/run/cue';
import { partsOf } from '../../../model/run/parts';
import type { Frame, Outcome } from '../../../model/run/types';
import { stretchAt } from '../../../model/run/until';
import { hasListener } from '../../../model/run/families';
import { count } from '../../../model/words/format';
import type { Mark } from '../../marks/marks';
import { Chronicle } from './chronicle';
import { diskView } from './disk';
import type { Extent } from './extent';
import { layoutScene } from './layout';
import type { SceneLayout } from './layout-types';
import { gateOf, type Gate } from './gate';
import { groupWords, type GroupWords } from './group-words';
import { litByAll } from './light';
import { Motion } from './motion';
import { sceneMarks, type SceneMoment } from './picture';
import { place } from './place';
import { shownRefusal } from './refusal';
import { limitOf, settingOf, told, wallWords } from './told';

/** Options for drawing a moment. */
export interface SceneLook {
  readonly playing?: boolean;
  /** False if the reader prefers less motion. */
  readonly moves?: boolean;
  readonly now_ms?: number;
  /** The screen time between two times of the run, while it plays. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  readonly light?: readonly ScenePart[];
  readonly chosen?: number | undefined;
}

export class SceneView {
  readonly outcome: Outcome;
  readonly extent: Extent;
  readonly chronicle: Chronicle;
  readonly #first: Frame;
  readonly #arrivals: readonly number[];
  readonly #labels: (frame: Frame) => readonly string[];
  /** Limits that requests of this run reached; the first is shown while none of them is the reason. */
  readonly #gates: readonly Gate[];
  readonly #limit: string;
  readonly #words: ReadonlyMap<number, GroupWords>;
  readonly #innodb: number;
  /** When each client gets its first answer, and when each group's high queue is first used. */
  readonly #answered: ReadonlyMap<number, number>;
  readonly #high_used: ReadonlyMap<number, number>;

  constructor(outcome: Outcome, first: Frame, extent: Extent) {
    this.outcome = outcome;
    this.extent = extent;
    this.#first = first;
    this.chronicle = new Chronicle(outcome.events);
    this.#arrivals = outcome.lives.map((life) => life.arrive_ns);
    this.#labels = labelling(first);
    this.#gates = [...outcome.reasons]
      .sort((a, b) => Number(b.reason === 'too_busy') - Number(a.reason === 'too_busy'))
      .flatMap((why) => gateOf(why) ?? []);
    const { answered, high_used, walled } = told(outcome);
    this.#answered = answered;
    this.#high_used = high_used;
    this.#innodb = settingOf(outcome, 'innodb_thread_concurrency') ?? 0;
    const { variable, fixed } = limitOf(outcome);
    const most = extent.own_threads ? undefined : settingOf(outcome, variable);
    this.#limit =
      most === undefined || fixed
        ? ''
        : extent.groups.length > 1
          ? m.of_at_most_all({ limit: count(most) })
          : m.of_at_most({ limit: count(most) });
    this.#words = new Map(
      extent.groups.map(({ group, seats }) => {
        const reached = walled.has(group) || (extent.groups.length === 1 && seats === most);
        return [
          group,
          {
            ...groupWords(group, outcome.scenario.server.scheduler),
            ...(extent.groups.length > 1 ? {} : { name: '' }),
            wall:
              most !== undefined && reached
                ? wallWords(variable, most)
                : this.#innodb > 0
                  ? wallWords('innodb_thread_concurrency', this.#innodb)
                  : [],
          },
        ];
      }),
    );
  }

  layout(width: number, height?: number): SceneLayout {
    const { outcome } = this;
    return layoutScene({
      extent: this.extent,
      width,
      height,
      no_timer: this.#first.timer_next_ns === 0,
      no_listener: !hasListener(outcome.scenario.server.scheduler),
      disk: diskView(this.#first, outcome, this.#labels(this.#first)) !== undefined,
      gate: Math.max(0, ...this.#gates.map(({ places }) => places)),
      gate_all: this.#gates.every(({ low_only }) => !low_only),
      words: (group) => this.#words.get(group) ?? groupWords(group),
    });
  }

  /** `motion` remembers the previous moment; a single picture has none. */
  marks(
    whole: SceneLayout,
    frame: Frame,
    look: SceneLook = {},
    motion = new Motion(),
    still = false,
  ): { readonly marks: Mark[]; readonly moving: boolean } {
    const { outcome, chronicle, extent } = this;
    const { playing = false, light = [] } = look;
    const layout = {
      ...whole,
      groups: whole.groups.map((one) =>
        one.before && !this.#highUsed(frame, one.group) ? one.before : one,
      ),
    };
    const labels = this.#labels(frame);
    const placement = place(frame, layout, extent, this.#arrivals, labels);
    const drawn = motion.advance({
      frame,
      placement,
      box: `${layout.width} ${layout.height}`,
      playing,
      moves: look.moves ?? false,
      now_ms: look.now_ms ?? 0,
      screenMs: look.screenMs,
      lives: outcome.lives,
      events: (after, to) => chronicle.between(after, to),
    });
    const { flash_ns } = drawn;
    // While it plays, events are visible; a step gets frames around what it names.
    const quiet = playing || still || light.length > 0;
    const present = quiet ? undefined : chronicle.present(frame);
    const { travelling } = drawn;
    const input = { layout, placement, frame, lives: outcome.lives, travelling };
    const lit = (parts: readonly ScenePart[]) => litByAll(parts, input, look.chosen);
    const named = present ? partsOf(present) : [];
    const reason = (group: number) => frame.group_why[group] ?? NONE;
    const moment: SceneMoment = {
      layout,
      frame,
      scheduler: outcome.scenario.server.scheduler,
      placement,
      drawn,
      limit: this.#limit,
      words: (group) => this.#words.get(group) ?? groupWords(group),
      gate: (group) => gateOf(outcome.reasons[reason(group)]) ?? this.#gates[0],
      inside: this.#innodb > 0 ? this.#inside(frame) : undefined,
      refusal: (group) =>
        shownRefusal(
          inLineOf(frame, group) + unreadOf(frame, group) > 0
            ? outcome.reasons[reason(group)]
            : undefined,
          chronicle.refusal(group, frame.step, frame.time_ns - flash_ns),
          frame.time_ns,
          flash_ns,
        ),
      chosen: look.chosen,
      answered: (client) =>
        (this.#answered.get(frame.connection_id[client] ?? NONE) ?? Infinity) <= frame.time_ns,
      subjects: subjectsOf([...light, ...named], frame, look.chosen),
      named: lit(named),
      lit: lit(light),
      round: chronicle.lastRound(frame),
      disk: layout.disk && diskView(frame, outcome, labels),
      flash_ns,
    };
    return { marks: sceneMarks(moment), moving: drawn.moving };
  }

  #highUsed({ time_ns, group_high }: Frame, group: number): boolean {
    return (
      Boolean(this.outcome.not_kept) ||
      (group_high[group] ?? 0) > 0 ||
      (this.#high_used.get(group) ?? Infinity) <= time_ns
    );
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
