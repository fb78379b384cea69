/**
 * The clock of a figure: its position and state, for one run or for two with identical arrivals. Views get plain data from
 * it.
 */
import { sameOverrides, type Cue } from '../../model/run/cue';
import { serverModel } from '../../model/run/machine';
import { timesSlower } from '../../model/run/passages';
import type { Outcome, Overrides, OverrideValue } from '../../model/run/types';
import { forward, FASTEST, LONGEST_FRAME_MS, type Speed } from './clock';
import { pageClock, type Clock } from './loop';
import { instructiveMoment } from './moment';
import {
  eventsDone,
  grainOf,
  instants,
  later,
  nextOf,
  previousOf,
  stopsOf,
  type Position,
  type Stop,
  type StepUnit,
} from './steps';
import { Story } from './story';
import { Track, type MakeEngine, type Poster } from './track.svelte';
import { next, type Signal, type State } from './transitions';

export type { EnginePort, MakeEngine, Poster } from './track.svelte';

/** Parameters of a run; missing ones stay as they are. */
export interface Opening {
  readonly overrides?: Overrides;
  readonly scenario_json?: string;
  readonly time_ns?: number | undefined;
}

/** So much slower is the run while the camera, or the body that it is about, is on its way. */
const WHILE_TRAVELLING = 0.25;

/** Readers who want less motion get pictures at least this far apart, or at the next event. */
const STILL_MS = 500;

