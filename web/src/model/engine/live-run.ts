/** A run that follows real time and that a hand can touch, and what is visible at each moment. */
import { quantileSorted } from 'd3-array';
import {
  ALONE,
  hasAlone,
  hasLatch,
  isSleeper,
  paceOf,
  scenarioOf,
  takes,
  warm_ns,
  type CaseName,
  type Dials,
  type Pace,
  type PoolServer,
} from '../hand/cases';
import { IN_TIME_NS, isDare, outcomeOf, type Figures, type Outcome } from '../hand/dares';
import { Hand, type Done } from '../hand/hand';
import type { Entry, Setting } from '../hand/log';
import { failureOf, failureWords } from '../run/failure';
import {
  CONNECTION_STATES,
  LANES,
  LATCH_STATES,
  NONE,
  THREAD_STATES,
  type Answers,
  type Frame,
} from '../run/frame';
import type { Act } from '../run/types';
import { Passages } from './passages';

/** The live run of the wasm package. */
export interface LiveEngine {
  advance_to(time_ns: number): void;
  act(act: string): void;
  answers(): object;
  frame(time_ns: number): object;
  summary(): Float64Array;
  digest(): string;
  free(): void;
}
export type MakeLive = (scenario: string) => LiveEngine;

/** The pool, what was done to it before it is first shown, and until when that was. */
export interface LiveStory {
  readonly name: CaseName;
  readonly title: string;
  readonly dials: Dials;
  readonly seed: number;
  readonly server?: PoolServer;
  readonly log: readonly Entry[];
  /** Since the hand took over. */
  readonly until_ns: number;
  /** Ends where its dare is decided, if that is before. */
  readonly stops?: boolean;
}

/** Somebody who waits. */
export interface Waiting {
  readonly request: number;
  readonly high: boolean;
  /** Its client has given up. */
  readonly gone: boolean;
}

export interface Working {
  readonly thread: number;
  /** Its place among the living threads, by which a hand names it. */
  readonly nth: number;
  readonly request: number;
  /** Its client's state: an index into CONNECTION_STATES. */
  readonly state: number;
  readonly asleep: boolean;
  readonly gone: boolean;
  /** Share of its work that is done. */
  readonly progress: number;
}

export const ENDS = ['in_time', 'late', 'nobody', 'killed'] as const;
export type End = (typeof ENDS)[number];

export interface Ended {
  readonly request: number;
  readonly end_ns: number;
  readonly latency_ns: number;
  readonly how: End;
  /** It slept on purpose: its latency is nobody's. */
  readonly sleeper: boolean;
}

/** A latch, and who is there: a body is a client. */
export interface Latch {
  readonly holder: number | undefined;
  /** How far the holder is through. */
  readonly through: number;
  /** It is held up. */
  readonly stalled: boolean;
  /** How many of those in the queue sleep: its last ones. */
  readonly asleep: number;
  readonly cores: number;
}

/** Times are the page's: a slowed run has less of them. How long requests wait or take is the run's own time. */
export interface LiveMoment {
  /** Since the hand took over. */
  readonly time_ns: number;
  readonly arrived: number;
  /** Requests in the group's queues, head first, and those unread on the sockets. */
  readonly queued: readonly Waiting[];
  readonly unread: readonly Waiting[];
  /** How long the first of those has waited; 0 without one. */
  readonly first_ns: number;
  /** Requests that arrived while every connection was busy. */
  readonly held_back: number;
  readonly working: readonly Working[];
  readonly listens: boolean;
  readonly shut: boolean;
  readonly locked: boolean;
  readonly threads: number;
  /** What has ended since the moment before. */
  readonly ended: readonly Ended[];
  /** One for each tenth of a second since the moment before. */
  readonly figures: readonly Figures[];
  /** The dare is decided, at this moment. */
  readonly decided: { readonly outcome: Outcome; readonly at_ns: number } | undefined;
  /** Settings that the server has refused since the moment before, and why: they are left out of the log. */
  readonly refused: readonly Refused[];
  /** Only of pools that have one: then the queue is at the latch. */
  readonly latch: Latch | undefined;
}

export interface Refused {
  readonly entry: Entry;
  /** Names the value, its place, and what is allowed. */
  readonly message: string;
}

