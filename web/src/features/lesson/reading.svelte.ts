/** What the parts of one step share: its claims and terms, what the reader points at, and which guesses are made. */
import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Cue, Part } from '../../model/run/cue';
import type { Ghost, RunReport, Wish } from '../../figure/model/given';
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
  readonly #guessed = new SvelteSet<number>();
  lit = $state.raw<readonly Part[]>();
  /** What the reader drew or chose where it is a time. */
  ghosts = $state.raw<readonly Ghost[]>([]);
  wish = $state.raw<Wish>();
  report = $state.raw<RunReport>();
  /** Once reached, a goal stays reached. */
  reached = $state.raw<readonly string[]>([]);
  /** The first guess that is still open: what stands below it waits. */
  readonly open = $derived.by(() => {
    const { still, step } = this;
    return still
      ? -1
      : step.blocks.findIndex((block, index) => this.#asks(block) && !this.#guessed.has(index));
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
  #asks({ kind }: Block): boolean {
    return kind === 'predict' || kind === 'draw' || (kind === 'figure' && this.drawn);
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
  /** The guess comes first: the run stands at its start, and what follows is veiled. */
  get before(): boolean {
    return this.open >= 0 && this.open < this.place;
  }
  /** The moment that the author speaks of, and what is lit. */
  get cue(): Cue {
    const cue = this.#figure?.cue ?? {};
    const own: Cue = this.before
      ? { time_ns: 0, ...(cue.overrides && { overrides: cue.overrides }) }
      : cue;
    return this.lit === undefined ? own : { ...own, light: this.lit };
  }
  key(index: number): string {
    return `${this.lesson}/${this.step.slug}/${index}`;
  }

  light = (parts: readonly Part[] | undefined): void => {
    this.lit = parts;
  };
  /** Guessed in this tab before. */
  made(index: number): void {
    this.#guessed.add(index);
  }
  /** Guessed now: the run plays into what was guessed. */
  commit(index: number, until_ns: number | undefined, ghosts: readonly Ghost[]): void {
    this.made(index);
    this.ghosts = ghosts;
    this.wish = { kind: 'play', until_ns };
  }
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
