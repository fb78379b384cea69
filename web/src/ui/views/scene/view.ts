/**
 * A run as the scene shows it: what stays the same from its first moment to its last, and from it the layout of any
 * box and the marks of any moment. Pages, posters and cards draw from here.
 */
import { m } from '#paraglide/messages.js';
import { clientLabels, NONE } from '../../../model/run/frame';
import type { Part } from '../../../model/run/cue';
import { partsOf } from '../../../model/run/parts';
import type { Frame, Outcome, WaitReason } from '../../../model/run/types';
import { hasListener } from '../../../model/run/families';
import { count } from '../../../model/words/format';
import { whySentence } from '../../../model/words/why';
import type { Mark } from '../../marks/marks';
import { wrap } from '../../marks/measure';
import type { Cards } from './cards';
import { Chronicle } from './chronicle';
import { diskView } from './disk';
import type { Extent } from './extent';
import { layoutScene } from './layout';
import type { SceneLayout } from './layout-types';
import { litBy } from './light';
import { CoreSeats, machineExtent, onCores } from './machine/machine';
import { Motion } from './motion';
import { sceneMarks, type Gate, type SceneMoment } from './picture';
import { place } from './place';
import { shownRefusal } from './refusal';
import { shortWhy } from './short-why';
import { whysOfGroups } from './whys';

/** What a moment is drawn with. */
export interface SceneLook {
  readonly playing?: boolean;
  /** False where the reader asked for less motion. */
  readonly moves?: boolean;
  readonly now_ms?: number;
  /** How long the screen takes from one time of the run to another, while it plays. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  readonly light?: readonly Part[];
  readonly chosen?: number | undefined;
}

export class SceneView {
  readonly outcome: Outcome;
  readonly extent: Extent;
  readonly chronicle: Chronicle;
  readonly #cards: Cards | undefined;
  readonly #first: Frame;
  readonly #arrivals: readonly number[];
  readonly #labels: readonly string[];
  /** For each reason its sentence and a shorter one. */
  readonly #whys: readonly (readonly string[])[];
  readonly #whole: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #short: ReadonlyMap<number, ReadonlySet<string>>;
  /** Limits that requests of this run met; first the one that stands while none of them is the reason. */
  readonly #gates: readonly Gate[];
  readonly #limit: string;
  readonly #cache_limit: string;

  /** Without cards every group is drawn in full. */
  constructor(outcome: Outcome, first: Frame, extent: Extent, cards?: Cards) {
    this.outcome = outcome;
    this.extent = extent;
    this.#first = first;
    this.#cards = cards;
    this.chronicle = new Chronicle(outcome.events);
    this.#arrivals = outcome.lives.map((life) => life.arrive_ns);
    this.#labels = clientLabels(first);
    this.#whys = outcome.reasons.map((why) => {
      const long = whySentence(why, outcome);
      const short = shortWhy(why, outcome);
      const all = [`${m.first_waits()} ${long}`, long, `${m.first_waits()} ${short}`, short];
      return all.filter((one, index) => all.indexOf(one) === index);
    });
    this.#whole = whysOfGroups(outcome, whySentence);
    this.#short = whysOfGroups(outcome, shortWhy);
    this.#gates = outcome.reasons
      .flatMap((why) => gateOf(why) ?? [])
      .sort((a, b) => Number(b.counts_waiting) - Number(a.counts_waiting));
    const setting = (wanted: string) => {
      const found = outcome.settings.find(({ name }) => name === wanted);
      return found && count(Number(found.value));
    };
    const most = extent.own_threads ? undefined : setting('thread_pool_max_threads');
    this.#limit =
      most === undefined
        ? ''
        : extent.groups.length > 1
          ? m.of_at_most_all({ limit: most })
          : m.of_at_most({ limit: most });
    this.#cache_limit = m.scene_cache_keeps({ limit: setting('thread_cache_size') ?? '' });
  }

  layout(width: number, height?: number): SceneLayout {
    const { outcome } = this;
    return layoutScene({
      extent: this.extent,
      width,
      height,
      cards: this.#cards,
      no_cores: machineExtent(outcome, this.#first) !== undefined,
      no_timer: this.#first.timer_next_ns === 0,
      no_listener: !hasListener(outcome.scenario.server.scheduler),
      disk: diskView(this.#first, outcome, this.#labels) !== undefined,
      gate: Math.max(0, ...this.#gates.map(({ places }) => places)),
      // A longer reason than two lines is said in fewer words.
      why_lines: (room, group, size, whole) => {
        const said = (whole ? this.#whole : this.#short).get(group) ?? [];
        const lines = [...said].map((why) => wrap(why, room, size).length);
        return Math.min(2, Math.max(1, ...lines));
      },
    });
  }

  /** `motion` and `seats` remember the moment before; a picture that stands alone has none. */
  marks(
    layout: SceneLayout,
    frame: Frame,
    look: SceneLook = {},
    motion = new Motion(),
    seats = new CoreSeats(),
    still = false,
  ): { readonly marks: Mark[]; readonly mode: 'plays' | 'steps' | 'jumps' } {
    const { outcome, chronicle, extent } = this;
    const { playing = false, light = [] } = look;
    const placement = place(frame, layout, extent, this.#arrivals, this.#labels);
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
    // What plays is seen to happen; a step is told by frames round what it names.
    const quiet = playing || still || light.length > 0;
    const present = quiet ? undefined : chronicle.present(frame);
    const lit = (parts: readonly Part[]) =>
      parts.flatMap((part) => litBy(part, { layout, placement, frame, lives: outcome.lives }));
    const reason = (group: number) => frame.group_why[group] ?? NONE;
    const why = (group: number) => this.#whys[reason(group)] ?? [];
    const moment: SceneMoment = {
      cards: this.#cards,
      layout,
      frame,
      scheduler: outcome.scenario.server.scheduler,
      placement,
      drawn,
      limit: this.#limit,
      cache_limit: this.#cache_limit,
      gate: (group) => gateOf(outcome.reasons[reason(group)]) ?? this.#gates[0],
      refusal: (group) =>
        shownRefusal(
          waitingIn(frame, group) ? outcome.reasons[reason(group)] : undefined,
          chronicle.refusal(group, frame.step, frame.time_ns - flash_ns),
          frame.time_ns,
          flash_ns,
        ),
      why,
      chosen: look.chosen,
      named: present ? lit(partsOf(present)) : [],
      lit: lit(light),
      round: chronicle.lastRound(frame),
      on_core: onCores(frame, seats),
      disk: layout.disk && diskView(frame, outcome, this.#labels),
      flash_ns,
    };
    return { marks: sceneMarks(moment, still), mode: drawn.mode };
  }
}

const waitingIn = (frame: Frame, group: number) =>
  (frame.group_high[group] ?? 0) +
    (frame.group_low[group] ?? 0) +
    (frame.group_unpolled[group] ?? 0) >
  0;

/** The limit that a reason names, and who counts against it. */
function gateOf(why: WaitReason | undefined): Gate | undefined {
  if (why?.reason !== 'too_busy' && why?.reason !== 'saturated') return undefined;
  const { limit } = why;
  return why.reason === 'too_busy'
    ? { places: limit, counts_waiting: true, words: m.scene_gate_all({ limit }) }
    : { places: limit, counts_waiting: false, words: m.scene_gate_active({ limit }) };
}