/** Figures are taken ten times a second of the run. */
export const FIGURES_NS = 1e8;
/** Over this long. */
export const WINDOW_NS = 2e9;

/** When the one that belongs to no transaction is sent. */
const ALONE_NS = ALONE.after_s * 1e9;

const LISTENING = THREAD_STATES.indexOf('listening');
const SOCKET = LANES.indexOf('socket');
const HIGH = LANES.indexOf('high');
const IDLE = CONNECTION_STATES.indexOf('idle');
const RUNNING = CONNECTION_STATES.indexOf('running');
const STALLED = LATCH_STATES.indexOf('stalled');

export class LiveRun {
  #make: MakeLive;
  #engine: LiveEngine;
  #story: LiveStory;
  #hand: Hand;
  #pace: Pace;
  /** When the run began: before the hand took over, or when it began anew. */
  #begun_ns: number;
  #passages: Passages | undefined;
  #now_ns = 0;
  #next_figures = 1;
  #pending: Entry[] = [];
  #window: Ended[] = [];
  #ended: Ended[] = [];
  #figures: Figures[] = [];
  #refused: Refused[] = [];
  #sleepers = new Set<number>();
  #quiet_from = 0;
  #passed = 0;
  #stops = false;
  #decided: LiveMoment['decided'];

  /** Runs the story, up to the first moment shown. */
  constructor(make: MakeLive, story: LiveStory) {
    this.#make = make;
    this.#story = story;
    this.#pace = paceOf(story.name);
    this.#engine = this.#begin(story.dials);
    this.#hand = new Hand(story.name, story.dials);
    if (hasLatch(story.name))
      this.#passages = new Passages(story.dials.threads, story.name === 'slower');
    this.#begun_ns = -warm_ns(story.name);
    this.#engine.answers();
    // What came before is on the record of the last seconds, not in the run of the hand.
    for (let ns = this.#begun_ns + FIGURES_NS; ns <= 0; ns += FIGURES_NS) {
      this.#engine.advance_to(this.#inRun(ns));
      this.#figures.push(this.#take(ns));
    }
    this.#pending = [...story.log];
    this.#stops = story.stops ?? false;
    this.#advance(story.until_ns);
    this.#stops = false;
  }

