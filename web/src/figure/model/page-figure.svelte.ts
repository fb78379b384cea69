/**
 * A figure of the site's own pages. Adds comparisons, a choice of servers, stalls, links, and the state that an embedded
 * frame gets. Pages and lessons are markup around it.
 */
import { untrack } from 'svelte';
import { m } from '#paraglide/messages.js';
import { carried, NO_STATE, type Carried } from '../../model/embedding/carry';
import { pairName } from '../../model/embedding/names';
import { makeEngine } from '../../model/engine/recorded';
import { whole } from '../../model/engine/whole';
import {
  parseUrl,
  printUrl,
  type Comparison,
  type UrlProblem,
  type UrlState,
} from '../../model/link/url';
import { requestOf, type Cue, type ScenePart } from '../../model/run/cue';
import { partsOf } from '../../model/run/parts';
import { STALLS } from '../../model/run/stalls';
import type { Life, Overrides, Published } from '../../model/run/types';
import { lifeUntil } from '../../model/run/until';
import { knobsOf } from '../../model/servers/knobs-of';
import { namesOn } from '../../model/servers/translate';
import { serverName } from '../../model/words/servers';
import { urlSentence } from '../../model/words/url-sentence';
import { mostDelayed } from '../../ui/views/timeline';
import type { GuessMark } from '../../ui/views/timeline-layout';
import { bookmarksOf, nextBookmark, type Bookmark } from '../player/bookmarks';
import { otherSpeed } from '../player/clock';
import type { Action } from '../player/keys';
import type { Clock } from '../player/loop';
import type { MakeEngine, Poster } from '../player/player.svelte';
import type { Track } from '../player/track.svelte';
import { Desk, offeredParts, partsFor } from './desk.svelte';
import { comparedSettings, ownKnobs, ownSettings } from './difference';
import { Figure } from './figure.svelte';
import {
  SECTIONS,
  type Edited,
  type FigureProps,
  type GivenRun,
  type RunReport,
  type Section,
  type FigureRequest,
} from './given';
import { cellsInView, knobRows } from './knob-rows';
import { Narrator, plainOf, toldBy } from './narration';
import { ServerChoice } from './server-choice.svelte';
import { Stalling } from './stalling.svelte';
import { Versus, type Side } from './versus.svelte';
import { LIST } from '../../model/joined';
import type { SceneMap } from '../../ui/views/scene/props';

/** How many times during a run the longest wait so far is determined. */
const LOOKS = 32;

type Sides = readonly [Side, ...Side[]];

/** Overrides that differ from the page's own settings. */
const differing = ({ overrides, home }: Track): Overrides =>
  Object.fromEntries(Object.entries(overrides).filter(([name, value]) => home[name] !== value));

/** Two runs open with the settings of their posters. */
const opening = ({ poster, beside }: FigureProps, cue: Cue = {}): Cue => ({
  ...cue,
  ...(beside ? { overrides: poster.overrides } : {}),
});

