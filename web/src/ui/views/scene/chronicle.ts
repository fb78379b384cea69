/** What the log says about a moment, found by the engine's steps so that it is correct while scrubbing. */
import { countUntil } from '../../../model/run/ordered';
import type { Event, Frame, RefuseReason } from '../../../model/run/types';

/** The number of entries up to this step; the log is ordered by step. */
export const doneBy = (events: readonly { readonly step: number }[], step: number): number =>
  countUntil(events, (event) => event.step > step);

/** What the stall timer found in its last round. */
export interface Round {
  readonly at_ns: number;
  readonly step: number;
  readonly stalled: readonly number[];
  readonly unattended: readonly number[];
  /** False if the log was cut off before it. */
  readonly known: boolean;
}

export interface Refusal {
  readonly at_ns: number;
  readonly reason: RefuseReason;
}

export class Chronicle {
  readonly #events: readonly Event[];
  readonly #rounds: readonly Round[];

  constructor(events: readonly Event[]) {
    this.#events = events;
    this.#rounds = roundsOf(events);
  }

  /** The events after one step, up to another. */
  between(after_step: number, to_step: number): readonly Event[] {
    return this.#events.slice(doneBy(this.#events, after_step), doneBy(this.#events, to_step));
  }

  lastRound(frame: Frame): Round | undefined {
    const at_ns = frame.timer_last_ns;
    const told = this.#rounds[doneBy(this.#rounds, frame.step) - 1];
    if (told?.at_ns === at_ns) return told;
    if (!(at_ns > 0)) return undefined;
    const stalled: number[] = [];
    frame.group_stalled.forEach((is, group) => {
      if (is > 0) stalled.push(group);
    });
    return { at_ns, step: frame.step, stalled, unattended: [], known: false };
  }

  /** The newest entry, if it happened exactly at this moment. */
  present({ step, time_ns }: Pick<Frame, 'step' | 'time_ns'>): Event | undefined {
    const last = this.#events[doneBy(this.#events, step) - 1];
    return last?.at_ns === time_ns ? last : undefined;
  }

  /** The last refusal of a group, not earlier than this. */
  refusal(group: number, step: number, since_ns: number): Refusal | undefined {
    for (let index = doneBy(this.#events, step) - 1; index >= 0; index -= 1) {
      const event = this.#events[index];
      if (!event || event.at_ns < since_ns) return undefined;
      if (event.kind === 'thread_refused' && event.group === group) {
        return { at_ns: event.at_ns, reason: event };
      }
    }
    return undefined;
  }
}

function roundsOf(events: readonly Event[]): Round[] {
  const rounds: (Round & { stalled: number[]; unattended: number[] })[] = [];
  const open = (event: Event) => {
    const last = rounds.at(-1);
    if (last?.step === event.step) return last;
    const round = {
      at_ns: event.at_ns,
      step: event.step,
      stalled: [],
      unattended: [],
      known: true,
    };
    rounds.push(round);
    return round;
  };
  for (const event of events) {
    if (event.kind === 'timer_tick') open(event);
    else if (event.kind === 'group_stalled') open(event).stalled.push(event.group);
    else if (event.kind === 'group_unattended') open(event).unattended.push(event.group);
  }
  return rounds;
}
