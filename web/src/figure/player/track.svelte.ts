/** One run under a player's clock: its engine, its outcome, and its picture of the moment. */
import type { ClientListener, EngineClient } from '../../model/engine/client';
import { sameOverrides } from '../../model/run/cue';
import { playableEnd } from '../../model/run/end';
import type { Failure, InputError } from '../../model/run/failure';
import type { Moment } from '../../model/engine/protocol';
import type { Frame, Instruments, Outcome, Overrides } from '../../model/run/types';
import type { Poster } from '../../model/run/poster';
import type { Position } from './steps';

export type { Poster } from '../../model/run/poster';

/** The part of the engine that a track needs; tests pass another. */
export type EnginePort = Pick<EngineClient, 'open' | 'frame' | 'instruments' | 'reset' | 'close'>;
export type MakeEngine = (listener: ClientListener) => EnginePort;

export interface TrackListener {
  /** The requested run has arrived, or was refused and the previous one stays. */
  settled(): void;
  failed(): void;
  /** A requested picture has arrived. */
  shown(): void;
  /** The time for a new run's first picture. */
  now(): number;
}

export class Track {
  #outcome: Outcome = $state.raw() as Outcome;
  #first: Frame = $state.raw() as Frame;
  #frame: Frame = $state.raw() as Frame;
  #overrides: Overrides = $state.raw({});
  /** The scenario of the run that is shown. */
  #scenario_json: string = $state.raw('');
  #problems = $state.raw<readonly InputError[]>([]);
  #failure = $state.raw<Failure | undefined>();
  #instruments = $state.raw<Instruments | undefined>();
  #computed_ns = $state(0);
  #has_run = $state(false);
  /** The settings that it opens with, and that "reset" restores. */
  home: Overrides = $state.raw({});
  /** True while it shows another run's picture until its own arrives. */
  #stands_in = $state(false);
  #end_ns = $derived.by(() => playableEnd(this.#outcome));
  /** Overrides and scenario that the engine is computing and has not accepted yet. */
  #wanted: Overrides;
  #wanted_json: string;
  #pending = $state(false);
  /** True if a requested picture has not arrived yet. */
  #drawing = false;
  /** True if its picture came with the run. */
  #came_with_run = false;
  readonly #hear: TrackListener;
  readonly #engine: EnginePort;

  constructor(poster: Poster, wanted: Overrides, hear: TrackListener, make: MakeEngine) {
    this.#outcome = poster.outcome;
    this.#first = poster.first;
    this.#frame = poster.frame;
    this.#overrides = poster.overrides;
    this.home = wanted;
    this.#scenario_json = poster.scenario_json;
    this.#wanted = wanted;
    this.#wanted_json = poster.scenario_json;
    this.#hear = hear;
    this.#engine = make({
      opened: (outcome, first, frame) => this.#opened(outcome, first, frame),
      frame: (frame) => this.#drawn(frame),
      instruments: (instruments) => (this.#instruments = instruments),
      progress: (time_ns) => (this.#computed_ns = time_ns),
      failed: (failure) => this.#failed(failure),
    });
  }

  get outcome() {
    return this.#outcome;
  }
  get first() {
    return this.#first;
  }
  get frame() {
    return this.#frame;
  }
  get end_ns() {
    return this.#end_ns;
  }
  get overrides() {
    return this.#overrides;
  }
  get at_home() {
    return sameOverrides(this.#overrides, this.home);
  }
  get scenario_json() {
    return this.#scenario_json;
  }
  get wanted() {
    return this.#wanted;
  }
  get wanted_json() {
    return this.#wanted_json;
  }
  get pending() {
    return this.#pending;
  }
  get stands_in() {
    return this.#stands_in && !this.#has_run;
  }
  get has_run() {
    return this.#has_run;
  }
  get problems() {
    return this.#problems;
  }
  get failure() {
    return this.#failure;
  }
  get instruments() {
    return this.#instruments;
  }
  get computed_ns() {
    return this.#computed_ns;
  }

  /** For a second run without a picture in the page. */
  standIn(): void {
    this.#stands_in = true;
  }

  open(overrides: Overrides, scenario_json: string = this.#wanted_json): void {
    this.#wanted = overrides;
    this.#wanted_json = scenario_json;
    this.#problems = [];
    this.#failure = undefined;
    this.#computed_ns = 0;
    this.#pending = true;
    void this.#engine.open(scenario_json, overrides, this.#hear.now());
  }

  get drawing() {
    return this.#drawing;
  }

  show(position: Position): void {
    const there = position.step === undefined && position.time_ns === this.#frame.time_ns;
    this.#drawing = !(this.#came_with_run && there);
    if (!this.#drawing) return;
    this.#came_with_run = false;
    const at: Moment =
      position.step === undefined
        ? { by: 'time', time_ns: position.time_ns }
        : { by: 'step', step: position.step };
    this.#engine.frame(at);
  }

  askInstruments(time_ns: number): void {
    this.#engine.instruments(time_ns);
  }

  forgive(): void {
    this.#problems = [];
  }

  restart(): void {
    this.#engine.reset();
  }

  close(): void {
    this.#engine.close();
  }

  #drawn(frame: Frame): void {
    this.#drawing = false;
    this.#frame = frame;
    this.#hear.shown();
  }

  /** Takes run and picture together, so that both are drawn once. */
  #opened(outcome: Outcome, first: Frame, frame: Frame | undefined): void {
    this.#pending = false;
    this.#has_run = true;
    this.#overrides = this.#wanted;
    this.#scenario_json = this.#wanted_json;
    this.#outcome = outcome;
    this.#first = first;
    this.#came_with_run = frame !== undefined;
    if (frame) this.#frame = frame;
    this.#hear.settled();
  }

  #failed(failure: Failure): void {
    const changed = this.#wanted !== this.#overrides || this.#wanted_json !== this.#scenario_json;
    if (failure.kind === 'input' && this.#pending && changed) {
      this.#refused(failure.errors);
      return;
    }
    this.#pending = false;
    this.#failure = failure;
    this.#hear.failed();
  }

  /** Refused input changes nothing: the previous run stays, and the message is shown. */
  #refused(problems: readonly InputError[]): void {
    this.#problems = problems;
    this.#wanted = this.#overrides;
    this.#wanted_json = this.#scenario_json;
    if (!this.#has_run) {
      void this.#engine.open(this.#scenario_json, this.#overrides);
      return;
    }
    this.#pending = false;
    this.#hear.settled();
  }
}