export class Player {
  #state = $state<State>('poster');
  #position = $state.raw<Position>({ time_ns: 0, step: undefined });
  /** The furthest position of the handle in this run. */
  #reached_ns = $state(0);
  /** The runs in which it was there. */
  #reached_in: readonly Outcome[] = [];
  /** While it plays: the next position, taken once its pictures have arrived, so that both are painted at once. */
  #ahead: Position | undefined;
  /** Where the figure opens and "reset" returns; undefined: the moment of its poster. */
  #home_ns: number | undefined;
  #speed = $state<Speed>('story');
  #unit = $state<StepUnit>('event');
  travels = false;
  #touched = $state(false);
  /** The reader is dragging on the timeline and will be elsewhere in a moment. */
  #held = $state(false);
  #on_screen = $state(true);
  #twin = $state.raw<Track | undefined>();
  #play_wanted = false;
  /** The reader pressed play while no run was there to play. */
  #pressed = $state(false);
  /** The position for a run that is still loading; Infinity: its end, whenever that is. */
  #sought_ns: number | undefined;
  /** The case that is replacing the previous one. */
  #other_case: string | undefined;
  #stop_moving: (() => void) | undefined;
  /** Time that has passed but is not drawn yet, for readers who want less motion. */
  #undrawn_ms = 0;
  /** How much of the story had been shown when the player reached this position: an instant may take a while. */
  #told: { readonly ms: number; readonly position: Position; readonly story: Story } | undefined;
  readonly #poster: Poster;
  readonly #make: MakeEngine;
  readonly clock: Clock;
  readonly #hear = {
    settled: () => this.#settled(),
    failed: () => this.#failed(),
    shown: () => this.#shown(),
    now: () => this.#position.time_ns,
  };
  readonly main: Track;
  readonly #tracks = $derived.by(() => (this.#twin ? [this.main, this.#twin] : [this.main]));
  readonly #end_ns = $derived.by(() => Math.max(...this.#tracks.map((track) => track.end_ns)));
  readonly #stops = $derived.by(() =>
    this.#tracks.map((track) => stopsOf(track.outcome.events, this.#unit)),
  );
  readonly #instants = $derived.by(() => instants(this.#tracks.map((track) => track.outcome)));
  /** The pace of story time, even if another speed is selected. */
  readonly story = $derived.by(
    () =>
      new Story(
        this.#tracks.map((track) => track.outcome),
        this.#end_ns,
      ),
  );
  /** A separate derived value, so that views of a playing figure are not redrawn while a run loads. */
  readonly #playing = $derived(this.#state === 'playing');
  readonly #grain_ns = $derived.by(() => grainOf(this.#stopsBy('event'), this.#position.time_ns));
  /** Set by the page: its reader wants less motion. */
  calm = false;
  /** Set by the page: the stretch that is played, and whether it repeats. */
  stretch = { from_ns: 0, to_ns: Infinity, loops: false };

  /** `make` is the page's: a frame in another page has its run before it has an engine. */
  constructor(poster: Poster, cue: Cue, make: MakeEngine, clock = pageClock()) {
    this.#poster = poster;
    this.#home_ns = cue.time_ns;
    this.#make = make;
    this.clock = clock;
    this.main = new Track(poster, cue.overrides ?? poster.overrides, this.#hear, make);
    this.#reached_in = [this.main.outcome];
    this.#stand({ time_ns: this.#homeTime(), step: undefined });
  }

  get state() {
    return this.#state;
  }
  get twin() {
    return this.#twin;
  }
  /** The one run, or both. */
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  get outcome() {
    return this.main.outcome;
  }
  get frame() {
    return this.main.frame;
  }
  get overrides() {
    return this.main.overrides;
  }
  get problems() {
    return this.main.problems;
  }
  get failure() {
    return this.main.failure ?? this.#twin?.failure;
  }
  get computed_ns() {
    return Math.max(...this.#tracks.map((track) => track.computed_ns));
  }
  get position() {
    return this.#position;
  }
  get time_ns() {
    return this.#position.time_ns;
  }
  /** A new run starts where the handle is. */
  get reached_ns() {
    return this.#reached_ns;
  }
  /** The end of the longer run, if there are two. */
  get end_ns() {
    return this.#end_ns;
  }
  get speed() {
    return this.#speed;
  }
  /** The smallest difference in time that its clock must show around now. */
  get grain_ns() {
    return this.#grain_ns;
  }
  /** True if there is nothing left to play. */
  get over(): boolean {
    const { time_ns, step } = this.#position;
    if (time_ns < this.#last_ns) return false;
    if (this.#last_ns < this.#end_ns) return true;
    const next = step === undefined ? undefined : nextOf(this.#stopsBy('event'), this.#position);
    return next === undefined || next.at_ns > this.#end_ns;
  }
  /** Where playing ends. */
  get #last_ns(): number {
    return Math.min(this.stretch.to_ns, this.#end_ns);
  }
  /** Where the stretch starts. */
  get #start(): Position {
    const { from_ns } = this.stretch;
    return from_ns === 0 && this.#speed === 'story'
      ? this.story.at(0)
      : { time_ns: from_ns, step: undefined };
  }
  /** The speed at which a reader can follow one body of a crowd after the other; few need no other pace. */
  get slow(): number | undefined {
    const crowds = this.#tracks.filter(
      ({ outcome }) => outcome.not_kept || serverModel(outcome.scenario)?.latch,
    );
    const times = Math.max(1, ...crowds.map(({ outcome }) => timesSlower(outcome)));
    return times > 1 ? 1 / times : undefined;
  }
  get unit() {
    return this.#unit;
  }
  get touched() {
    return this.#touched;
  }
  get playing() {
    return this.#playing;
  }
  /** Where playing would start. */
  get begins() {
    return !this.#touched ? 'start' : this.over ? 'again' : 'here';
  }
  get failed() {
    return this.#state === 'failed';
  }
  get busy() {
    return this.#state === 'loading' && this.#pressed;
  }
  get rests() {
    if (this.#held) return false;
    return this.#state === 'ready' || this.#state === 'paused' || this.#state === 'ended';
  }
  get events_done() {
    return eventsDone(this.main.outcome.events, this.#position);
  }

  /**
   * Opens other settings or another scenario for one of the runs. The moment stays, unless a link gives one. The first run
   * that is opened wakes the other.
   */
  open(track: Track, { overrides, scenario_json, time_ns }: Opening = {}): void {
    if (!this.#begin([track])) return;
    if (time_ns !== undefined) {
      this.#touched = true;
      this.#sought_ns = undefined;
      this.#stand({ time_ns, step: undefined });
    }
    track.open(overrides ?? track.wanted, scenario_json);
  }

  turn(track: Track, name: string, value: OverrideValue): void {
    this.open(track, { overrides: { ...track.wanted, [name]: value } });
  }

  /** Replaces the scenario; another case starts at a moment of its own. */
  edit(scenario_json: string, another_case = false): void {
    if (scenario_json === this.main.wanted_json) {
      this.main.forgive();
      return;
    }
    this.#other_case = another_case ? scenario_json : undefined;
    this.open(this.main, { scenario_json });
  }

  /** Adds a second run under the same clock. Until its picture arrives it shows the first run's. */
  pair(scenario_json: string, overrides: Overrides): void {
    if (!this.#begin()) return;
    this.#twin?.close();
    const { outcome, first, frame } = this.main;
    const twin = this.pairWith({ scenario_json, overrides, outcome, first, frame });
    twin.standIn();
    twin.open(overrides);
  }

  /** Adds a second run whose picture the page carries; it wakes with the first. */
  pairWith(poster: Poster, make: MakeEngine = this.#make): Track {
    const twin = new Track(poster, poster.overrides, this.#hear, make);
    this.#twin = twin;
    return twin;
  }

  unpair(): void {
    this.#twin?.close();
    this.#twin = undefined;
    this.#settled();
    if (this.#position.time_ns > this.#end_ns) this.seek(this.#end_ns);
  }

  play(): void {
    if (this.#state === 'poster' || this.#state === 'loading') {
      this.#play_wanted = this.#pressed = true;
      if (this.#state === 'poster') this.start();
      return;
    }
    const from_start = !this.#touched || this.over;
    if (!this.#signal('play')) return;
    this.#touched = true;
    if (from_start) this.#go(this.#start);
    this.#move();
  }

  /** Opens the first run. */
  start(): void {
    if (this.#state === 'poster') this.#begin();
  }

  pause(): void {
    this.#play_wanted = this.#pressed = false;
    this.#signal('pause');
    this.#move();
  }

  seek(time_ns: number): void {
    const time = Math.round(Math.min(Math.max(time_ns, 0), this.#end_ns));
    if (this.#state === 'loading') this.#sought_ns = time < this.#end_ns ? time : Infinity;
    else this.#jump({ time_ns: time, step: undefined });
  }

  hold(held: boolean): void {
    this.#held = held;
    this.#move();
  }

  /** Moves to a time, or to a step within its instant. */
  moveHand({ time_ns, step }: Position): void {
    if (step === undefined || this.#twin) this.seek(time_ns);
    else this.#jump({ time_ns, step });
  }

  stepForward(unit: StepUnit = this.#unit): void {
    this.#step(nextOf(this.#stopsBy(unit), this.#position));
  }

  stepBack(unit: StepUnit = this.#unit): void {
    const before = previousOf(this.#stopsBy(unit), this.#position);
    this.#step(before ?? { at_ns: 0, step: this.#twin ? undefined : 0 });
  }

  setUnit(unit: StepUnit): void {
    this.#unit = unit;
  }

  /** To the state right after an entry of the log. */
  goTo(step: number, at_ns: number): void {
    this.#step({ step: this.#twin ? undefined : step, at_ns });
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
  }

  /** The reader wants to watch one of many. */
  follow(): void {
    if (this.playing && this.slow !== undefined) this.#speed = this.slow;
  }

  /** Restarts all runs with their initial settings. */
  reset(): void {
    this.#touched = false;
    this.#sought_ns = undefined;
    this.#stand({ time_ns: this.#homeTime(), step: undefined });
    this.#reached_ns = this.time_ns;
    if (!this.#begin(this.#tracks)) return;
    for (const track of this.#tracks) track.open(track.home);
  }

  /** A new opening state: the figure goes there, and runs again only if its settings differ. */
  moveTo(cue: Cue): void {
    const { time_ns = this.#position.time_ns, overrides = this.#poster.overrides } = cue;
    this.#home_ns = cue.time_ns;
    this.main.home = overrides;
    if (this.playing) this.pause();
    if (this.main.has_run && sameOverrides(overrides, this.main.wanted)) this.seek(time_ns);
    else this.open(this.main, { overrides, time_ns });
  }

  retry(): void {
    if (!this.#begin()) return;
    for (const track of this.#tracks) {
      track.restart();
      track.open(track.wanted);
    }
  }

  /** A figure that is off the screen does not move. */
  seen(on_screen: boolean): void {
    this.#on_screen = on_screen;
    this.#move();
  }

  close(): void {
    this.#stop_moving?.();
    for (const track of this.#tracks) track.close();
  }

  #homeTime(): number {
    return this.#home_ns ?? this.#poster.frame.time_ns;
  }

  /** Starts loading a new run; if the player was playing it continues once the run is there. The other runs wake with it. */
  #begin(own: readonly Track[] = []): boolean {
    const playing = this.playing;
    const fresh = this.#state === 'poster';
    if (!this.#signal('load')) return false;
    this.#play_wanted ||= playing;
    if (fresh) for (const track of this.#tracks) if (!own.includes(track)) track.open(track.wanted);
    return true;
  }

  #signal(signal: Signal): boolean {
    const to = next(this.#state, signal);
    if (to === undefined) return false;
    this.#state = to;
    if (to !== 'playing') this.#move();
    return true;
  }

  #stopsBy(unit: StepUnit): readonly (readonly Stop[])[] {
    return unit === this.#unit
      ? this.#stops
      : this.#tracks.map((track) => stopsOf(track.outcome.events, unit));
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
    this.#ahead = undefined;
    this.#stand(position);
    for (const track of this.#tracks) track.show(position);
  }

  #goOn(position: Position): void {
    this.#ahead = position;
    for (const track of this.#tracks) track.show(position);
  }

  #shown(): void {
    if (!this.#ahead || this.#tracks.some((track) => track.drawing)) return;
    this.#stand(this.#ahead);
    this.#ahead = undefined;
  }

  #stand(position: Position): void {
    this.#position = position;
    this.#reached_ns = Math.max(this.#reached_ns, position.time_ns);
  }

  /** Animates while it plays and is visible. */
  #move(): void {
    const should = this.#state === 'playing' && this.#on_screen && !this.#held;
    if (should && !this.#stop_moving) {
      this.#stop_moving = this.clock.animate((elapsed_ms) => this.#tick(elapsed_ms));
    } else if (!should && this.#stop_moving) {
      this.#stop_moving();
      this.#stop_moving = undefined;
    }
  }

  #tick(elapsed_ms: number): void {
    // A late engine does not delay the clock.
    if (this.#ahead) this.#stand(this.#ahead);
    if (this.travels) elapsed_ms *= WHILE_TRAVELLING;
    if (this.calm) {
      this.#undrawn_ms += elapsed_ms;
      if (this.#undrawn_ms < STILL_MS) return;
      elapsed_ms = this.#undrawn_ms;
      this.#undrawn_ms = 0;
    }
    if (this.#speed === 'story') {
      this.#tell(elapsed_ms);
      return;
    }
    const from = this.#position.time_ns;
    const time_ns =
      this.#speed === FASTEST
        ? Math.min(later(this.#instants, from), this.#last_ns)
        : forward(from, elapsed_ms, this.#speed, this.#last_ns, this.calm ? STILL_MS : undefined);
    this.#goOn({ time_ns, step: undefined });
    if (time_ns >= this.#last_ns) this.#last();
  }

  /** It has been played to its end. */
  #last(): void {
    if (this.stretch.loops && !this.calm) this.#goOn(this.#start);
    else this.#signal('end');
  }

  #tell(elapsed_ms: number): void {
    const { story } = this;
    const from_ms = this.#toldMs(this.#position);
    const longest_ms = this.calm ? STILL_MS : LONGEST_FRAME_MS;
    const ms = from_ms + Math.min(Math.max(elapsed_ms, 0), longest_ms);
    const last = { time_ns: this.#last_ns, step: undefined };
    const over = ms >= (last.time_ns < this.#end_ns ? story.ms(last) : story.total_ms);
    const position = over ? last : this.calm ? story.stillAt(ms) : story.at(ms);
    this.#told = { ms, position, story };
    this.#goOn(position);
    if (over) this.#last();
  }

  #toldMs(position: Position): number {
    const { story } = this;
    const told = this.#told;
    return told?.position === position && told.story === story ? told.ms : story.ms(position);
  }

  /** How long the screen takes from one time of the run to another, at the present speed. */
  screenMs(from_ns: number, to_ns: number): number {
    if (this.#speed === 'story')
      return this.story.msBefore(to_ns) - this.story.ms({ time_ns: from_ns, step: undefined });
    return (to_ns - from_ns) / 1e6 / this.#speed;
  }

  /** How long playing up to here takes, at the present speed. */
  get watched_ms(): number {
    if (this.#speed === 'story') return this.#toldMs(this.#position);
    return this.#position.time_ns / 1e6 / this.#speed;
  }

  /** For how long the screen has shown what follows an event. */
  agoMs({ at_ns, step }: { readonly at_ns: number; readonly step: number }): number {
    if (this.#speed !== 'story') return (this.#position.time_ns - at_ns) / 1e6 / this.#speed;
    const since = { time_ns: at_ns, step: this.#twin ? undefined : step };
    return this.#toldMs(this.#position) - this.story.ms(since);
  }

  #settled(): void {
    if (this.#tracks.some((track) => track.pending)) return;
    if (!this.#signal('loaded')) return;
    const ran = this.#tracks.map(({ outcome }) => outcome);
    if (ran.some((one, index) => one !== this.#reached_in[index])) this.#reached_ns = 0;
    this.#reached_in = ran;
    if (this.main.scenario_json === this.#other_case) this.#beginAnew();
    this.#other_case = undefined;
    this.#resume();
  }

  /** Another case opens like any figure. */
  #beginAnew(): void {
    this.#touched = false;
    this.#play_wanted = false;
    this.#speed = 'story';
    const time_ns = this.#home_ns ?? instructiveMoment(this.main.outcome);
    this.#stand({ time_ns, step: undefined });
    this.#reached_ns = time_ns;
  }

  #failed(): void {
    this.#signal('fail');
  }

  /** Shows the new run at the moment where the reader was, or has gone to meanwhile. */
  #resume(): void {
    const sought_ns = this.#sought_ns;
    this.#sought_ns = undefined;
    this.#pressed = false;
    if (sought_ns === Infinity) this.#play_wanted = false;
    if (sought_ns !== undefined) this.#touched = true;
    const time_ns = Math.min(sought_ns ?? this.#position.time_ns, this.#end_ns);
    this.#go({ time_ns, step: undefined });
    if (this.#touched) this.#signal('seek');
    if (!this.#play_wanted) return;
    this.#play_wanted = false;
    this.play();
  }
}
