/** The server model at one moment: the threads on cores, in the run queue, in the latch and waiting for it. */
import type { ScenePart } from '../../../../model/run/cue';
import { LATCH_STATES, NONE, THREAD_STATES, type LatchState } from '../../../../model/run/frame';
import { serverModel, stallLeft_ns, type ServerModel } from '../../../../model/run/machine';
import type { Frame, Outcome } from '../../../../model/run/types';
import type { Chronicle } from '../chronicle';
import { peak } from '../extent';

/** The room that a whole run needs. */
export interface MachineExtent extends ServerModel {
  readonly connections: number;
  readonly cores: number;
  /** The most threads in the run queue and at the latch; hidden until the result may be seen. */
  readonly run_queue_most: number | undefined;
  readonly latch_most: number | undefined;
  /** True if statements also wait for something other than a core or the latch. */
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
      // These are averages: within a stretch the number was higher at times.
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
  /** In the order of their turns: spinning threads before sleeping ones. */
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

/** The core of each thread, which it keeps for as long as it runs. */
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

/** Threads that share a core by turns count as on none. */
export function onCores(frame: Frame, seats: CoreSeats): readonly (number | undefined)[] {
  if (frame.cores > 0) return frame.on_cpu > frame.cores ? [] : seats.take(frame);
  const running: number[] = [];
  frame.thread_state.forEach((state, index) => {
    if (THREAD_STATES[state] === 'running') running.push(frame.thread_id[index] ?? NONE);
  });
  return running;
}

/** The greatest height of the row, whatever it contains. */
export const TALLEST = 180;
const LOWEST = 64;
const SHARE = 0.42;
export const ROW_GAP = 8;

/** The row's part of a scene's height. */
export const rowHeight = (height: number): number =>
  Math.round(Math.min(TALLEST, Math.max(LOWEST, height * SHARE)));

/** The props of the server model's picture. */
export interface MachineRowProps {
  readonly extent: MachineExtent;
  readonly outcome: Outcome;
  readonly chronicle: Chronicle;
  readonly frame: Frame;
  readonly end_ns: number;
  readonly playing: boolean;
  readonly light: readonly ScenePart[];
  readonly onpart: ((part: ScenePart) => void) | undefined;
  /** True if later moments must stay hidden. */
  readonly veiled?: boolean | undefined;
  /** The row's size, once known; before that there are two versions, and CSS shows one. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
