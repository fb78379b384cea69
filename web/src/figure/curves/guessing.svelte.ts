/** The guess before a curve is shown: drawn by hand or skipped, stored for this tab, compared with the truth. */
import { keep, recall } from '../../ui/kept';
import type { PairLine } from '../../model/benchmarks/benchmark';
import type { Clock } from '../player/loop';
import type { CurveFigureProps } from './curve-figure';
import { begin, printGuess, readGuess, stroke, type Guess, type Stroke } from './guess';
import { verdictOf, type GuessVerdict } from './verdict';

const PASSED = '-';
const REVEAL_MS = 1800;

type Given = Pick<CurveFigureProps, 'pair' | 'draw' | 'covered' | 'key'>;

export class Guessing {
  readonly #given: () => Given;
  readonly #clock: Clock;
  readonly #ondone: (now: boolean) => void;
  guess: Guess = $state.raw() as Guess;
  how = $state<'asked' | 'drawn' | 'passed'>('passed');
  /** How much of the true lines is drawn, from the left, in per cent; undefined: all of it. */
  drawn = $state<number>();
  #stop: (() => void) | undefined;

  /** `ondone` is called when the lines may be shown; its argument says whether that has just happened. */
  constructor(given: () => Given, clock: Clock, ondone: (now: boolean) => void) {
    this.#given = given;
    this.#clock = clock;
    this.#ondone = ondone;
    this.guess = begin(this.#first);
    if (given().draw) this.how = 'asked';
  }

  /** The line that the reader should draw. */
  get line(): PairLine | undefined {
    const { pair, draw } = this.#given();
    return pair.lines.find(({ system }) => system === draw);
  }
  get #first(): number {
    return this.line?.measured[0]?.[1] ?? 1;
  }
  get asked(): boolean {
    return this.how === 'asked' && this.line !== undefined;
  }
  /** True while no line may be shown. */
  get hidden(): boolean {
    return this.asked || this.#given().covered === true;
  }
  get touched(): boolean {
    return this.guess.set.some((one, index) => one && index > 0);
  }
  get told(): GuessVerdict | undefined {
    const { line } = this;
    const stands = this.how === 'drawn' && this.drawn === undefined && !this.#given().covered;
    return stands && line ? verdictOf(this.guess, line, this.#given().pair) : undefined;
  }

  /** Restores an earlier guess from this tab. */
  recall(): void {
    const { key, draw } = this.#given();
    const before = key === undefined ? undefined : recall(key);
    if (before === undefined || !draw) return;
    const read = before === PASSED ? undefined : readGuess(before, this.#first);
    if (read) this.guess = read;
    this.how = read ? 'drawn' : 'passed';
    this.#ondone(false);
  }

  stroke(from: Stroke, to: Stroke): void {
    this.guess = stroke(this.guess, from, to);
  }

  /** Draws the true lines from left to right, or at once for readers who want less motion. */
  commit(way: 'drawn' | 'passed', calm: boolean): void {
    this.how = way;
    const { key } = this.#given();
    if (key !== undefined) keep(key, way === 'drawn' ? printGuess(this.guess) : PASSED);
    if (calm) {
      this.#end();
      return;
    }
    this.drawn = 0;
    let gone_ms = 0;
    this.#stop = this.#clock.animate((elapsed_ms) => {
      gone_ms += elapsed_ms;
      this.drawn = Math.min(100, (100 * gone_ms) / REVEAL_MS);
      if (gone_ms >= REVEAL_MS) this.#end();
    });
  }

  again(): void {
    this.close();
    this.how = 'asked';
    this.guess = begin(this.#first);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.drawn = undefined;
  }

  #end(): void {
    this.close();
    this.#ondone(true);
  }
}
