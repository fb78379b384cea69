/** A scene that is being read: its run, and the reader's guess. */
import { SvelteSet } from 'svelte/reactivity';
import type { FigureRequest, RunReport } from '../../../figure/model/given';
import type { Cue, ScenePart } from '../../../model/run/cue';
import { secondCounts } from '../../../model/run/series';
import type { ReadingContext } from '../reading.svelte';
import { isAnswer } from './guesses';
import type { Lever, SceneData, Span } from './types';

const NS_PER_S = 1e9;

export class SceneReading implements ReadingContext {
  readonly still = false;
  lit = $state.raw<readonly ScenePart[]>();
  wish = $state.raw<FigureRequest>();
  /** Of the picture; before its run is there, the moment that the build drew. */
  time_ns = $state(0);
  /** True from a press until the run has come to where it stops. */
  running = $state(false);
  /** The reader's answer. */
  said = $state<string>();
  /** True once the run has answered. */
  answered = $state(false);
  /** The levers that were pulled. */
  readonly pulled = new SvelteSet<string>();
  #report = $state.raw<RunReport>();
  #span = $state.raw<Span>();
  /** The last that was pulled. */
  readonly lever: Lever | undefined = $derived.by(() => {
    const { asked } = this.scene;
    return asked?.kind === 'lever' ? asked.levers.find(({ key }) => key === this.said) : undefined;
  });

  constructor(readonly data: SceneData) {
    this.time_ns = this.#from_ns;
  }

  get scene() {
    return this.data.scene;
  }
  get claims() {
    return this.scene.claims;
  }
  get terms() {
    return this.scene.terms;
  }
  get #from_ns(): number {
    return this.data.figure.cue.time_ns ?? 0;
  }
  get cue(): Cue {
    const { lever, lit } = this;
    const own = this.data.figure.cue;
    const pulled = lever ? { ...own, overrides: lever.set, time_ns: lever.span.from_ns } : own;
    return lit === undefined ? pulled : { ...pulled, light: lit };
  }
  /** Answers in each second, as far as the run has come. */
  readonly counts: readonly number[] = $derived.by(() => {
    const whole = Math.floor(this.time_ns / NS_PER_S + 1e-6);
    const outcome = this.#report?.outcome;
    const counts = outcome
      ? secondCounts(outcome.metrics.series, 'answers_per_s')
      : (this.scene.line?.before ?? []);
    return counts.slice(0, whole);
  });

  light = (parts: readonly ScenePart[] | undefined): void => {
    this.lit = parts;
  };
  ontime = (time_ns: number): void => {
    this.time_ns = time_ns;
    if (this.running && this.#span && time_ns >= this.#span.to_ns) this.#stopped();
  };
  onrun = (report: RunReport): void => {
    this.#report = report;
  };
  play(): void {
    const { plays } = this.scene;
    if (plays) this.#run(plays);
  }
  /** Takes a guess, or pulls a lever, and starts the run that answers. */
  answer(text: string): void {
    const { asked } = this.scene;
    if (!asked || !isAnswer(asked, text)) return;
    if (asked.kind !== 'lever' && this.said !== undefined) return;
    this.said = text;
    if (asked.kind === 'lever') this.pulled.add(text);
    const span = asked.kind === 'lever' ? this.lever?.span : asked.span;
    if (span) this.#run(span);
  }
  /** Of an earlier visit in this tab. */
  restore(text: string | undefined): void {
    const { asked } = this.scene;
    if (!asked || !isAnswer(asked, text)) return;
    if (asked.kind !== 'lever') this.said = text;
    this.answered = true;
  }
  /** For a reader who does not wait, and where no run can be made. */
  skip(): void {
    const span = this.#span;
    if (span) this.wish = { kind: 'show', time_ns: span.to_ns };
    this.#stopped();
  }
  #run(span: Span): void {
    this.#span = span;
    this.running = true;
    this.wish = { kind: 'play', ...span };
  }
  #stopped(): void {
    this.running = false;
    if (this.said !== undefined) this.answered = true;
  }
}
