/** Plays the recording of a run, made when the site was built, until the engine is loaded. */
import type { Overrides } from '../run/types';
import type { ClientListener, EngineClient } from './client';
import type { Moment } from './protocol';
import type { Tape } from './recording';

type Engine = Pick<EngineClient, 'open' | 'frame' | 'instruments' | 'reset' | 'close'>;

export interface Recorded {
  readonly tape: Tape | undefined | Promise<Tape | undefined>;
  /**
   * Once this resolves, the engine continues with the same run, identical to the bit. Without it the recording is enough.
   */
  readonly shown?: Promise<unknown>;
}

export class RecordedFirst implements Engine {
  readonly #listener: ClientListener;
  readonly #engine: Engine;
  readonly #recordedOf: (scenario: string, overrides: Overrides) => Recorded | undefined;
  /** The recording; it answers until the engine has the run. */
  #tape: Tape | undefined;
  #engine_has_run = false;
  #openings = 0;
  /** Number of the opening that the recording has answered. */
  #taped: number | undefined;
  /** True if the present run needs no engine. */
  #enough = false;
  /** Time of a request for instruments, which no recording can answer, so it waits for the engine. */
  #instruments_ns: number | undefined;

  constructor(
    listener: ClientListener,
    make: (hear: ClientListener) => Engine,
    recordedOf: (scenario: string, overrides: Overrides) => Recorded | undefined,
  ) {
    this.#listener = listener;
    this.#recordedOf = recordedOf;
    // Ignores what the engine still says about an earlier run when the recording is enough for this one.
    const wanted = <Told extends unknown[]>(hear: (...told: Told) => void) => {
      return (...told: Told) => {
        if (!this.#enough) hear(...told);
      };
    };
    this.#engine = make({
      opened: wanted((...run) => this.#opened(...run)),
      frame: wanted((frame) => listener.frame(frame)),
      instruments: wanted((instruments) => listener.instruments(instruments)),
      progress: wanted((time_ns) => listener.progress(time_ns)),
      failed: wanted((failure) => listener.failed(failure)),
    });
  }

  async open(scenario: string, overrides: Overrides, time_ns?: number): Promise<void> {
    const opening = ++this.#openings;
    this.#enough = false;
    const { tape: told, shown } = this.#recordedOf(scenario, overrides) ?? {};
    const tape = shown && this.#engine_has_run ? undefined : await told;
    if (opening !== this.#openings) return;
    if (tape) {
      this.#tape = tape;
      this.#taped = opening;
      this.#enough = !shown;
      const frameAt = (at_ns: number) => tape.frame({ by: 'time', time_ns: at_ns });
      const at = time_ns === undefined ? undefined : frameAt(time_ns);
      this.#listener.opened(tape.outcome, frameAt(0), at);
      await shown;
      if (this.#enough || opening !== this.#openings) return;
    }
    await this.#engine.open(scenario, overrides, time_ns);
  }

  frame(at: Moment): void {
    if (this.#tape) this.#listener.frame(this.#tape.frame(at));
    else this.#engine.frame(at);
  }

  instruments(time_ns: number): void {
    if (this.#tape) this.#instruments_ns = time_ns;
    else this.#engine.instruments(time_ns);
  }

  reset(): void {
    this.#tape = undefined;
    this.#engine.reset();
  }

  close(): void {
    this.#openings += 1;
    this.#tape = undefined;
    this.#engine.close();
  }

  #opened(...run: Parameters<ClientListener['opened']>): void {
    const known = this.#taped === this.#openings;
    this.#engine_has_run = true;
    this.#tape = undefined;
    if (!known) this.#listener.opened(...run);
    if (this.#instruments_ns !== undefined) this.#engine.instruments(this.#instruments_ns);
    this.#instruments_ns = undefined;
  }
}
