/** The same clients on another server, in the figure itself: its knobs follow, and so does the link. */
import type { KnobSpec } from '../controls/knob';
import type { Player } from '../player/player.svelte';
import { variablesOf } from '../run/servers';
import { carriedOver, translate, type Translation } from '../run/translate';
import type { Outcome, Overrides, SchedulerName } from '../run/types';
import { knobsOf } from './knobs-of';

/** Knobs of a server besides those that the scenario itself is about. */
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
  /** Where its knobs stood when the server was chosen. */
  #knobs = $state.raw<readonly KnobSpec[] | undefined>();
  readonly #player: Player;
  readonly #own: { readonly json: string; readonly scheduler: SchedulerName };
  readonly #own_knobs: () => readonly KnobSpec[];

  constructor(player: Player, knobs: () => readonly KnobSpec[]) {
    this.#player = player;
    const { scenario_json, outcome } = player.main;
    this.#own = { json: scenario_json, scheduler: outcome.scenario.server.scheduler };
    this.#own_knobs = knobs;
  }

  /** Undefined: the scenario's own. */
  get server() {
    return this.#server;
  }
  get shown(): SchedulerName {
    return this.#server ?? this.#own.scheduler;
  }
  get dropped(): readonly string[] {
    return this.#lost.dropped.map(({ variable }) => variable);
  }
  get lowered() {
    return this.#lost.lowered;
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
    // What a link tells is told for this server.
    const kept = told ? carriedOver(told, to, to) : carriedOver(this.#player.main.wanted, from, to);
    this.#player.swap(made?.scenario_json ?? this.#own.json, kept, time_ns);
  }

  /** Back to the scenario's own server; the figure's own reset follows. */
  reset(): void {
    if (this.#server !== undefined) this.choose(this.#own.scheduler, this.#player.home);
  }

  /** After each run: the first of the chosen server tells where its knobs stand. */
  seen(outcome: Outcome): void {
    if (this.#server === undefined || this.#knobs !== undefined) return;
    if (outcome.scenario.server.scheduler === this.#server) this.#knobs = knobsFor(outcome);
  }
}
