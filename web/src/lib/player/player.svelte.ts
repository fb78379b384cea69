/** One figure's run: its state, its moment and its settings. Views get what it shows as plain data. */
import { EngineClient, type ClientListener } from '../engine/client';
import type { Failure, InputError } from '../engine/failure';
import type { Moment } from '../engine/protocol';
import { sameOverrides, type Cue } from '../run/cue';
import type { Frame, Instruments, Outcome, Overrides, OverrideValue } from '../run/types';
import { comfortableSpeed, forward } from './clock';
import { animate } from './loop';
import { playableEnd } from './moment';
import { eventsDone, nextStop, previousStop, stopsOf, type Position, type Stop } from './steps';
import { next, type Signal, type State } from './transitions';

/** What the page carries: the same engine's answer, computed when the page was built. */
export interface Poster {
  readonly scenario_json: string;
  /** What its outcome was computed with. */
  readonly overrides: Overrides;
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
}

/** The engine as the player needs it; tests give another. */
export type EnginePort = Pick<EngineClient, 'open' | 'frame' | 'instruments' | 'reset' | 'close'>;
export type MakeEngine = (listener: ClientListener) => EnginePort;

export class Player {
  #state = $state<State>('poster');
  #outcome: Outcome = $state.raw() as Outcome;
  #first: Frame = $state.raw() as Frame;
  #frame: Frame = $state.raw() as Frame;
  #position = $state.raw<Position>({ time_ns: 0, step: undefined });
  #overrides: Overrides = $state.raw({});
  /** Where the figure opens and "reset" leads. */
  #home: Cue = $state.raw({});
  #problems = $state.raw<readonly InputError[]>([]);
  #failure = $state.raw<Failure | undefined>();
  #instruments = $state.raw<Instruments | undefined>();
  #computed_ns = $state(0);
  #speed = $state(1);
  #touched = $state(false);
  #on_screen = $state(true);
  #stops: readonly Stop[];
  #end_ns: number;
  /** The scenario of the run that is shown. */
  #scenario_json: string;
  /** Overrides and scenario that the engine computes but has not accepted yet. */
  #wanted: Overrides = {};
  #wanted_json: string;
  #play_wanted = false;
  #has_run = false;
  #stop_moving: (() => void) | undefined;
  readonly #poster: Poster;
  readonly #engine: EnginePort;

