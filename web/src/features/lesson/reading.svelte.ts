/** What the parts of one step share: its claims and terms, what the reader points at, and which guesses are made. */
import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Cue, Part } from '../../model/run/cue';
import type { RunReport, Wish } from '../../figure/model/given';
import type { GuessMark } from '../../ui/views/timeline-layout';
import { asks, openingOf } from './asked';
import type { Block, Claim, Picture, Step, Term } from './types';

export interface Reading {
  readonly claims: readonly Claim[];
  readonly terms: readonly Term[];
  /** On paper and on the page with the whole lesson nothing is pressed. */
  readonly still: boolean;
  /** Lights parts of the step's picture; undefined: those that the step itself lights. */
  light: (parts: readonly Part[] | undefined) => void;
}

export const [getReading, setReading] = createContext<Reading>();

/** A step that is being read, and its picture with it. */
export class StepReading implements Reading {
  /** Questions that are answered: by the run, or where no run can be watched by the tap. */
  readonly #answered = new SvelteSet<number>();
  /** The reader watches what a guess was about: the picture stays with it. */
  #watching = $state(false);
  lit = $state.raw<readonly Part[]>();
  /** What the reader drew or chose where it is a time. */
  flags = $state.raw<readonly GuessMark[]>([]);
  wish = $state.raw<Wish>();
  report = $state.raw<RunReport>();
  /** The furthest that the picture's handle has been in the run of the page. */
  reached_ns = $state<number>();
  /** Once reached, a goal stays reached. */
  reached = $state.raw<readonly string[]>([]);
  /** The first question that is still open: what stands below it waits. */
  readonly open = $derived.by(() => {
    const { still, step } = this;
    return still
      ? -1
      : step.blocks.findIndex((block, index) => this.#asks(block) && !this.#answered.has(index));
  });

  constructor(
    readonly lesson: string,
    readonly step: Omit<Step, 'picture'>,
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
  /** Where the lesson has its picture. */
  get place(): number {
    return this.step.blocks.findIndex(({ kind }) => kind === 'figure' || kind === 'goals');
  }
  get #figure() {
    const { picture } = this;
    if (picture?.kind === 'figure') return picture.figure;
    return picture?.kind === 'twins' ? picture.left : undefined;
  }
  /** The question comes before the picture: what the author says of it waits. */
  get before(): boolean {
    return this.open >= 0 && this.open < this.place;
  }
  /** The moment that the author speaks of, and what is lit; a question has a moment of its own. */
  get cue(): Cue {
    const cue = this.#figure?.cue ?? {};
    const opens_ns = this.before || this.#watching ? openingOf(this.step.blocks) : undefined;
    // Before the question is answered nobody is pointed at.
    const { overrides, time_ns } = cue;
    const asked: Cue = {
      ...(overrides === undefined ? {} : { overrides }),
      ...(time_ns === undefined ? {} : { time_ns }),
    };
    const own: Cue = {
      ...(this.before ? asked : cue),
      ...(opens_ns === undefined ? {} : { time_ns: opens_ns }),
    };
    return this.lit === undefined ? own : { ...own, light: this.lit };
  }
  key(index: number): string {
    return `${this.lesson}/${this.step.slug}/${index}`;
  }
  isAnswered(index: number): boolean {
    return this.still || this.#answered.has(index);
  }

  light = (parts: readonly Part[] | undefined): void => {
    this.lit = parts;
  };
  /** Answered in this tab before, or a picture that was drawn is compared. */
  made(index: number): void {
    this.#answered.add(index);
  }
  /** Guessed now: the run goes on from the question, and comes to the answer, unless it was there for the one before. */
  commit(index: number, flags: readonly GuessMark[]): void {
    const block = this.step.blocks[index];
    const { reached_ns = 0 } = this;
    this.flags = flags;
    if (!block || !asks(block) || reached_ns >= (block.show_ns ?? 0)) this.made(index);
    else {
      this.#watching = true;
      this.wish = { kind: 'play', from_ns: block.opens_ns, to_ns: block.show_ns };
    }
  }
  /** The handle has come so far, by itself or by hand: what the run has answered is answered. */
  reach = (reached_ns: number): void => {
    this.reached_ns = reached_ns;
    const { open, step } = this;
    const block = step.blocks[open];
    if (!block || !asks(block)) return;
    if (block.show_ns === undefined || reached_ns < block.show_ns) return;
    this.#watching = true;
    this.made(open);
  };
  /** To the moment that the words speak of. */
  goBack = (): void => {
    const time_ns = this.home_ns;
    if (time_ns !== undefined) this.wish = { kind: 'show', time_ns };
  };
  get home_ns(): number | undefined {
    const figure = this.#figure;
    return figure && (figure.cue.time_ns ?? figure.poster.frame.time_ns);
  }
  /** The picture shows another moment than the words beside it. */
  get away(): boolean {
    const { report, home_ns } = this;
    return (
      report !== undefined &&
      home_ns !== undefined &&
      (report.state === 'playing' || report.time_ns !== home_ns)
    );
  }
}
