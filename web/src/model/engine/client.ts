/**
 * The page's side of the engine. At most one frame is requested at a time; of the requests made meanwhile only the newest
 * is sent. While a run loads, or if it is refused, the previous run answers; later answers of that run are dropped.
 */
import { connect, type EngineLink } from '#link';
import type { Failure } from '../run/failure';
import type { Frame } from '../run/frame';
import { unreachable, type Answer, type Moment } from './protocol';
import { engineOverrides } from '../run/stalls';
import type { Event, Instruments, Life, Outcome, Overrides } from '../run/types';

export interface ClientListener {
  /** `frame` is the picture at the time that the run was opened for, if one was given. */
  opened(outcome: Outcome, first: Frame, frame?: Frame): void;
  frame(frame: Frame): void;
  instruments(instruments: Instruments): void;
  progress(time_ns: number): void;
  failed(failure: Failure): void;
}

/** The default of players. */
export const makeEngine = (listener: ClientListener) => new EngineClient(listener);

const OPENING: ReadonlySet<Answer['type']> = new Set(['progress', 'part', 'opened']);

export class EngineClient {
  #listener: ClientListener;
  #connect: () => Promise<EngineLink>;
  #link: Promise<EngineLink> | undefined;
  /** Generation of the newest run requested. */
  #generation = 0;
  /** Generation of the run that answers requests for frames and instruments. */
  #opened: number | undefined;
  #closed = false;
  #frame_under_way = false;
  #frame_wanted: Moment | undefined;
  /** Lives received so far of the run that is loading. */
  #lives: Life[] = [];
  #events: Event[] = [];

  constructor(listener: ClientListener, connectTo: () => Promise<EngineLink> = connect) {
    this.#listener = listener;
    this.#connect = connectTo;
  }

  async open(scenario: string, overrides: Overrides, time_ns?: number): Promise<void> {
    const generation = ++this.#generation;
    this.#lives = [];
    this.#events = [];
    const link = await this.#linked();
    if (!link || generation !== this.#generation) return;
    const set = engineOverrides(overrides);
    link.post({ type: 'open', generation, scenario, overrides: set, time_ns });
  }

  frame(at: Moment): void {
    const generation = this.#opened;
    if (generation === undefined) return;
    if (this.#frame_under_way) {
      this.#frame_wanted = at;
      return;
    }
    this.#frame_under_way = true;
    this.#frame_wanted = undefined;
    void this.#linked().then((link) => link?.post({ type: 'frame', generation, at }));
  }

  instruments(time_ns: number): void {
    const generation = this.#opened;
    if (generation === undefined) return;
    void this.#linked().then((link) => link?.post({ type: 'instruments', generation, time_ns }));
  }

  /** Ends the worker; a later `open` starts another. */
  reset(): void {
    this.#generation += 1;
    this.#answers(undefined);
    void this.#link?.then((link) => link.close());
    this.#link = undefined;
  }

  close(): void {
    this.#closed = true;
    this.reset();
  }

  /** Switches to this run and forgets requests to the previous one. */
  #answers(generation: number | undefined): void {
    this.#opened = generation;
    this.#frame_under_way = false;
    this.#frame_wanted = undefined;
  }

  async #linked(): Promise<EngineLink | undefined> {
    if (this.#closed) return undefined;
    this.#link ??= this.#connect().then((link) => {
      link.onanswer = (answer) => this.#take(answer);
      link.onbroken = (message) => this.#broken(message);
      return link;
    });
    try {
      return await this.#link;
    } catch (thrown) {
      this.#broken(thrown instanceof Error ? thrown.message : String(thrown));
      return undefined;
    }
  }

  #broken(message: string): void {
    if (this.#closed) return;
    this.reset();
    this.#listener.failed({ kind: 'engine', message });
  }

  #take(answer: Answer): void {
    const opens = answer.type === 'failed' ? answer.during === 'open' : OPENING.has(answer.type);
    const generation = opens ? this.#generation : this.#opened;
    if (this.#closed || answer.generation !== generation) return;
    switch (answer.type) {
      case 'progress':
        this.#listener.progress(answer.time_ns);
        break;
      case 'part':
        this.#add(answer);
        break;
      case 'opened': {
        this.#add(answer.outcome);
        this.#answers(answer.generation);
        const outcome = { ...answer.outcome, lives: this.#lives, events: this.#events };
        this.#listener.opened(outcome, answer.first, answer.frame);
        break;
      }
      case 'instruments':
        this.#listener.instruments(answer.instruments);
        break;
      case 'frame':
        this.#frame_under_way = false;
        this.#listener.frame(answer.frame);
        this.#sendWanted();
        break;
      case 'failed':
        if (answer.during === 'frame') this.#frame_under_way = false;
        this.#listener.failed(answer.failure);
        break;
      default:
        unreachable(answer);
    }
  }

  #add({ lives, events }: Pick<Outcome, 'lives' | 'events'>): void {
    for (const life of lives) this.#lives.push(life);
    for (const event of events) this.#events.push(event);
  }

  #sendWanted(): void {
    const next = this.#frame_wanted;
    if (next && !this.#frame_under_way) this.frame(next);
  }
}
