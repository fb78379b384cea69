/** Compares a run with another: with its initial settings, another server, or another future. */
import { m } from '#paraglide/messages.js';
import type { KnobSpec } from '../../model/run/knob';
import type { Player } from '../player/player.svelte';
import type { Track } from '../player/track.svelte';
import type { Comparison } from '../../model/link/url';
import {
  carriedOver,
  forked,
  forkTime,
  serversFor,
  translate,
  type Translation,
} from '../../model/servers/translate';
import type { Overrides, OverrideValue, SchedulerName } from '../../model/run/types';
import { clock } from '../../model/words/format';
import { serverName } from '../../model/words/servers';

export interface Side {
  readonly track: Track;
  readonly name: string;
}

/** The other servers that can get the same requests. */
export function othersThan({ wanted_json, outcome }: Track): readonly SchedulerName[] {
  const own = outcome.scenario.server.scheduler;
  return serversFor(wanted_json).filter((one) => one !== own);
}

export class Versus {
  #comparison = $state.raw<Comparison | undefined>();
  #dropped = $state.raw<readonly string[]>([]);
  #lowered = $state.raw<Translation['lowered']>([]);
  readonly #player: Player;
  readonly #knobs: () => readonly KnobSpec[];

  constructor(player: Player, knobs: () => readonly KnobSpec[]) {
    this.#player = player;
    this.#knobs = knobs;
  }

  get #scheduler(): SchedulerName {
    return this.#player.main.outcome.scenario.server.scheduler;
  }
  get comparison() {
    return this.#comparison;
  }
  /** Names of variables that the other server does not have. */
  get dropped() {
    return this.#dropped;
  }

  /** Variables whose maximum on the other server is lower. */
  get lowered() {
    return this.#lowered;
  }

  start(comparison: Comparison): void {
    const { main } = this.#player;
    this.#dropped = [];
    this.#lowered = [];
    switch (comparison.kind) {
      case 'before':
        this.#comparison = comparison;
        this.#player.pair(main.wanted_json, main.home);
        break;
      case 'server': {
        const { scenario_json, dropped, lowered } = translate(
          main.wanted_json,
          comparison.scheduler,
        );
        this.#comparison = comparison;
        this.#dropped = dropped.map(({ variable }) => variable);
        this.#lowered = lowered;
        this.#player.pair(
          scenario_json,
          carriedOver(main.wanted, this.#scheduler, comparison.scheduler),
        );
        break;
      }
      case 'fork': {
        const values = Object.fromEntries(
          Object.entries(comparison.values).map(([name, value]) => [
            this.#knobs().find((knob) => knob.name === name)?.set_global ?? name,
            value,
          ]),
        );
        const fork = { ...comparison, at_ns: forkTime(comparison.at_ns), values };
        this.#comparison = fork;
        this.#player.pair(forked(main.wanted_json, fork.at_ns, values), main.wanted);
        break;
      }
    }
  }

  stop(): void {
    this.#comparison = undefined;
    this.#player.unpair();
  }

  /** The run on the left and the run on the right. */
  sides(twin: Track, comparison: Comparison): readonly [Side, Side] {
    const { main } = this.#player;
    switch (comparison.kind) {
      case 'before':
        return [
          { track: twin, name: m.figure_twin_before() },
          { track: main, name: m.figure_twin_after() },
        ];
      case 'fork': {
        const time = clock(comparison.at_ns, main.outcome.end_ns);
        return [
          { track: main, name: m.figure_twin_past() },
          { track: twin, name: m.figure_twin_future({ time }) },
        ];
      }
      case 'server':
        return [
          { track: main, name: serverName(this.#scheduler) },
          { track: twin, name: serverName(comparison.scheduler) },
        ];
    }
  }

  /** Whether a knob of the first run changes the second one too. */
  shares(knob: KnobSpec): boolean {
    const comparison = this.#comparison;
    if (comparison?.kind !== 'server') return false;
    return (
      Object.keys(carriedOver({ [knob.name]: 0 }, this.#scheduler, comparison.scheduler)).length > 0
    );
  }

  /** Changes a knob of the first run, and of the second if both have it. */
  turn(name: string, value: OverrideValue): void {
    const comparison = this.#comparison;
    const { main, twin } = this.#player;
    this.#player.turn(main, name, value);
    if (comparison?.kind === 'server' && twin)
      this.#player.open(twin, {
        overrides: carriedOver(main.wanted, this.#scheduler, comparison.scheduler),
      });
  }

  /** Sets a variable from the fork on. Setting its present value removes the change. */
  setGlobal(variable: string, value: OverrideValue, present: OverrideValue): void {
    const comparison = this.#comparison;
    const { main, twin } = this.#player;
    if (comparison?.kind !== 'fork' || !twin) return;
    const others = Object.entries(comparison.values).filter(([name]) => name !== variable);
    const values: Overrides = Object.fromEntries(
      value === present ? others : [...others, [variable, value]],
    );
    this.#comparison = { ...comparison, values };
    const scenario_json = forked(main.wanted_json, comparison.at_ns, values);
    this.#player.open(twin, { overrides: main.wanted, scenario_json });
  }

  /** The first run has restarted; the second follows as far as it depends on it. */
  again(): void {
    const comparison = this.#comparison;
    if (comparison)
      this.start(comparison.kind === 'fork' ? { ...comparison, values: {} } : comparison);
  }
}