export class PageFigure extends Figure {
  readonly #given: FigureProps;
  /** Of its runs, as they were given. */
  readonly posters: readonly Poster[];
  readonly make: MakeEngine;
  readonly stalling: Stalling;
  readonly versus: Versus;
  /** One choice per run that the page gives. */
  readonly choices: readonly [ServerChoice, ServerChoice?];
  /** The parts that are open. */
  readonly desk: Desk;
  #cue: Cue = $state.raw({});
  /** What the camera over its scene does not show, beside the narrator. */
  map = $state.raw<SceneMap | undefined>();
  #own_light: readonly ScenePart[] | undefined;
  #edited_of: string | undefined;
  #link_problems = $state.raw<readonly UrlProblem[]>([]);
  #resting = $state.raw(carried(NO_STATE, []));
  #wish = $state.raw<FigureRequest | undefined>();
  #granted: FigureRequest | undefined;
  /** Gives stretch and speed back to the reader, once the wished stretch is over. */
  #release: (() => void) | undefined;
  readonly #stop: () => void;
  readonly #sides = $derived.by(() => this.#named());
  readonly #rows = $derived.by(() => knobRows(this));
  readonly #chosen = $derived.by(() => this.#mostTelling());
  readonly #told = $derived.by(() => toldBy(this.player));
  readonly #told_event = $derived(this.#told?.event);
  /** A coarse time: the longest wait so far changes little from picture to picture. */
  readonly #seen_ns = $derived.by(() => {
    const grain_ns = this.player.end_ns / LOOKS || 1;
    return Math.floor(this.player.reached_ns / grain_ns) * grain_ns;
  });
  /**
   * True once the whole run has been seen. A derived value, so that what depends on it is not recomputed at every picture.
   */
  readonly revealed = $derived.by(() => this.reached_ns >= this.player.end_ns);
  /** Two runs have parts of the same names, so none of them lights up. */
  readonly #told_parts = $derived.by(() =>
    this.#told_event && !this.player.twin ? partsOf(this.#told_event) : [],
  );
  /** The log is searched once per run; while it plays, only the number of visible marks changes. */
  readonly #marks = $derived.by(() => bookmarksOf(this.player.outcome, this.fork?.at_ns));
  readonly #marks_seen = $derived.by(
    () => this.#marks.filter(({ at_ns }) => at_ns <= this.reached_ns).length,
  );
  /** The bookmarks within the part that has been seen. */
  readonly bookmarks = $derived.by(() => this.#marks.slice(0, this.#marks_seen));

  /** `given` may change, as a component's props do. Cue and edit are passed on by `moveTo` and `edit`. */
  constructor(given: FigureProps, make: MakeEngine = makeEngine, clock?: Clock) {
    const runs: readonly GivenRun[] = given.beside ? [given, given.beside] : [given];
    const posters = runs.map(({ poster }) => whole(poster));
    super(
      posters.map((poster) => ({ poster, make })),
      opening(given, given.cue),
      clock,
    );
    this.#given = given;
    this.posters = posters;
    this.make = make;
    this.#cue = given.cue ?? {};
    this.#own_light = given.cue?.light;
    this.#edited_of = given.edited?.of;
    const { player } = this;
    const { main, twin } = player;
    const first = new ServerChoice(player, main, () => given.knobs);
    this.choices = twin
      ? [first, new ServerChoice(player, twin, () => given.beside?.knobs ?? [])]
      : [first];
    this.versus = new Versus(player, () => first.knobs);
    this.stalling = new Stalling(player);
    const shows = (section: Section) => this.shows(section);
    const pair = () => player.twin !== undefined;
    this.desk = new Desk(
      () => partsFor(shows, pair()),
      () => offeredParts(shows, pair()),
    );
    this.#stop = $effect.root(() => this.#follow());
  }

  /** Reports the runs to the page as they change. */
  #follow(): void {
    const { player, choices } = this;
    const given = this.#given;
    $effect(() => {
      for (const choice of choices) choice?.seen();
    });
    $effect(() => {
      const { problems } = player;
      if (problems.length > 0) untrack(() => given.onrefused?.(problems));
    });
    $effect(() => {
      const { state, tracks } = player;
      // Report every new run at once, and moments when playing starts or stops.
      tracks.forEach(({ outcome }) => outcome);
      if (state === 'poster' || state === 'loading' || state === 'failed') return;
      untrack(() => given.onrun?.(...this.report));
    });
    $effect(() => {
      const { reached_ns } = this;
      if (player.main.has_run && !this.changed && !this.versus.comparison)
        untrack(() => given.onreach?.(reached_ns));
    });
    $effect(() => {
      const { time_ns, main } = player;
      if (main.has_run) untrack(() => given.ontime?.(time_ns));
    });
    $effect(() => {
      const wish = this.#wish;
      if (!wish || !(player.rests || player.playing)) return;
      this.#wish = undefined;
      untrack(() => this.#carryOut(wish));
    });
    $effect(() => {
      if (player.rests)
        untrack(() => {
          this.#release?.();
          this.#release = undefined;
        });
    });
    $effect(() => {
      const { link } = this;
      if (player.rests && link !== undefined) untrack(() => given.onlink?.(link));
    });
    $effect(() => {
      if (this.desk.sheet === 'embed' && player.rests) this.#resting = this.#carried();
    });
  }

  shows(section: Section): boolean {
    return (this.#given.sections ?? SECTIONS).includes(section);
  }
  /** True if the reader can act on it here; a page that edits its scenario has its own controls. */
  get acts(): boolean {
    return this.shows('transport') && this.#given.edited === undefined;
  }
  /** The page gives two runs. */
  get given_pair(): boolean {
    return this.#given.beside !== undefined;
  }
  /** The one run, or the left and the right one. */
  get sides(): Sides {
    return this.#sides;
  }
  get rows() {
    return this.#rows;
  }
  /** The knobs in view. */
  get cells() {
    return this.shows('knobs') ? cellsInView(this.rows) : [];
  }
  /** Published times apply only to the settings with which they were measured. */
  get published(): readonly Published[] {
    const { outcome, overrides } = this.player;
    const own = !this.sides[1] && Object.keys(overrides).length === 0;
    return own ? (outcome.scenario.published ?? []) : [];
  }
  override get chosen(): number | undefined {
    return this.#chosen;
  }
  /** The forked future. */
  get fork() {
    const { comparison } = this.versus;
    return comparison?.kind === 'fork' ? comparison : undefined;
  }
  get title(): string {
    const [left, right] = this.sides;
    return right ? m.figure_twin_label({ left: left.name, right: right.name }) : left.name;
  }
  /** The difference between the settings of two runs, in a sentence. */
  get settings(): string {
    const [left, right] = this.sides;
    return right ? comparedSettings([left, right], this.versus) : '';
  }
  /** For each of two runs, the settings that differ from the other's. */
  get marked(): readonly (readonly string[])[] {
    const [left, right] = this.sides;
    if (!right) return [[]];
    return [this.#own(left.track, right.track), this.#own(right.track, left.track)];
  }
  /** The furthest time that the handle has reached in this run. Nobody has seen what comes later. */
  get reached_ns(): number {
    return this.player.reached_ns;
  }
  get veiled(): boolean {
    return !this.revealed;
  }
  /** The life as far as it has been seen. */
  override lifeOn(track: Track): Life | undefined {
    const life = super.lifeOn(track);
    return life && !this.revealed ? lifeUntil(life, this.reached_ns) : life;
  }
  /** For readers who can't play it: the whole life of the most telling request. */
  wholeLifeOn(track: Track): Life | undefined {
    return this.fellowOn(track, this.#mostTelling(true));
  }
  /** The parts that the narrator's sentence mentions; at real speed the sentences change too fast to light them. */
  get light(): readonly ScenePart[] {
    const { playing, speed } = this.player;
    const { light } = this.#cue;
    // What the text points at takes precedence; the step's own light ends when the narrator mentions something.
    if (light && (light !== this.#own_light || this.#told_parts.length === 0)) return light;
    return playing && speed !== 'story' ? [] : this.#told_parts;
  }
  readonly #narrator = new Narrator();
  /** What has just happened and why, or the present situation. */
  readonly narration = $derived.by(() => {
    const { player, lives, chosen } = this;
    const asked = chosen === undefined ? undefined : (lives[chosen]?.group ?? undefined);
    return this.#narrator.say(player, this.#told, this.sides, asked);
  });
  /** The same as plain text. */
  readonly narrated = $derived(plainOf(this.narration));
  /** The reader's prediction, as flags on the timeline. */
  get guess(): readonly GuessMark[] | undefined {
    return this.#given.guess;
  }
  /** The parts of the link that are invalid or missing in the run. */
  get refused(): readonly string[] {
    const { asked, lives } = this;
    const gone =
      asked !== undefined && this.player.main.has_run && requestOf(asked, lives) === undefined;
    return [
      ...this.#link_problems.map(urlSentence),
      ...(gone ? [m.figure_url_no_request({ request: asked, last: lives.length - 1 })] : []),
    ];
  }
  /** The name of its embedded frame, if it can have one. */
  get name(): string | undefined {
    const { name, beside } = this.#given;
    if (!beside || name === undefined) return name;
    return beside.name === undefined ? undefined : pairName(name, beside.name);
  }

  get #settings() {
    return this.posters[0]?.outcome.settings ?? [];
  }

  /** Opens the state that an address describes. */
  openLink(search: URLSearchParams): void {
    const { player, stalling, choices, versus } = this;
    const { knobs } = this.#given;
    const known = [...knobs, ...this.#settings].map(({ name }) => name);
    if (stalling.offered) known.push(STALLS);
    known.push(...namesOn(search.get('server')));
    const { state, problems } = parseUrl(search, known);
    this.#link_problems = problems;
    this.ask(state.request);
    this.look(state.eye, true);
    const { time_ns, comparison, server } = state;
    const { main } = player;
    const overrides = { ...main.home, ...state.overrides };
    if (server !== undefined && server !== choices[0].shown)
      choices[0].choose(server, overrides, time_ns);
    else if (time_ns !== undefined || Object.keys(state.overrides).length > 0)
      player.open(main, { overrides, time_ns });
    if (comparison) versus.start(comparison);
  }

  /** Everything that an address may say about it. */
  get state(): UrlState {
    const { overrides, time_ns } = this.player;
    const [{ server }] = this.choices;
    const { asked: request, eye } = this;
    return { overrides, time_ns, request, comparison: this.versus.comparison, server, eye };
  }

  /** The query for its state; undefined if that is the author's own, which the cue describes. */
  get link(): string | undefined {
    const { touched, main, time_ns } = this.player;
    const { request, comparison, server, eye } = this.state;
    const plain = request === undefined && !comparison && server === undefined && !eye;
    if (!touched && main.at_home && plain) return undefined;
    const overrides = differing(main);
    return printUrl({ ...this.state, overrides, time_ns: touched ? time_ns : undefined });
  }

  /** The state that an embedded frame shows; while it plays, the last state at rest. */
  get carry(): Carried {
    return this.#resting;
  }

  #carried(): Carried {
    const { touched, time_ns, overrides, main, twin } = this.player;
    const { request, comparison, server, eye } = this.state;
    const knobs = this.posters.flatMap(({ outcome }) => knobsOf(outcome));
    if (this.given_pair && twin) {
      // A frame applies a setting to each side that has it.
      const changed = { ...differing(twin), ...differing(main) };
      const moved = touched || Object.keys(changed).length > 0;
      return carried(
        { overrides: changed, time_ns: moved ? time_ns : undefined, request, eye },
        knobs.map(({ name }) => name),
      );
    }
    const as_given =
      !touched && this.#cue.time_ns === undefined && main.at_home && server === undefined;
    const own_moment = as_given && Object.keys(overrides).length === 0;
    const names = [...knobs, ...this.#settings].map(({ name }) => name);
    const { state, lost } = carried(
      { overrides, time_ns: own_moment ? undefined : time_ns, request, server, eye },
      [...names, ...namesOn(server)],
    );
    return { state, lost: comparison ? [...lost, m.embed_lost_comparison()] : lost };
  }

  /** The reports on the page's own runs. */
  get report(): readonly [RunReport, RunReport?] {
    const { state, time_ns, main, twin } = this.player;
    const of = ({ outcome, overrides }: Track) => ({ outcome, overrides, time_ns, state });
    return twin && this.choices[1] ? [of(main), of(twin)] : [of(main)];
  }

  /** Moves the figure to a lesson step's state. A different part to light up is no reason to move. */
  moveTo(to: Cue): void {
    const before = this.#cue;
    this.#cue = to;
    if (before.request !== to.request) this.ask(undefined);
    const place = (cue: Cue) => {
      const { time_ns, overrides } = opening(this.#given, cue);
      return JSON.stringify([time_ns, overrides]);
    };
    if (place(before) === place(to)) return;
    this.look(undefined, false);
    this.#own_light = to.light;
    this.player.moveTo(opening(this.#given, to));
  }

  /** Fulfils a page's wish once, as soon as possible. */
  grant(wish: FigureRequest): void {
    if (wish === this.#granted) return;
    this.#granted = this.#wish = wish;
    this.player.start();
  }
  #carryOut(wish: FigureRequest): void {
    const { player } = this;
    if (player.playing) player.pause();
    switch (wish.kind) {
      case 'show':
        player.seek(wish.time_ns);
        break;
      case 'play':
        // Readers who want less motion see where it ends.
        if (player.calm) player.seek(wish.to_ns ?? player.end_ns);
        else {
          const { from_ns = 0, to_ns, ms } = wish;
          if (to_ns !== undefined && ms !== undefined) {
            this.#release?.();
            const { stretch, speed } = player;
            this.#release = () => {
              player.stretch = stretch;
              player.setSpeed(speed);
            };
            player.stretch = { from_ns, to_ns, loops: false };
            player.setSpeed((to_ns - from_ns) / 1e6 / ms);
          }
          player.seek(from_ns);
          player.play();
        }
        break;
    }
  }

  /** Replaces the scenario with one that the page has edited. */
  edit({ json, of }: Edited): void {
    const another = of !== this.#edited_of;
    this.#edited_of = of;
    if (another) this.ask(undefined);
    this.player.edit(json, another);
  }

  compare(comparison: Comparison): void {
    if (this.desk.sheet === 'compare') this.desk.shut();
    this.versus.start(comparison);
  }
  /** Returns to one run. */
  leave(): void {
    this.versus.stop();
    if (this.link === undefined) this.#given.onlink?.('');
  }

  override reset(): void {
    this.#link_problems = [];
    for (const choice of this.choices) choice?.reset();
    super.reset();
    this.versus.again();
    if (!this.versus.comparison) this.#given.onlink?.('');
  }

  /** Goes to a bookmark and chooses its request. */
  goToMark(mark: Bookmark | undefined): void {
    if (!mark) return;
    const { player } = this;
    if (mark.step === undefined) player.seek(mark.at_ns);
    else player.goTo(mark.step, mark.at_ns);
    if (player.playing) player.pause();
    if (mark.request !== undefined) this.ask(mark.request);
  }

  /** Performs a key's action. */
  act(action: Action): void {
    const { player, bookmarks, desk } = this;
    const speedBy = (by: 1 | -1) => player.setSpeed(otherSpeed(player.speed, by, player.end_ns));
    const markBy = (by: 1 | -1) => this.goToMark(nextBookmark(bookmarks, player.position, by));
    const does: Readonly<Record<Action, () => void>> = {
      play: () => (player.playing ? player.pause() : player.play()),
      forward: () => player.stepForward(),
      back: () => player.stepBack(),
      tick_forward: () => player.stepForward('tick'),
      tick_back: () => player.stepBack('tick'),
      start: () => player.seek(0),
      end: () => player.seek(player.end_ns),
      slower: () => speedBy(-1),
      faster: () => speedBy(1),
      next_bookmark: () => markBy(1),
      previous_bookmark: () => markBy(-1),
      help: () => desk.toggle('help'),
      close: () => desk.shut(),
    };
    does[action]();
  }

  override close(): void {
    this.#stop();
    super.close();
  }

  /** The request to describe: the reader's choice, else the cue's, else the one that waited longest. */
  #mostTelling(whole = this.revealed): number | undefined {
    const { lives, player } = this;
    const last = this.#given.beside && player.twin ? player.twin.outcome.lives : lives;
    return (
      requestOf(this.asked, lives) ??
      requestOf(this.#cue.request, lives) ??
      // The longest wait is an answer: until the whole run has been seen, use the longest up to now.
      mostDelayed(last, whole ? undefined : this.#seen_ns)?.request
    );
  }

  #named(): Sides {
    const { main, twin } = this.player;
    const server = ({ outcome }: Track) => serverName(outcome.scenario.server.scheduler);
    const { comparison } = this.versus;
    if (!twin) return [{ track: main, name: server(main) }];
    if (comparison) return this.versus.sides(twin, comparison);
    const same = server(main) === server(twin);
    // Its label belongs to the server that the page chose.
    const titles = [main, twin].map(({ outcome }) => outcome.scenario.title);
    const named = (
      track: Track,
      other: Track,
      choice: ServerChoice | undefined,
      label: string | undefined,
    ): Side => ({
      track,
      name:
        (choice?.server === undefined ? label : undefined) ??
        (!same
          ? server(track)
          : titles[0] === titles[1]
            ? this.#own(track, other).join(LIST) || track.outcome.scenario.title
            : track.outcome.scenario.title),
    });
    const { label, beside } = this.#given;
    const left = named(main, twin, this.choices[0], label);
    const right = named(twin, main, this.choices[1], beside?.label);
    if (left.name !== right.name) return [left, right];
    const of = (one: Track, other: Track, else_words: string) => ({
      track: one,
      name: this.#own(one, other).join(LIST) || else_words,
    });
    return [of(main, twin, m.figure_twin_first()), of(twin, main, m.figure_twin_second())];
  }

  /** The settings of a run that differ from another's, in words. */
  #own({ outcome }: Track, other: Track): readonly string[] {
    const { knobs } = this.#given;
    const all = [
      ...ownSettings(outcome, other.outcome),
      ...ownKnobs(knobs, outcome, other.outcome),
    ];
    return all.filter((one, at) => all.indexOf(one) === at);
  }
}
