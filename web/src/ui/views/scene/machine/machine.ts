/** The server model at one moment: who is on a core, who wants one, who holds the latch and who waits. */
import type { Part } from '../../../../model/run/cue';
import { LATCH_STATES, NONE, THREAD_STATES, type LatchState } from '../../../../model/run/frame';
import { serverModel, stallLeft_ns, type ServerModel } from '../../../../model/run/machine';
import type { Frame, Outcome } from '../../../../model/run/types';
import type { Chronicle } from '../chronicle';
import { peak } from '../extent';

/** What has to have room over a whole run. */
export interface MachineExtent extends ServerModel {
  readonly connections: number;
  readonly cores: number;
  /** Most threads that wait for a core, and at the latch; under a veil that is not to be seen. */
  readonly run_queue_most: number | undefined;
  readonly latch_most: number | undefined;
  /** Statements wait for something that is neither a core nor the latch. */
  readonly waits: boolean;
}

type Step = NonNullable<
  Outcome['scenario']['clients']
>[number]['statements'][number]['steps'][number];

const waits = ({ wait_us, net_us, async_us, lock, row_lock, result_kb }: Step) =>
  [wait_us, net_us, async_us, lock, row_lock, result_kb].some((one) => (one ?? null) !== null);

export function machineExtent(
  outcome: Pick<Outcome, 'scenario' | 'lives' | 'not_kept' | 'metrics'>,
  first: Frame,
  veiled = false,
): MachineExtent | undefined {
  const model = serverModel(outcome.scenario);
  if (!model) return undefined;
  const connections = first.connection_id.length;
  const { threads_peak, series } = outcome.metrics;
  const most = (place: 'run_queue' | 'latch') => {
    if (veiled) return undefined;
    if (outcome.not_kept) {
      // Means of stretches: within each there were some more.
      const means = series.values[series.columns.indexOf(place)] ?? [threads_peak];
      const longest = Math.ceil(1.2 * Math.max(0, ...means) + 6);
      return Math.min(connections, threads_peak, longest);
    }
    const stays = outcome.lives.flatMap(({ segments }) =>
      segments.filter((segment) => segment.place === place),
    );
    return peak(stays);
  };
  return {
    ...model,
    connections,
    cores: first.cores,
    run_queue_most: model.run_queue ? most('run_queue') : 0,
    latch_most: model.latch ? most('latch') : 0,
    waits: (outcome.scenario.clients ?? []).some(({ statements }) =>
      statements.some(({ steps }) => steps.some(waits)),
    ),
  };
}

export interface LatchView {
  readonly state: LatchState;
  readonly holder: number | undefined;
  /** The next one first: those that spin come before those that sleep. */
  readonly spinning: readonly number[];
  readonly asleep: readonly number[];
  readonly stall_left_ns: number;
}

export function latchView(frame: Frame, outcome: Pick<Outcome, 'scenario'>): LatchView {
  const { latch_queue, latch_asleep, latch_holder } = frame;
  const awake = Math.max(0, latch_queue.length - latch_asleep);
  const holder = latch_holder === NONE ? undefined : latch_holder;
  return {
    state: LATCH_STATES[frame.latch_state] ?? 'free',
    holder,
    spinning: Array.from(latch_queue.subarray(0, awake)),
    asleep: Array.from(latch_queue.subarray(awake)),
    stall_left_ns: stallLeft_ns(outcome.scenario.stalls, frame.time_ns),
  };
}

/** Which thread is on which core. A thread keeps its core for as long as it runs. */
export class CoreSeats {
  #seats: (number | undefined)[] = [];

  take(frame: Frame): readonly (number | undefined)[] {
    const running = new Set<number>();
    frame.thread_state.forEach((state, index) => {
      if (THREAD_STATES[state] === 'running') running.add(frame.thread_id[index] ?? NONE);
    });
    const seats: (number | undefined)[] = Array.from({ length: frame.cores });
    for (let core = 0; core < seats.length; core += 1) {
      const before = this.#seats[core];
      if (before !== undefined && running.delete(before)) seats[core] = before;
    }
    for (const thread of running) {
      const free = seats.indexOf(undefined);
      if (free < 0) break;
      seats[free] = thread;
    }
    this.#seats = seats;
    return seats;
  }
}

/** Those who share a core by turns are on none. */
export function onCores(frame: Frame, seats: CoreSeats): readonly (number | undefined)[] {
  if (frame.cores > 0) return frame.on_cpu > frame.cores ? [] : seats.take(frame);
  const running: number[] = [];
  frame.thread_state.forEach((state, index) => {
    if (THREAD_STATES[state] === 'running') running.push(frame.thread_id[index] ?? NONE);
  });
  return running;
}

/** The row is no taller, whatever there is to show. */
export const TALLEST = 180;
const LOWEST = 64;
const SHARE = 0.42;
export const ROW_GAP = 8;

/** What the row takes of a scene's height. */
export const rowHeight = (height: number): number =>
  Math.round(Math.min(TALLEST, Math.max(LOWEST, height * SHARE)));

/** What the picture of the server model takes. */
export interface MachineRowProps {
  readonly extent: MachineExtent;
  readonly outcome: Outcome;
  readonly chronicle: Chronicle;
  readonly frame: Frame;
  readonly end_ns: number;
  readonly playing: boolean;
  readonly light: readonly Part[];
  readonly onpart: ((part: Part) => void) | undefined;
  /** What comes after now is not to be seen yet. */
  readonly veiled?: boolean | undefined;
  /** The row's room, once it is known; before that two forms are there and CSS shows one. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
