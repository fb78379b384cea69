/** When a camera goes by itself, and where to: from the whole to where something happens, and on if more happens elsewhere. */

const LEAST_BETWEEN_MS = 4_000;
const FIRST_LOOK_MS = 1_200;
/** Another place leads by so much, for so long. */
const LEADS = 0.25;
const LEADS_FOR_MS = 1_500;

export interface Choice {
  /** What the camera is on; undefined: the whole. */
  readonly place: number | undefined;
  /** Where something happens. */
  readonly target: number;
  /** True if houses have no parts in the whole. */
  readonly far: boolean;
  /** How many wait in a place, relative to the fullest. */
  readonly warmth: (place: number) => number;
}

export class Director {
  #began_ms: number | undefined;
  #flew_ms = -Infinity;
  #leads_since_ms: number | undefined;

  /** The camera sets out, whoever moves it. */
  flies(now_ms: number): void {
    this.#flew_ms = now_ms;
    this.#leads_since_ms = undefined;
  }

  /** True with the first picture since it has rested. */
  begins(now_ms: number): boolean {
    const first = this.#began_ms === undefined;
    this.#began_ms ??= now_ms;
    return first;
  }

  rests(): void {
    this.#began_ms = undefined;
  }

  /** The place to go to; undefined: it stays. */
  next(now_ms: number, { place, target, far, warmth }: Choice): number | undefined {
    if (now_ms - this.#flew_ms < LEAST_BETWEEN_MS) return undefined;
    if (place === undefined) {
      const looked = now_ms - (this.#began_ms ?? now_ms) >= FIRST_LOOK_MS;
      return far && looked && warmth(target) > 0 ? target : undefined;
    }
    if (target === place || warmth(target) - warmth(place) < LEADS) {
      this.#leads_since_ms = undefined;
      return undefined;
    }
    this.#leads_since_ms ??= now_ms;
    return now_ms - this.#leads_since_ms > LEADS_FOR_MS ? target : undefined;
  }
}
