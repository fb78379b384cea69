/**
 * The clock of a figure: where it stands and what it does next, for one run or for two on identical
 * arrivals. Views get what the runs show as plain data.
 */
import { sameOverrides, type Cue } from '../../model/run/cue';
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

/** What a run is opened with; what is left out stays as it is. */
export interface Opening {
  readonly overrides?: Overrides;
  readonly scenario_json?: string;
  readonly time_ns?: number | undefined;
}

/** Readers who want less motion see a picture at least this far apart, or at the next event. */
const STILL_MS = 500;

export class Player {
  #state = $state<State>('poster');
  #position = $state.raw<Position>({ time_ns: 0, step: undefined });
  /** The furthest that the handle has been in this run. */
  #reached_ns = $state(0);
  /** The runs that it has been there in. */
  #reached_in: readonly Outcome[] = [];
  /** While it plays: where it will stand as soon as the pictures of it are there. Both are painted at once. */
  #ahead: Position | undefined;
  /** Where the figure opens and "reset" leads; undefined: where its picture stands. */
  #home_ns: number | undefined;
  #speed = $state<Speed>('story');
  #unit = $state<StepUnit>('event');
  #touched = $state(false);
  /** A hand is on its timeline: it will stand elsewhere in a moment. */
  #held = $state(false);
  #on_screen = $state(true);
  #twin = $state.raw<Track | undefined>();
  #play_wanted = false;
  /** Where a run is to stand that is still on its way; Infinity: at its end, whenever that is. */
  #sought_ns: number | undefined;
  /** The case that is being opened in place of the one before. */
  #other_case: string | undefined;
  #stop_moving: (() => void) | undefined;
  /** Time that has gone by but is not drawn yet, for readers who want less motion. */
  #undrawn_ms = 0;
  /** How much of the story had been told when the player came to this position: an instant may last a while. */
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
  /** The pace of story time, whether it plays by it or not. */
  readonly story = $derived.by(
    () =>
      new Story(
        this.#tracks.map((track) => track.outcome),
        this.#end_ns,
      ),
  );
  /** Told by itself: whoever draws what plays is not drawn anew while a run is on its way. */
  readonly #playing = $derived(this.#state === 'playing');
  readonly #grain_ns = $derived.by(() => grainOf(this.#stopsBy('event'), this.#position.time_ns));
  /** Set by the page: whether its reader wants less motion. */
  calm = false;
  /** Set by the page: the stretch that is played, and whether it is played again and again. */
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
  /** All that there is: one run, or two. */
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
  /** Another run begins where the handle stands. */
  get reached_ns() {
    return this.#reached_ns;
  }
  /** Of the longer run, where there are two. */
  get end_ns() {
    return this.#end_ns;
  }
  get speed() {
    return this.#speed;
  }
  /** What its clock must be able to tell apart around now. */
  get grain_ns() {
    return this.#grain_ns;
  }
  /** There is nothing left to play. */
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
  /** Where it begins. */
  get #start(): Position {
    const { from_ns } = this.stretch;
    return from_ns === 0 && this.#speed === 'story'
      ? this.story.at(0)
      : { time_ns: from_ns, step: undefined };
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
  /** Where playing would begin. */
  get begins() {
    return !this.#touched ? 'start' : this.over ? 'again' : 'here';
  }
  get failed() {
    return this.#state === 'failed';
  }
  get rests() {
    if (this.#held) return false;
    return this.#state === 'ready' || this.#state === 'paused' || this.#state === 'ended';
  }
  get events_done() {
    return eventsDone(this.main.outcome.events, this.#position);
  }

  /**
   * Other settings, or another scenario, for one of the runs; the moment stays, unless a link says one.
   * The first that is opened wakes the other.
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

  /** Another scenario in this one's place; another case begins at a moment of its own. */
  edit(scenario_json: string, another_case = false): void {
    if (scenario_json === this.main.wanted_json) {
      this.main.forgive();
      return;
    }
    this.#other_case = another_case ? scenario_json : undefined;
    this.open(this.main, { scenario_json });
  }

  /** A second run under the same clock. It stands in for itself with the first one's picture. */
  pair(scenario_json: string, overrides: Overrides): void {
    if (!this.#begin()) return;
    this.#twin?.close();
    const { outcome, first, frame } = this.main;
    const twin = this.pairWith({ scenario_json, overrides, outcome, first, frame });
    twin.standIn();
    twin.open(overrides);
  }

  /** A second run whose picture the page carries; it wakes with the first. */
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
      this.#play_wanted = true;
      if (this.#state === 'poster') this.start();
      return;
    }
    const from_start = !this.#touched || this.over;
    if (!this.#signal('play')) return;
    this.#touched = true;
    if (from_start) this.#go(this.#start);
    this.#move();
  }

  /** The first run, of all there is. */
  start(): void {
    if (this.#state === 'poster') this.#begin();
  }

  pause(): void {
    this.#play_wanted = false;
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

  /** To a time, or to a step within its instant. */
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

  /** All runs anew, as they were at first. */
  reset(): void {
    this.#touched = false;
    this.#sought_ns = undefined;
    this.#stand({ time_ns: this.#homeTime(), step: undefined });
    this.#reached_ns = this.time_ns;
    if (!this.#begin(this.#tracks)) return;
    for (const track of this.#tracks) track.open(track.home);
  }

  /** Another opening state: the figure goes there, and runs anew only if its settings differ. */
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

  /** A figure that nobody sees does not move. */
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

  /** A new run may begin; what played goes on playing when it is there. The others wake with it. */
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

  /** Moves if it plays and is seen, else stands still. */
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
    // An engine that is late does not hold up the clock.
    if (this.#ahead) this.#stand(this.#ahead);
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

  /** How long the screen takes from one time of the run to another, as it is played now. */
  screenMs(from_ns: number, to_ns: number): number {
    if (this.#speed === 'story')
      return this.story.msBefore(to_ns) - this.story.ms({ time_ns: from_ns, step: undefined });
    return (to_ns - from_ns) / 1e6 / this.#speed;
  }

  /** How long it has played up to here, at the pace at which it plays now. */
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

  /** Another case opens as any figure does. */
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

  /** The new run at the moment where the reader was, or has gone to meanwhile. */
  #resume(): void {
    const sought_ns = this.#sought_ns;
    this.#sought_ns = undefined;
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
