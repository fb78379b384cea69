/** Runs the same clients on another server within the figure: its knobs and its link follow. */
import { m } from '#paraglide/messages.js';
import type { KnobSpec } from '../../model/run/knob';
import type { Player } from '../player/player.svelte';
import type { Track } from '../player/track.svelte';
import { variablesOf } from '../../model/servers/servers';
import {
  carriedOver,
  serversFor,
  translate,
  type Translation,
} from '../../model/servers/translate';
import type { Outcome, Overrides, SchedulerName } from '../../model/run/types';
import { knobsOf } from '../../model/servers/knobs-of';
import { LIST, NEXT } from '../../model/joined';

/** The most knobs of a server beyond the scenario's own. */
const MOST_KNOBS = 4;
const SELDOM = new Set(['wait_timeout', 'innodb_lock_wait_timeout', 'thread_pool_idle_timeout']);

function knobsFor(outcome: Outcome): KnobSpec[] {
  const { scheduler, version } = outcome.scenario.server;
  const own = (outcome.scenario.knobs ?? []).flatMap((knob) => knob.label ?? knob.name ?? []);
  const has = variablesOf(scheduler, version ?? '')
    .map(({ name }) => name)
    .filter((name) => !SELDOM.has(name) && !own.includes(name));
  return knobsOf(outcome, [...own, ...has.slice(0, MOST_KNOBS)]);
}

export class ServerChoice {
  #server = $state.raw<SchedulerName | undefined>();
  #lost = $state.raw<Pick<Translation, 'dropped' | 'lowered'>>({ dropped: [], lowered: [] });
  /** The knobs' values at the time the server was chosen. */
  #knobs = $state.raw<readonly KnobSpec[] | undefined>();
  readonly #player: Player;
  /** The run whose server is chosen: the figure's only one, or one of two. */
  readonly #track: Track;
  readonly #own: { readonly json: string; readonly scheduler: SchedulerName };
  readonly #own_knobs: () => readonly KnobSpec[];
  #servers: readonly SchedulerName[] | undefined;

  constructor(player: Player, track: Track, knobs: () => readonly KnobSpec[]) {
    this.#player = player;
    this.#track = track;
    const { scenario_json, outcome } = track;
    this.#own = { json: scenario_json, scheduler: outcome.scenario.server.scheduler };
    this.#own_knobs = knobs;
  }

  /** Undefined: the scenario's own. */
  get server() {
    return this.#server;
  }
  /** Read once, and not before the menu is opened. */
  get servers(): readonly SchedulerName[] {
    return (this.#servers ??= serversFor(this.#own.json));
  }
  get shown(): SchedulerName {
    return this.#server ?? this.#own.scheduler;
  }
  /** What the chosen server does not take over, in words. */
  get lost(): string {
    const { dropped, lowered } = this.#lost;
    const names = dropped.map(({ variable }) => variable).join(LIST);
    return [
      ...(dropped.length > 0 ? [m.figure_compare_dropped({ names })] : []),
      ...lowered.map((one) => m.figure_compare_lowered({ ...one })),
    ].join(NEXT);
  }
  get knobs(): readonly KnobSpec[] {
    return this.#server === undefined ? this.#own_knobs() : (this.#knobs ?? []);
  }

  choose(to: SchedulerName, told?: Overrides, time_ns?: number): void {
    const from = this.#server ?? this.#own.scheduler;
    const back = to === this.#own.scheduler;
    const made = back ? undefined : translate(this.#own.json, to);
    this.#server = back ? undefined : to;
    this.#lost = made ?? { dropped: [], lowered: [] };
    this.#knobs = undefined;
    // The values in a link are meant for this server.
    const overrides = carriedOver(told ?? this.#track.wanted, told ? to : from, to);
    const scenario_json = made?.scenario_json ?? this.#own.json;
    this.#player.open(this.#track, { overrides, scenario_json, time_ns });
  }

  /** Returns to the scenario's own server; the figure resets the rest. */
  reset(): void {
    if (this.#server !== undefined) this.choose(this.#own.scheduler, this.#track.home);
  }

  /** Called after each run: the first run on the chosen server gives the knobs' initial values. */
  seen(): void {
    const { outcome } = this.#track;
    if (this.#server === undefined || this.#knobs !== undefined) return;
    if (outcome.scenario.server.scheduler === this.#server) this.#knobs = knobsFor(outcome);
  }
}
