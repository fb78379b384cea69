/** The position of a film: it moves from look to look at the times at which they were taken. */
import { comfortableSpeed, forward } from '../../figure/player/clock';
import { actionOf, focusOf, type Action } from '../../figure/player/keys';
import { pageClock, type Clock } from '../../figure/player/loop';
import { timeOf, type Film } from '../../model/diagnosis/film';

const NS_PER_US = 1e3;

export class Reel {
  readonly film: Film;
  readonly #clock: Clock;
  readonly #times_ns: readonly number[];
  readonly #end_ns: number;
  #time_ns = 0;
  #stop: (() => void) | undefined;
  #at = $state(0);
  #playing = $state(false);

  constructor(film: Film, clock = pageClock()) {
    this.film = film;
    this.#clock = clock;
    const from = film.looks[0]?.at_us ?? 0;
    this.#times_ns = film.looks.map(({ at_us }) => (at_us - from) * NS_PER_US);
    this.#end_ns = this.#times_ns.at(-1) ?? 0;
    this.#at = film.opens;
  }

  get at() {
    return this.#at;
  }
  get playing() {
    return this.#playing;
  }
  /** By the server's clock. */
  timeOf(look: number): string {
    return timeOf(this.film.looks[look]?.at_us ?? 0, this.film);
  }
  get begins() {
    return this.#at === this.#times_ns.length - 1 ? 'again' : this.#at === 0 ? 'start' : 'here';
  }

  seek(look: number): void {
    this.pause();
    this.#at = Math.min(Math.max(look, 0), this.#times_ns.length - 1);
  }
  stepForward(): void {
    this.seek(this.#at + 1);
  }
  stepBack(): void {
    this.seek(this.#at - 1);
  }
  play(): void {
    if (this.#playing) return;
    if (this.begins === 'again') this.#at = 0;
    this.#time_ns = this.#times_ns[this.#at] ?? 0;
    this.#playing = true;
    const speed = comfortableSpeed(this.#end_ns);
    this.#stop = this.#clock.animate((elapsed_ms) => {
      this.#time_ns = forward(this.#time_ns, elapsed_ms, speed, this.#end_ns);
      // Nothing is known between two looks, so the last one stays.
      this.#at = this.#times_ns.findLastIndex((time) => time <= this.#time_ns);
      if (this.#time_ns >= this.#end_ns) this.pause();
    });
  }
  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#playing = false;
  }
  /** Goes to the next change of the verdict. */
  turn(by: 1 | -1): void {
    const { changes } = this.film;
    const to =
      by === 1
        ? changes.find((look) => look > this.#at)
        : changes.findLast((look) => look < this.#at);
    if (to !== undefined) this.seek(to);
  }

  readonly key = (event: KeyboardEvent): void => {
    const { key, shiftKey: shift, ctrlKey, altKey, metaKey, target } = event;
    const other = ctrlKey || altKey || metaKey;
    if (this.act(actionOf({ key, shift, other }, focusOf(target)))) event.preventDefault();
  };

  /** Performs a key's action; false if it means nothing to a film. */
  act(action: Action | undefined): boolean {
    const does: Readonly<Partial<Record<Action, () => void>>> = {
      play: () => (this.#playing ? this.pause() : this.play()),
      forward: () => this.stepForward(),
      tick_forward: () => this.stepForward(),
      back: () => this.stepBack(),
      tick_back: () => this.stepBack(),
      start: () => this.seek(0),
      end: () => this.seek(this.#times_ns.length - 1),
      next_bookmark: () => this.turn(1),
      previous_bookmark: () => this.turn(-1),
    };
    const done = action && does[action];
    done?.();
    return done !== undefined;
  }
}
