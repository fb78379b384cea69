/** A run that goes on with real time and is turned while it goes: what of it can be seen at each moment. */
import { CONNECTION_STATES, LANES, NONE, THREAD_STATES, type Frame } from '../run/frame';
import type { Overrides } from '../run/types';

/** What the wasm package gives. */
export interface LiveEngine {
  advance_to(time_ns: number): void;
  turn(overrides: string): void;
  frame(time_ns: number): object;
  summary(): Float64Array;
  free(): void;
}
export type MakeLive = (scenario: string) => LiveEngine;

/** How a run comes to the moment at which it is first seen. */
export interface LiveStory {
  readonly scenario: string;
  readonly turns: readonly { readonly at_ns: number; readonly overrides: Overrides }[];
  readonly until_ns: number;
}

export interface Working {
  readonly thread: number;
  readonly request: number;
  /** Of its client: a place in CONNECTION_STATES. */
  readonly state: number;
  /** Share of its work that is done. */
  readonly progress: number;
}

export interface LiveMoment {
  readonly time_ns: number;
  readonly arrived: number;
  readonly answered: number;
  /** In the group's queues, head first: as many as a picture can have, and how many there are. */
  readonly queued: Uint32Array;
  readonly queued_high: number;
  readonly in_queue: number;
  /** On the sockets, unread; likewise. */
  readonly unread: Uint32Array;
  readonly on_sockets: number;
  /** Since when the first of those waits, where somebody does. */
  readonly first_since_ns: number | undefined;
  /** Came while every connection had a request of its own. */
  readonly held_back: number;
  readonly working: readonly Working[];
  /** Threads with nothing to do, on their way included. */
  readonly idle: number;
  readonly listens: boolean;
  /** The requests that came in the last moments are those from this number on, and when each came, about. */
  readonly fresh: readonly { readonly request: number; readonly at_ns: number }[];
  /** How many waited at each step since the moment before: the first at `step`, then STEP_NS apart. */
  readonly step: number;
  readonly waited: readonly number[];
}

/** Who waits is noted ten times a second of the run. */
export const STEP_NS = 1e8;
/** A picture has no more bodies than this in a line. */
export const BODIES_MAX = 480;
/** For so long a request is on its way to the door, in the picture. */
export const APPROACH_NS = 3e8;
const FRESH_MAX = 8;

const LISTENING = THREAD_STATES.indexOf('listening');
const SOCKET = LANES.indexOf('socket');
const HIGH = LANES.indexOf('high');
const IDLE = CONNECTION_STATES.indexOf('idle');

export class LiveRun {
  #engine: LiveEngine;
  #now_ns = 0;
  #step = 0;
  #waited: number[] = [];
  #came: { at_ns: number; before: number }[] = [];

  /** A run as its story leaves it. */
  constructor(make: MakeLive, story: LiveStory) {
    this.#engine = make(story.scenario);
    for (const { at_ns, overrides } of story.turns) {
      this.#advance(at_ns);
      this.turn(overrides);
    }
    this.#advance(story.until_ns);
  }

  get time_ns(): number {
    return this.#now_ns;
  }

  /** From now on these values hold. Throws what the engine refuses. */
  turn(overrides: Overrides): void {
    this.#engine.turn(JSON.stringify(overrides));
  }

  /** What is to be seen at that time; a time that has gone by is now. */
  go(to_ns: number): LiveMoment {
    const before_ns = this.#now_ns;
    const arrived_before = this.#arrived();
    this.#advance(to_ns);
    const arrived = this.#arrived();
    const time_ns = this.#now_ns;
    if (arrived > arrived_before)
      this.#came.push({ at_ns: (before_ns + time_ns) / 2, before: arrived_before });
    this.#came = this.#came.filter(({ at_ns }) => at_ns > time_ns - APPROACH_NS);
    const moment = this.#see(arrived);
    this.#waited = [];
    return moment;
  }

  free(): void {
    this.#engine.free();
  }

  #arrived(): number {
    return this.#engine.summary()[0] ?? 0;
  }

  #advance(to_ns: number): void {
    for (; this.#step * STEP_NS <= to_ns; this.#step += 1) {
      this.#engine.advance_to(this.#step * STEP_NS);
      const frame = this.#engine.frame(this.#step * STEP_NS) as Frame;
      this.#waited.push(frame.waiting_request.length);
    }
    this.#now_ns = Math.max(this.#now_ns, to_ns);
    this.#engine.advance_to(this.#now_ns);
  }

  #see(arrived: number): LiveMoment {
    const frame = this.#engine.frame(this.#now_ns) as Frame;
    const [, answered = 0, failed = 0] = this.#engine.summary();
    const lanes = frame.waiting_lane;
    const on_sockets = lanes.reduce((sum, lane) => sum + (lane === SOCKET ? 1 : 0), 0);
    const queued_high = lanes.reduce((sum, lane) => sum + (lane === HIGH ? 1 : 0), 0);
    const in_queue = lanes.length - on_sockets;
    const asked = frame.connection_request.reduce((sum, one) => sum + (one === NONE ? 0 : 1), 0);
    const working: Working[] = [];
    frame.thread_request.forEach((request, index) => {
      if (request === NONE) return;
      working.push({
        thread: frame.thread_id[index] ?? 0,
        request,
        state: frame.connection_state[frame.thread_conn[index] ?? 0] ?? IDLE,
        progress: frame.thread_progress[index] ?? 0,
      });
    });
    const listens = frame.thread_state.includes(LISTENING);
    const first = Math.min(...frame.waiting_since_ns);
    const fresh = this.#came.flatMap(({ at_ns, before }, index) => {
      const after = this.#came[index + 1]?.before ?? arrived;
      return Array.from({ length: after - before }, (_, n) => ({ request: before + n, at_ns }));
    });
    return {
      time_ns: this.#now_ns,
      arrived,
      answered: answered + failed,
      queued: frame.waiting_request.slice(0, Math.min(in_queue, BODIES_MAX)),
      queued_high,
      in_queue,
      unread: frame.waiting_request.slice(in_queue, in_queue + BODIES_MAX),
      on_sockets,
      first_since_ns: Number.isFinite(first) ? first : undefined,
      held_back: arrived - answered - failed - asked,
      working,
      idle: frame.thread_id.length - working.length - (listens ? 1 : 0),
      listens,
      fresh: fresh.slice(-FRESH_MAX),
      step: this.#step - this.#waited.length,
      waited: this.#waited,
    };
  }
}
