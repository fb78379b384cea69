/** One live run at a time, for one page. */
import { failureOf } from '../run/failure';
import type { LiveAnswer, LiveAsk } from './live-protocol';
import { LiveRun, type MakeLive } from './live-run';
import { unreachable } from './protocol';

export class LiveHost {
  #load: () => Promise<MakeLive>;
  #post: (answer: LiveAnswer) => void;
  #run: LiveRun | undefined;
  /** Requests are handled in order: an act waits for the run that it changes. */
  #before: Promise<void> = Promise.resolve();

  constructor(load: () => Promise<MakeLive>, post: (answer: LiveAnswer) => void) {
    this.#load = load;
    this.#post = post;
  }

  handle(ask: LiveAsk): Promise<void> {
    this.#before = this.#before.then(() => this.#answer(ask));
    return this.#before;
  }

  async #answer(ask: LiveAsk): Promise<void> {
    try {
      switch (ask.type) {
        case 'begin': {
          const run = new LiveRun(await this.#load(), ask.story);
          this.#run?.free();
          this.#run = run;
          this.#post({ type: 'seen', moment: run.go(run.time_ns) });
          break;
        }
        case 'act':
          this.#run?.act(ask.entry);
          break;
        case 'go':
          if (this.#run) this.#post({ type: 'seen', moment: this.#run.go(ask.to_ns) });
          break;
        default:
          unreachable(ask);
      }
    } catch (thrown) {
      this.#post({ type: 'failed', failure: failureOf(thrown) });
    }
  }
}
