/**
 * A run that was recorded when the site was built plays before the engine is there. Then the engine goes on with it: to the
 * bit it is the same run.
 */
import { makeEngine as makeClient, type ClientListener, type EngineClient } from './client';
import { prepare } from './link';
import { unpack, type Packed } from './packed';
import type { Moment } from './protocol';
import { Tape, type Recording } from './recording';
import type { Overrides } from '../run/types';

/** Of a scenario as it is, without settings of its own. */
interface Recorded {
  readonly scenario: string;
  readonly tape: Promise<Tape | undefined>;
  readonly shown: Promise<unknown>;
}
let recorded: Recorded | undefined;

/** Where it is recorded (`told`) it plays first, and once it is `shown` the engine is made. */
export async function record(
  scenario: string,
  told: Promise<Packed>,
  shown: Promise<unknown>,
): Promise<void> {
  const tape = told.then((packed) => {
    const [recording] = unpack(packed) as readonly (Recording | null | undefined)[];
    return recording ? new Tape(recording) : undefined;
  });
  recorded = { scenario, tape, shown };
  if (await tape) await shown;
  prepare(scenario);
}

/** As the player of a page makes it. */
export const makeEngine = (listener: ClientListener) => new RecordedFirst(listener);

type Engine = Pick<EngineClient, 'open' | 'frame' | 'instruments' | 'reset' | 'close'>;

export class RecordedFirst implements Engine {
  readonly #listener: ClientListener;
  readonly #engine: Engine;
  /** Answers until the engine has a run. */
  #tape: Tape | undefined;
  #engine_has_run = false;
  #openings = 0;
  /** The opening that the tape has answered. */
  #taped: number | undefined;
  /** What no recording knows. */
  #instruments_ns: number | undefined;

  constructor(listener: ClientListener, make: (hear: ClientListener) => Engine = makeClient) {
    this.#listener = listener;
    this.#engine = make({
      opened: (...run) => this.#opened(...run),
      frame: (frame) => listener.frame(frame),
      instruments: (instruments) => listener.instruments(instruments),
      progress: (time_ns) => listener.progress(time_ns),
      failed: (failure) => listener.failed(failure),
    });
  }

  async open(scenario: string, overrides: Overrides, time_ns?: number): Promise<void> {
    const opening = ++this.#openings;
    const own = recorded?.scenario === scenario && Object.keys(overrides).length === 0;
    const tape = own && !this.#engine_has_run ? await recorded?.tape : undefined;
    if (opening !== this.#openings) return;
    if (tape) {
      this.#tape = tape;
      this.#taped = opening;
      const frameAt = (at_ns: number) => tape.frame({ by: 'time', time_ns: at_ns });
      const at = time_ns === undefined ? undefined : frameAt(time_ns);
      this.#listener.opened(tape.outcome, frameAt(0), at);
      await recorded?.shown;
      if (opening !== this.#openings) return;
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