  #begin(dials: Dials): LiveEngine {
    return this.#make(
      JSON.stringify({
        ...scenarioOf(this.#story.name, { ...this.#story, dials }),
        record: { lives: 0, events: 0 },
        budget: { steps: 2_000_000_000 },
      }),
    );
  }

  /** A time of the page in the run's own. */
  #inRun(ns: number): number {
    return (ns - this.#begun_ns) / this.#pace.slower;
  }

  /** The run begins anew at an entry, with so many threads. */
  #anew({ at, n: threads }: Entry): void {
    this.#upTo(at * this.#pace.step_ns);
    this.#passages?.anew(this.#inRun(at * this.#pace.step_ns), threads);
    this.#engine.free();
    this.#engine = this.#begin({ ...this.#story.dials, threads });
    this.#engine.answers();
    this.#begun_ns = at * this.#pace.step_ns;
    this.#hand = new Hand(this.#story.name, { ...this.#story.dials, threads });
  }

  get time_ns(): number {
    return this.#now_ns;
  }

  digest(): string {
    return this.#engine.digest();
  }

  /** An entry of the log: not before the moment shown. */
  act(entry: Entry): void {
    this.#pending.push(entry);
  }

  /** What is visible at that time; a time in the past means now. */
  go(to_ns: number): LiveMoment {
    this.#advance(to_ns);
    const moment = this.#see();
    this.#ended = [];
    this.#figures = [];
    this.#refused = [];
    return moment;
  }

  free(): void {
    this.#engine.free();
  }

  #advance(to_ns: number): void {
    for (; this.#next_figures * FIGURES_NS <= to_ns; this.#next_figures += 1) {
      const at_ns = this.#next_figures * FIGURES_NS;
      this.#to(at_ns);
      const figures = this.#take(at_ns);
      this.#figures.push(figures);
      const { name } = this.#story;
      const outcome = this.#decided || !isDare(name) ? undefined : outcomeOf(name, figures);
      if (outcome) this.#decided = { outcome, at_ns };
      if (outcome && this.#stops) {
        this.#next_figures += 1;
        this.#now_ns = at_ns;
        return;
      }
    }
    this.#now_ns = Math.max(this.#now_ns, to_ns);
    this.#to(this.#now_ns);
  }

  /** Everything up to a time. */
  #to(run_ns: number): void {
    const { step_ns } = this.#pace;
    const step = Math.floor(run_ns / step_ns);
    for (let next = this.#pending[0]; next && next.at <= step; next = this.#pending[0]) {
      this.#pending.shift();
      // A log of another pool.
      if (!takes(this.#story.name, next.op, next.n)) continue;
      if (next.op === 'T') this.#anew(next);
      this.#do(this.#hand.upTo(next.at));
      if (next.set && !this.#sets(next, next.set)) continue;
      const done = this.#hand.take(next);
      if (!next.set) this.#do(done);
      this.#quiet_from = next.at * step_ns;
      if (next.op === 'M') {
        this.#upTo(this.#quiet_from);
        this.#passages?.hold(this.#inRun(this.#quiet_from));
      }
    }
    this.#do(this.#hand.upTo(step));
    if (this.#hand.pours) this.#quiet_from = run_ns;
    this.#upTo(run_ns);
  }

  #upTo(run_ns: number): void {
    this.#engine.advance_to(this.#inRun(run_ns));
    this.#collect();
  }

  #do(done: readonly Done[]): void {
    for (const { at, deed } of done) {
      const at_us = this.#inRun(at * this.#pace.step_ns) / 1000;
      this.#engine.act(JSON.stringify({ at_us, ...deed } satisfies Act));
    }
  }

  /** Whether the server takes the value. */
  #sets(entry: Entry, set: Setting): boolean {
    try {
      this.#do([{ at: entry.at, deed: { set } }]);
      return true;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.kind !== 'input') throw thrown;
      this.#refused.push({ entry, message: failureWords(failure) });
      return false;
    }
  }

  #collect(): void {
    const told = this.#engine.answers() as Answers;
    for (const [index, request] of told.request.entries()) {
      const ended_ns = told.end_ns[index] ?? 0;
      const end_ns = this.#begun_ns + ended_ns * this.#pace.slower;
      const latency_ns = ended_ns - (told.arrive_ns[index] ?? 0);
      this.#passages?.answered(ended_ns);
      const sleeper = this.#sleepers.delete(request);
      if (end_ns - latency_ns > ALONE_NS) this.#passed += 1;
      const how = told.killed[index]
        ? 'killed'
        : told.nobody[index]
          ? 'nobody'
          : latency_ns <= IN_TIME_NS
            ? 'in_time'
            : 'late';
      const one: Ended = { request, end_ns, latency_ns, how, sleeper };
      this.#ended.push(one);
      this.#window.push(one);
    }
  }

  /** The figures of this moment. */
  #take(run_ns: number): Figures {
    if (run_ns <= 0) this.#collect();
    const frame = this.#frame(run_ns);
    for (const [nth, request] of frame.thread_request.entries())
      if (request !== NONE && this.#sleeps(frame, frame.thread_conn[nth]))
        this.#sleepers.add(request);
    this.#window = this.#window.filter(({ end_ns }) => end_ns > run_ns - WINDOW_NS);
    const counted = this.#window.filter(({ sleeper }) => !sleeper);
    const number = (how: End) => counted.filter((one) => one.how === how).length;
    const now_ns = this.#inRun(run_ns);
    const ages: number[] = [];
    let [unread, unread_ns] = [0, 0];
    let alone_ns = hasAlone(this.#story.name) && run_ns <= ALONE_NS ? 0 : undefined;
    for (const [index, since_ns] of frame.waiting_since_ns.entries()) {
      const conn = frame.waiting_conn[index];
      if (frame.waiting_lane[index] === SOCKET) {
        unread += 1;
        unread_ns = Math.max(unread_ns, now_ns - since_ns);
      }
      if (frame.connection_id[conn ?? NONE] === ALONE.connection) alone_ns = now_ns - since_ns;
      const waits = frame.connection_gone[conn ?? NONE] === 0 && !this.#sleeps(frame, conn);
      if (waits) ages.push(now_ns - since_ns);
    }
    const answered = counted.filter(({ how }) => how === 'in_time' || how === 'late');
    const all = [...answered.map(({ latency_ns }) => latency_ns), ...ages].sort((a, b) => a - b);
    return {
      run_ns,
      listens: frame.thread_state.includes(LISTENING),
      shut: this.#hand.shut,
      unread,
      unread_ns,
      poured: this.#hand.sent,
      quiet_ns: run_ns - this.#quiet_from,
      alone_ns,
      passed: this.#passed,
      in_time: number('in_time'),
      late: number('late'),
      nobody: number('nobody'),
      half_ns: quantileSorted(all, 0.5),
      most_ns: quantileSorted(all, 0.99),
      passage: this.#passages?.take(now_ns),
    };
  }

  #frame(run_ns: number): Frame {
    return this.#engine.frame(this.#inRun(run_ns)) as Frame;
  }

  /** Whether the connection is one of those that sleep on purpose. */
  #sleeps(frame: Frame, conn = NONE): boolean {
    return isSleeper(this.#story.name, frame.connection_id[conn] ?? 0);
  }

  #see(): LiveMoment {
    const frame = this.#frame(this.#now_ns);
    const latch = this.#passages && latchIn(frame);
    const [arrived = 0, answered = 0, failed = 0] = this.#engine.summary();
    const [queued, unread]: [Waiting[], Waiting[]] = [[], []];
    for (const [index, request] of frame.waiting_request.entries()) {
      const lane = frame.waiting_lane[index];
      const gone = frame.connection_gone[frame.waiting_conn[index] ?? 0] === 1;
      (lane === SOCKET ? unread : queued).push({ request, high: lane === HIGH, gone });
    }
    const working: Working[] = [];
    if (latch) seeLatch(frame, queued, working);
    else
      for (const [nth, request] of frame.thread_request.entries()) {
        if (request === NONE) continue;
        const conn = frame.thread_conn[nth] ?? 0;
        working.push({
          thread: frame.thread_id[nth] ?? 0,
          nth,
          request,
          state: frame.connection_state[conn] ?? IDLE,
          asleep: frame.thread_asleep[nth] === 1,
          gone: frame.connection_gone[conn] === 1,
          progress: frame.thread_progress[nth] ?? 0,
        });
      }
    const now_ns = this.#inRun(this.#now_ns);
    let [first_ns, asked] = [0, 0];
    for (const since_ns of frame.waiting_since_ns) first_ns = Math.max(first_ns, now_ns - since_ns);
    for (const one of frame.connection_request) asked += one === NONE ? 0 : 1;
    return {
      time_ns: this.#now_ns,
      arrived,
      queued,
      unread,
      first_ns,
      latch,
      held_back: Math.max(0, arrived - answered - failed - asked),
      working,
      listens: frame.thread_state.includes(LISTENING),
      shut: this.#hand.shut,
      locked: this.#hand.locked,
      threads: this.#hand.threads,
      ended: this.#ended,
      figures: this.#figures,
      decided: this.#decided,
      refused: this.#refused,
    };
  }
}

