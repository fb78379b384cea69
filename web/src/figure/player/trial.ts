/** Runs that nobody watches, for a request's outcome with another value of a setting. */
import type { Outcome, Overrides } from '../../model/run/types';
import type { MakeEngine } from './track.svelte';

type Answer = (outcome: Outcome | undefined) => void;

export class Trials {
  #waiting: Answer | undefined;
  readonly #engine;

  constructor(make: MakeEngine) {
    this.#engine = make({
      opened: (outcome) => this.#answer(outcome),
      frame: () => undefined,
      instruments: () => undefined,
      progress: () => undefined,
      // Refused input is an answer too: it does not help.
      failed: () => this.#answer(undefined),
    });
  }

  /** A newer run cancels one under way, which then resolves to undefined. */
  run(scenario_json: string, overrides: Overrides): Promise<Outcome | undefined> {
    this.#answer(undefined);
    return new Promise((resolve) => {
      this.#waiting = resolve;
      void this.#engine.open(scenario_json, overrides);
    });
  }

  close(): void {
    this.#answer(undefined);
    this.#engine.close();
  }

  #answer(outcome: Outcome | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(outcome);
  }
}
