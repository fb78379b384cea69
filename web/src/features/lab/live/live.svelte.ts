/** A live run under a page's clock: simulated time follows real time, and sliders change what comes next. */
import type { ConnectLive, LiveLink } from '../../../model/engine/live-link';
import type { LiveAnswer } from '../../../model/engine/live-protocol';
import type { LiveMoment } from '../../../model/engine/live-run';
import { LONGEST_FRAME_MS } from '../../../figure/player/clock';
import type { Clock } from '../../../figure/player/loop';
import type { Dials } from './dials';
import { longer, NOBODY, waiting, type Waited } from './record';
import { sentenceOf } from './say';
import { Seats, type Seated } from './seats';
import { startDials, storyOf, turnOf, type StartName } from './starts';

/** The page's data until the engine has loaded. */
export interface LiveStill {
  readonly moment: LiveMoment;
  readonly record: Waited;
}

/** A sentence stays at least this long, unless a slider is moved. */
const SENTENCE_NS = 6e8;

export class Live {
  #connect: ConnectLive;
  #clock: Clock;
  #link: LiveLink | undefined;
  #seats = new Seats();
  #under_way = false;
  /** True while a new story is loading: moments of the previous one are ignored. */
  #begins = $state(false);
  #stop: (() => void) | undefined;
  #target_ns: number;
  #said_ns: number;
  #moment = $state.raw() as LiveMoment;
  #record = $state.raw<Waited>(NOBODY);
  #seated = $state.raw() as Seated;
  #sentence = $state('');
  #start = $state<StartName>('steady');
  #dials = $state.raw<Dials>(startDials('steady'));
  #playing = $state(false);
  #failure = $state<string | undefined>();
  #seen = true;

  constructor(still: LiveStill, connect: ConnectLive, clock: Clock) {
    this.#connect = connect;
    this.#clock = clock;
    this.#target_ns = this.#said_ns = still.moment.time_ns;
    this.#record = still.record;
    this.#show(still.moment);
    this.#say();
  }

  get moment(): LiveMoment {
    return this.#moment;
  }
  get record(): Waited {
    return this.#record;
  }
  get seated(): Seated {
    return this.#seated;
  }
  get sentence(): string {
    return this.#sentence;
  }
  get start(): StartName {
    return this.#start;
  }
  get dials(): Dials {
    return this.#dials;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** It plays as soon as the engine has answered. */
  get busy(): boolean {
    return this.#playing && this.#begins;
  }
  get failure(): string | undefined {
    return this.#failure;
  }

  play(): void {
    this.#playing = true;
    this.#run();
  }

  pause(): void {
    this.#playing = false;
    this.#rest();
  }

  /** Pauses off the screen, and continues when it is visible again. */
  seen(seen: boolean): void {
    this.#seen = seen;
    if (seen) this.#run();
    else this.#rest();
  }

  /** Applies the sliders from the displayed moment on. */
  turn(dials: Dials): void {
    const deeds = turnOf(this.#start, dials, this.#dials);
    this.#dials = dials;
    this.#linked()?.post({ type: 'turn', deeds });
    this.#show(this.#moment);
    this.#say();
  }

  begin(start: StartName, dials: Dials = startDials(start)): void {
    this.#start = start;
    this.#dials = dials;
    this.#failure = undefined;
    this.#ask(start, dials);
    this.play();
  }

  close(): void {
    this.#rest();
    this.#link?.close();
    this.#link = undefined;
  }

  #ask(start: StartName, dials: Dials): void {
    this.#begins = true;
    this.#under_way = true;
    this.#link ??= this.#connect((answer) => this.#take(answer));
    this.#link.post({ type: 'begin', story: storyOf(start, dials) });
  }

  /** Loads the engine when the run is first continued or changed. */
  #linked(): LiveLink | undefined {
    if (!this.#link && this.#failure === undefined) this.#ask(this.#start, startDials(this.#start));
    return this.#link;
  }

  #run(): void {
    if (!this.#playing || !this.#seen || this.#stop) return;
    this.#linked();
    this.#stop = this.#clock.animate((elapsed_ms) => this.#tick(elapsed_ms));
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** At most one moment is requested at a time: a slow page shows fewer, without delaying the run. */
  #tick(elapsed_ms: number): void {
    if (this.#begins) return;
    this.#target_ns += Math.min(elapsed_ms, LONGEST_FRAME_MS) * 1e6;
    if (this.#under_way) return;
    this.#under_way = true;
    this.#link?.post({ type: 'go', to_ns: this.#target_ns });
  }

  #take(answer: LiveAnswer): void {
    switch (answer.type) {
      case 'seen': {
        this.#under_way = false;
        const { moment } = answer;
        if (this.#begins) {
          this.#begins = false;
          this.#target_ns = moment.time_ns;
          this.#record = NOBODY;
          this.#seats = new Seats();
        }
        this.#record = longer(this.#record, moment);
        this.#show(moment);
        const since = moment.time_ns - this.#said_ns;
        if (since >= SENTENCE_NS || since < 0) this.#say();
        break;
      }
      case 'failed': {
        const { failure } = answer;
        this.#failure =
          failure.kind === 'input'
            ? failure.errors.map(({ message }) => message).join(' ')
            : failure.message;
        this.pause();
        this.#link?.close();
        this.#link = undefined;
        this.#under_way = this.#begins = false;
        break;
      }
      default:
        answer satisfies never;
    }
  }

  #show(moment: LiveMoment): void {
    this.#seated = this.#seats.take(moment.working, this.#dials.threads);
    this.#moment = moment;
  }

  #say(): void {
    this.#said_ns = this.#moment.time_ns;
    this.#sentence = sentenceOf(this.#start, this.#dials, this.#moment);
  }

  /** How many requests wait now. */
  get waiting(): number {
    return waiting(this.#moment);
  }
}