function latchIn(frame: Frame): Latch {
  const thread = frame.thread_id.indexOf(frame.latch_holder);
  return {
    holder: clientOf(frame, thread),
    through: frame.thread_progress[thread] ?? 0,
    stalled: frame.latch_state === STALLED,
    asleep: Math.min(frame.latch_asleep, frame.latch_queue.length),
    cores: frame.cores,
  };
}

const clientOf = (frame: Frame, thread: number): number | undefined =>
  frame.connection_id[frame.thread_conn[thread] ?? NONE];

/** With a latch a body is a client, which has a thread of its own; at the latch it is in nobody's ring. */
function seeLatch(frame: Frame, queued: Waiting[], working: Working[]): void {
  for (const id of frame.latch_queue) {
    const request = clientOf(frame, frame.thread_id.indexOf(id));
    if (request !== undefined) queued.push({ request, high: false, gone: false });
  }
  for (const [nth, thread] of frame.thread_id.entries()) {
    const request = clientOf(frame, nth);
    const state = frame.connection_state[frame.thread_conn[nth] ?? NONE] ?? IDLE;
    const runs = state === RUNNING && thread !== frame.latch_holder;
    // A statement is too short to see its progress.
    if (request !== undefined && runs)
      working.push({ thread, nth, request, state, asleep: false, gone: false, progress: 1 });
  }
}