  constructor(
    poster: Poster,
    cue: Cue = {},
    make: MakeEngine = (listener) => new EngineClient(listener),
  ) {
    this.#poster = poster;
    this.#scenario_json = poster.scenario_json;
    this.#wanted_json = poster.scenario_json;
    this.#home = cue;
    this.#overrides = poster.overrides;
    this.#wanted = this.home;
    this.#outcome = poster.outcome;
    this.#first = poster.first;
    this.#frame = poster.frame;
    this.#position = { time_ns: cue.time_ns ?? poster.frame.time_ns, step: undefined };
    this.#stops = stopsOf(poster.outcome.events);
    this.#end_ns = playableEnd(poster.outcome);
    this.#speed = comfortableSpeed(this.#end_ns);
    this.#engine = make({
      opened: (outcome, first) => this.#opened(outcome, first),
      frame: (frame) => (this.#frame = frame),
      instruments: (instruments) => (this.#instruments = instruments),
      progress: (time_ns) => (this.#computed_ns = time_ns),
      failed: (failure) => this.#failed(failure),
    });
  }

  get state() {
    return this.#state;
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
  get time_ns() {
    return this.#position.time_ns;
  }
  get end_ns() {
    // Read through the outcome, so that a new run is noticed.
    return this.#outcome.lives.length >= 0 ? this.#end_ns : 0;
  }
  get overrides() {
    return this.#overrides;
  }
  /** The settings that the figure opens with. */
  get home(): Overrides {
    return this.#home.overrides ?? this.#poster.overrides;
  }
  /** Settings are as they were at first. */
  get at_home() {
    return sameOverrides(this.#overrides, this.home);
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
  get speed() {
    return this.#speed;
  }
  get touched() {
    return this.#touched;
  }
  get playing() {
    return this.#state === 'playing';
  }
  get events_done() {
    return eventsDone(this.#outcome.events, this.#position);
  }

  /** Starts the engine; with overrides and a time, those of a link. */
  load(overrides: Overrides = this.#wanted, time_ns?: number): void {
    const playing = this.playing;
    if (!this.#signal('load')) return;
    this.#play_wanted ||= playing;
    this.#wanted = overrides;
    this.#problems = [];
    this.#failure = undefined;
    this.#computed_ns = 0;
    if (time_ns !== undefined) {
      this.#touched = true;
      this.#position = { time_ns, step: undefined };
    }
    void this.#engine.open(this.#wanted_json, overrides);
  }

  /** Another scenario in this one's place. */
  edit(scenario_json: string): void {
    if (scenario_json === this.#wanted_json) {
      this.#problems = [];
      return;
    }
    this.#wanted_json = scenario_json;
    this.load();
  }

  play(): void {
    if (this.#state === 'poster' || this.#state === 'loading') {
      this.#play_wanted = true;
      if (this.#state === 'poster') this.load();
      return;
    }
    const from_start = !this.#touched || this.#position.time_ns >= this.#end_ns;
    if (!this.#signal('play')) return;
    this.#touched = true;
    if (from_start) this.#go({ time_ns: 0, step: undefined });
    this.#move();
  }

  pause(): void {
    this.#play_wanted = false;
    this.#signal('pause');
    this.#move();
  }

  seek(time_ns: number): void {
    const time = Math.round(Math.min(Math.max(time_ns, 0), this.#end_ns));
    this.#jump({ time_ns: time, step: undefined });
  }

  stepForward(): void {
    this.#step(nextStop(this.#stops, this.#position));
  }

  stepBack(): void {
    this.#step(previousStop(this.#stops, this.#position) ?? { at_ns: 0, step: 0 });
  }

  /** To the state right after an entry of the log. */
  goTo(step: number, at_ns: number): void {
    this.#step({ step, at_ns });
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  setOverride(name: string, value: OverrideValue): void {
    this.load({ ...this.#overrides, [name]: value });
  }

  reset(): void {
    this.#problems = [];
    this.#touched = false;
    this.#position = { time_ns: this.#homeTime(), step: undefined };
    this.load(this.home);
  }

  /** Another opening state: the figure goes there, and runs anew only if its settings differ. */
  moveTo(cue: Cue): void {
    this.#home = cue;
    const time_ns = cue.time_ns ?? this.#position.time_ns;
    if (this.playing) this.pause();
    if (this.#has_run && sameOverrides(this.home, this.#wanted)) this.seek(time_ns);
    else this.load(this.home, time_ns);
  }

  retry(): void {
    this.#engine.reset();
    this.load();
  }

  askInstruments(): void {
    this.#engine.instruments(this.#position.time_ns);
  }

  /** A figure that nobody sees does not move. */
  seen(on_screen: boolean): void {
    this.#on_screen = on_screen;
    this.#move();
  }

  close(): void {
    this.#stop_moving?.();
    this.#engine.close();
  }

  #homeTime(): number {
    return this.#home.time_ns ?? this.#poster.frame.time_ns;
  }

  #signal(signal: Signal): boolean {
    const to = next(this.#state, signal);
    if (to === undefined) return false;
    this.#state = to;
    if (to !== 'playing') this.#move();
    return true;
  }

  #step(stop: Stop | undefined): void {
    if (!stop) {
      this.seek(this.#end_ns);
      return;
    }
    if (this.playing) this.pause();
    this.#jump({ time_ns: stop.at_ns, step: stop.step });
  }

  #jump(position: Position): void {
    if (!this.#signal('seek')) return;
    this.#touched = true;
    this.#go(position);
  }

  #go(position: Position): void {
    this.#position = position;
    const at: Moment =
      position.step === undefined
        ? { by: 'time', time_ns: position.time_ns }
        : { by: 'step', step: position.step };
    this.#engine.frame(at);
  }

  /** Moves if it plays and is seen, else stands still. */
  #move(): void {
    const should = this.playing && this.#on_screen;
    if (should && !this.#stop_moving) {
      this.#stop_moving = animate((elapsed_ms) => this.#tick(elapsed_ms));
    } else if (!should && this.#stop_moving) {
      this.#stop_moving();
      this.#stop_moving = undefined;
    }
  }

  #tick(elapsed_ms: number): void {
    const time_ns = forward(this.#position.time_ns, elapsed_ms, this.#speed, this.#end_ns);
    this.#go({ time_ns, step: undefined });
    if (time_ns >= this.#end_ns) this.#signal('end');
  }

  #opened(outcome: Outcome, first: Frame): void {
    this.#has_run = true;
    this.#overrides = this.#wanted;
    this.#scenario_json = this.#wanted_json;
    this.#outcome = outcome;
    this.#first = first;
    this.#stops = stopsOf(outcome.events);
    this.#end_ns = playableEnd(outcome);
    this.#signal('loaded');
    this.#resume();
  }

  /** The new run at the moment where the reader was. */
  #resume(): void {
    const time_ns = Math.min(this.#position.time_ns, this.#end_ns);
    this.#go({ time_ns, step: undefined });
    if (this.#touched) this.#signal('seek');
    if (!this.#play_wanted) return;
    this.#play_wanted = false;
    this.play();
  }

  #failed(failure: Failure): void {
    const changed = this.#wanted !== this.#overrides || this.#wanted_json !== this.#scenario_json;
    if (failure.kind === 'input' && this.#state === 'loading' && changed) {
      this.#refused(failure.errors);
      return;
    }
    this.#failure = failure;
    this.#signal('fail');
  }

  /** Refused input changes nothing: the run before stands, and the sentence is shown. */
  #refused(problems: readonly InputError[]): void {
    this.#problems = problems;
    this.#wanted = this.#overrides;
    this.#wanted_json = this.#scenario_json;
    if (!this.#has_run) {
      void this.#engine.open(this.#scenario_json, this.#overrides);
      return;
    }
    this.#signal('loaded');
    this.#resume();
  }
}
