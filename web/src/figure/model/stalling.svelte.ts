/** Stalls the latch's holder from a figure, in its run or in both of them. */
import { m } from '#paraglide/messages.js';
import type { Player } from '../player/player.svelte';
import { hasLatch, type Stall } from '../../model/run/machine';
import { parseStalls, printStalls, STALLS } from '../../model/run/stalls';
import type { Overrides, ScenarioFile } from '../../model/run/types';
import { duration, shortDuration } from '../../model/words/format';

export class Stalling {
  #said = $state('');
  readonly #player: Player;

  constructor(player: Player) {
    this.#player = player;
  }

  get offered(): boolean {
    return hasLatch(this.#player.outcome.scenario);
  }
  /** What was done last; empty once the stalls are the scenario's own again. */
  get said(): string {
    return this.#player.main.at_home ? '' : this.#said;
  }
  get undoable(): boolean {
    return this.#stalls.length > this.#own.length;
  }
  get at_end(): boolean {
    return this.#player.time_ns >= this.#player.end_ns;
  }

  /** Adds a stall at the present moment, and the run continues from there. */
  stall(for_us: number): void {
    const at_ns = this.#player.time_ns;
    this.#set([...this.#stalls, { at_us: at_ns / 1e3, for_us }]);
    this.#said = m.figure_stall_done({
      time: duration(at_ns),
      length: shortDuration(for_us * 1e3),
    });
    this.#player.play();
  }

  undo(): void {
    const last = this.#stalls.at(-1);
    if (!last || !this.undoable) return;
    this.#set(this.#stalls.slice(0, -1));
    this.#said = m.figure_stall_undone({ time: duration(last.at_us * 1e3) });
  }

  /** The present list of stalls, including the scenario's own. */
  get #stalls(): readonly Stall[] {
    const asked = this.#player.overrides[STALLS];
    return (typeof asked === 'string' ? parseStalls(asked) : undefined) ?? this.#own;
  }

  get #own(): readonly Stall[] {
    const file = JSON.parse(this.#player.main.scenario_json) as ScenarioFile;
    return file.stalls ?? [];
  }

  #set(stalls: readonly Stall[]): void {
    const own = stalls.length === this.#own.length;
    const value: Overrides = own ? {} : { [STALLS]: printStalls(stalls) };
    const others = (overrides: Overrides) =>
      Object.fromEntries(Object.entries(overrides).filter(([name]) => name !== STALLS));
    const { time_ns, tracks } = this.#player;
    for (const track of tracks)
      if (hasLatch(track.outcome.scenario))
        this.#player.open(track, { overrides: { ...others(track.wanted), ...value }, time_ns });
  }
}
