/**
 * What the small pools show: the exact state at rest, and an average of the last moments while it plays, because short
 * changes would only flicker.
 */
import { hasListener } from '../../../../model/run/families';
import { NONE } from '../../../../model/run/frame';
import type { Frame, SchedulerName } from '../../../../model/run/types';
import type { Census } from './census';

export interface Level {
  readonly group: number;
  readonly connections: number;
  readonly high: number;
  readonly low: number;
  readonly unread: number;
  readonly threads: number;
  readonly running: number;
  readonly latched: number;
  /** On threads, but waiting. */
  readonly asleep: number;
  /** Share of time with work on a thread; at rest, 1 if there is work now. */
  readonly busy: number;
  /** Undefined if the design needs no listener. */
  readonly listens: boolean | undefined;
}

const FIELDS = ['high', 'low', 'unread', 'running', 'latched', 'asleep', 'busy', 'shut'] as const;
type Field = (typeof FIELDS)[number];
/** The weight of the newest picture in the average. */
const SHARE = 0.25;
/** Shares are rounded to this many steps. */
const STEPS = 8;

export class Levels {
  readonly #groups: number;
  readonly #scheduler: SchedulerName;
  readonly #means: Float64Array;
  #plays = false;
  #frame: Frame | undefined;
  #connections: ArrayLike<number> = [];
  #threads: ArrayLike<number> = [];

  constructor(groups: number, scheduler: SchedulerName) {
    this.#groups = groups;
    this.#scheduler = scheduler;
    this.#means = new Float64Array(groups * FIELDS.length);
  }

  /** Adds a frame, which the census has already counted. */
  take(frame: Frame, census: Census, playing: boolean): void {
    if (playing && this.#plays && frame === this.#frame) return;
    this.#frame = frame;
    this.#connections = frame.group_connections;
    this.#threads = frame.group_threads;
    const share = playing && this.#plays ? SHARE : 1;
    this.#plays = playing;
    const put = (group: number, field: Field, value: number) => {
      const at = group * FIELDS.length + FIELDS.indexOf(field);
      const before = this.#means[at] ?? 0;
      this.#means[at] = before + (value - before) * share;
    };
    const listener = hasListener(this.#scheduler);
    for (let group = 0; group < this.#groups; group += 1) {
      const running =
        census.seatsOf(group, 'running') +
        census.seatsOf(group, 'holds_latch') +
        census.seatsOf(group, 'reading') +
        census.seatsOf(group, 'connecting');
      const latched = census.seatsOf(group, 'latch') + census.seatsOf(group, 'runnable');
      const asleep = census.seatsOf(group, 'waiting') + census.seatsOf(group, 'lock');
      put(group, 'high', frame.group_high[group] ?? 0);
      put(group, 'low', frame.group_low[group] ?? 0);
      put(group, 'unread', frame.group_unpolled[group] ?? 0);
      put(group, 'running', running);
      put(group, 'latched', latched);
      put(group, 'asleep', asleep);
      put(group, 'busy', running + latched + asleep > 0 ? 1 : 0);
      put(group, 'shut', listener && (frame.group_listener[group] ?? NONE) === NONE ? 1 : 0);
    }
  }

  of(group: number): Level {
    const mean = (field: Field) => this.#means[group * FIELDS.length + FIELDS.indexOf(field)] ?? 0;
    const whole = (field: Field) => Math.round(mean(field));
    return {
      group,
      connections: this.#connections[group] ?? 0,
      threads: this.#threads[group] ?? 0,
      high: whole('high'),
      low: whole('low'),
      unread: whole('unread'),
      running: whole('running'),
      latched: whole('latched'),
      asleep: whole('asleep'),
      busy: Math.round(mean('busy') * STEPS) / STEPS,
      // A door that shuts only for moments counts as open.
      listens: hasListener(this.#scheduler) ? mean('shut') < 0.9 : undefined,
    };
  }
}
