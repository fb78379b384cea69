/** State shared by the parts of one step: its claims and terms, what the reader points at, and the guesses. */
import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Cue, ScenePart } from '../../model/run/cue';
import type { RunReport, FigureRequest } from '../../figure/model/given';
import type { GuessMark } from '../../ui/views/timeline-layout';
import { asks, openingOf, type Question } from './asked';
import type { Block, Claim, Picture, PageStep, Term } from './types';

export interface ReadingContext {
  readonly claims: readonly Claim[];
  readonly terms: readonly Term[];
  /** True for print and for the page with the whole lesson, which have no controls. */
  readonly still: boolean;
  /** Lights parts of the step's picture; undefined: those that the step itself lights. */
  light: (parts: readonly ScenePart[] | undefined) => void;
}

export const [getReading, setReading] = createContext<ReadingContext>();

/** This share of a run is less than the handle's own width. */
const NEARLY = 0.01;

/** A step that is being read, with its picture. */
export class StepReading implements ReadingContext {
  /** Questions that have been answered by the run, or by the reader's tap if there is no run. */
  readonly #answered = new SvelteSet<number>();
  /** True while the reader watches the subject of a guess: the picture stays there. */
  #watching = $state(false);
  /** The question whose tap has turned the picture's knobs. */
  #turned = $state.raw<Question>();
  lit = $state.raw<readonly ScenePart[]>();
  /** The reader's guesses that are times, as flags. */
  flags = $state.raw<readonly GuessMark[]>([]);
  wish = $state.raw<FigureRequest>();
  report = $state.raw<RunReport>();
  /** The furthest position of the picture's handle in the page's run. */
  reached_ns = $state<number>();
  /** Once reached, a goal stays reached. */
  reached = $state.raw<readonly string[]>([]);
  /** The index of the first open question: the blocks below it are hidden. */
  readonly open = $derived.by(() => {
    const { still, step } = this;
    return still
      ? -1
      : step.blocks.findIndex((block, index) => this.#asks(block) && !this.#answered.has(index));
  });

  constructor(
    readonly lesson: string,
    readonly step: PageStep,
    readonly picture: Picture | undefined,
    readonly still = false,
  ) {}

  get claims() {
    return this.step.claims;
  }
  get terms() {
    return this.step.terms;
  }
  /** A curve that the reader draws is a guess too. */
  get drawn(): boolean {
    return this.picture?.kind === 'curve' && this.picture.curve.draw !== undefined;
  }
  #asks(block: Block): boolean {
    return asks(block) || (block.kind === 'figure' && this.drawn);
  }
  /** The index of the block that the picture belongs to. */
  get place(): number {
    return this.step.blocks.findIndex(({ kind }) => kind === 'figure' || kind === 'goals');
  }
  get #figure() {
    const { picture } = this;
    if (picture?.kind === 'figure') return picture.figure;
    return picture?.kind === 'twins' ? picture.left : undefined;
  }
  /** True if the question comes before the picture: what the author says about it is hidden. */
  get before(): boolean {
    return this.open >= 0 && this.open < this.place;
  }
  /** The moment and the light of the author's text; a question has its own moment. */
  get cue(): Cue {
    const cue = this.#figure?.cue ?? {};
    const opens_ns = this.before || this.#watching ? openingOf(this.step.blocks) : undefined;
    // Before the question is answered no request is chosen.
    const { overrides, time_ns } = cue;
    const asked: Cue = {
      ...(overrides === undefined ? {} : { overrides }),
      ...(time_ns === undefined ? {} : { time_ns }),
    };
    const turns = this.#turned?.turns;
    const own: Cue = {
      ...(this.before ? asked : cue),
      ...(opens_ns === undefined ? {} : { time_ns: opens_ns }),
      ...(turns === undefined ? {} : { overrides: turns }),
    };
    return this.lit === undefined ? own : { ...own, light: this.lit };
  }
  key(index: number): string {
    return `${this.lesson}/${this.step.slug}/${index}`;
  }
  isAnswered(index: number): boolean {
    return this.still || this.#answered.has(index);
  }

  light = (parts: readonly ScenePart[] | undefined): void => {
    this.lit = parts;
  };
  /** Restores a guess from this tab, or the comparison of a drawing. */
  made(index: number): void {
    this.#answered.add(index);
  }
  /**
   * Takes a new guess. The run goes from the question to the answer, in the picture with its knobs as the question has
   * them, unless it has already shown that answer.
   */
  commit(index: number, flags: readonly GuessMark[]): void {
    const block = this.step.blocks[index];
    const { reached_ns = 0 } = this;
    this.flags = flags;
    if (!block || !asks(block) || block.show_ns === undefined) this.made(index);
    else if (block.turns === undefined && reached_ns >= block.show_ns) this.made(index);
    else {
      this.#watching = true;
      if (block.turns !== undefined) this.#turned = block;
      const { opens_ns = 0, show_ns, ms } = block;
      this.wish = { kind: 'play', from_ns: opens_ns, to_ns: show_ns, ms };
    }
  }
  /** The handle has come this far, by playing or by hand: answers up to there count as given. */
  reach = (reached_ns: number): void => {
    this.reached_ns = reached_ns;
    const { open, step } = this;
    const block = step.blocks[open];
    if (!block || !asks(block) || block.show_ns === undefined) return;
    if (reached_ns < block.show_ns || (block.turns !== undefined && this.#turned !== block)) return;
    this.#watching = true;
    this.made(open);
  };
  /** True if the picture shows a moment other than that of the author's caption. A hand comes back to it only nearly. */
  get away(): boolean {
    const { report } = this;
    const figure = this.#figure;
    if (report === undefined || figure === undefined) return false;
    const home_ns = figure.cue.time_ns ?? figure.poster.frame.time_ns;
    const { state, time_ns, outcome } = report;
    return state === 'playing' || Math.abs(time_ns - home_ns) > outcome.end_ns * NEARLY;
  }
}
