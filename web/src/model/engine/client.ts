/**
 * The page's side of the engine. At most one frame is under way; of those asked for meanwhile only
 * the newest is sent, and answers that belong to an older run are dropped.
 */
import { connect, type EngineLink } from './link';
import type { Failure } from '../run/failure';
import type { Frame } from '../run/frame';
import { unreachable, type Answer, type Moment } from './protocol';
import { engineOverrides } from '../run/stalls';
import type { Instruments, Outcome, Overrides } from '../run/types';

export interface ClientListener {
  opened(outcome: Outcome, first: Frame): void;
  frame(frame: Frame): void;
  instruments(instruments: Instruments): void;
  progress(time_ns: number): void;
  failed(failure: Failure): void;
}

/** As a player makes it. */
export const makeEngine = (listener: ClientListener) => new EngineClient(listener);

export class EngineClient {
  #listener: ClientListener;
  #connect: () => Promise<EngineLink>;
  #link: Promise<EngineLink> | undefined;
  #generation = 0;
  #closed = false;
  #frame_under_way = false;
  #frame_wanted: Moment | undefined;

  constructor(listener: ClientListener, connectTo: () => Promise<EngineLink> = connect) {
    this.#listener = listener;
    this.#connect = connectTo;
  }

  /** Starts a new run; whatever was asked of the one before is forgotten. */
  async open(scenario: string, overrides: Overrides): Promise<void> {
    const generation = ++this.#generation;
    this.#frame_under_way = false;
    this.#frame_wanted = undefined;
    const link = await this.#linked();
    if (!link || generation !== this.#generation) return;
    link.post({ type: 'open', generation, scenario, overrides: engineOverrides(overrides) });
  }

  frame(at: Moment): void {
    if (this.#frame_under_way) {
      this.#frame_wanted = at;
      return;
    }
    this.#frame_under_way = true;
    this.#frame_wanted = undefined;
    const generation = this.#generation;
    void this.#linked().then((link) => link?.post({ type: 'frame', generation, at }));
  }

  instruments(time_ns: number): void {
    const generation = this.#generation;
    void this.#linked().then((link) => link?.post({ type: 'instruments', generation, time_ns }));
  }

  /** Ends the worker; a later `open` starts another. */
  reset(): void {
    this.#generation += 1;
    this.#frame_under_way = false;
    void this.#link?.then((link) => link.close());
    this.#link = undefined;
  }

  close(): void {
    this.#closed = true;
    this.reset();
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
    if (this.#closed || answer.generation !== this.#generation) return;
    switch (answer.type) {
      case 'progress':
        this.#listener.progress(answer.time_ns);
        break;
      case 'opened':
        this.#listener.opened(answer.outcome, answer.first);
        break;
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

  #sendWanted(): void {
    const next = this.#frame_wanted;
    if (next && !this.#frame_under_way) this.frame(next);
  }
}
