/** A run that follows real time and whose settings change while it runs, and what is visible at each moment. */
import { min } from 'd3-array';
import { CONNECTION_STATES, LANES, NONE, THREAD_STATES, type Frame } from '../run/frame';
import type { Act } from '../run/types';

/** The live run of the wasm package. */
export interface LiveEngine {
  advance_to(time_ns: number): void;
  act(act: string): void;
  frame(time_ns: number): object;
  summary(): Float64Array;
  free(): void;
}
export type MakeLive = (scenario: string) => LiveEngine;

/** What a hand does at some time. */
export type Deed = Omit<Act, 'at_us'>;

/** How to prepare a run before it is first shown. */
export interface LiveStory {
  readonly scenario: string;
  readonly turns: readonly { readonly at_ns: number; readonly deeds: readonly Deed[] }[];
  readonly until_ns: number;
}

export interface Working {
  readonly thread: number;
  readonly request: number;
  /** Its client's state: an index into CONNECTION_STATES. */
  readonly state: number;
  /** Share of its work that is done. */
  readonly progress: number;
}

export interface LiveMoment {
  readonly time_ns: number;
  readonly arrived: number;
  readonly answered: number;
  /** Requests in the group's queues, head first: as many as a picture can hold, and their full number. */
  readonly queued: Uint32Array;
  readonly queued_high: number;
  readonly in_queue: number;
  /** Requests that are unread on the sockets, likewise. */
  readonly unread: Uint32Array;
  readonly on_sockets: number;
  /** When the first of those started to wait, if any does. */
  readonly first_since_ns: number | undefined;
  /** Requests that arrived while every connection was busy. */
  readonly held_back: number;
  readonly working: readonly Working[];
  /** Threads without work, including those on their way to idle. */
  readonly idle: number;
  readonly listens: boolean;
  /** Requests that arrived in the last moments, from this number on, each with its approximate arrival. */
  readonly fresh: readonly { readonly request: number; readonly at_ns: number }[];
  /** Number of waiting requests at each step since the previous moment: the first at `step`, then every STEP_NS. */
  readonly step: number;
  readonly waited: readonly number[];
}

/** The number of waiting requests is sampled ten times per second of the run. */
export const STEP_NS = 1e8;
/** The most bodies that a picture shows in one queue. */
export const BODIES_MAX = 480;
/** How long the picture shows a request approaching the door. */
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

  /** Runs the story, up to the first moment shown. */
  constructor(make: MakeLive, story: LiveStory) {
    this.#engine = make(story.scenario);
    for (const { at_ns, deeds } of story.turns) {
      this.#advance(at_ns);
      this.turn(deeds);
    }
    this.#advance(story.until_ns);
  }

  get time_ns(): number {
    return this.#now_ns;
  }

  /** Does this now. Throws what the engine refuses. */
  turn(deeds: readonly Deed[]): void {
    for (const deed of deeds)
      this.#engine.act(JSON.stringify({ at_us: this.#now_ns / 1000, ...deed } satisfies Act));
  }

  /** What is visible at that time; a time in the past means now. */
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
    const first = min(frame.waiting_since_ns) ?? Infinity;
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
