/** A machine that a reader changes, with its pool: derives the changed case from the fitted one. */
import type { Case } from '../../model/benchmarks/benchmark';
import { LiveState } from './live.svelte';
import type { SeriesOptions } from './series';
import { CORES, type Turned } from './turned';

const withCores = (...more: readonly number[]) =>
  [...CORES, ...more.filter((one, at) => !CORES.includes(one) && more.indexOf(one) === at)].sort(
    (a, b) => a - b,
  );

export class Machine {
  readonly live: LiveState;
  readonly #fitted: () => Case;
  #turned = $state.raw<Partial<Turned>>({});

  constructor(fitted: () => Case, onlive: (lines: SeriesOptions['live']) => void) {
    this.#fitted = fitted;
    this.live = new LiveState(onlive);
  }

  get now(): Turned {
    const cores = this.#turned.cores ?? this.#fitted().cores;
    return { cores, groups: cores, herd: 1, list: 1, start: 'pile_up', ...this.#turned };
  }
  get core_stops(): readonly number[] {
    return withCores(this.#fitted().cores, this.now.cores);
  }
  get group_stops(): readonly number[] {
    const { cores, groups } = this.now;
    return withCores(cores, groups);
  }
  /** Changes to the fitted machine. */
  get turned(): Partial<Turned> {
    const { cores, groups, herd, list, start } = this.now;
    return {
      ...(cores !== this.#fitted().cores && { cores }),
      ...(groups !== cores && { groups }),
      ...(herd !== 1 && { herd }),
      ...(list !== 1 && { list }),
      ...(start !== 'pile_up' && { start }),
    };
  }
  get changed(): boolean {
    return Object.keys(this.turned).length > 0;
  }
  get case(): Case {
    const { cores, groups, herd, list } = this.now;
    const fitted = this.#fitted();
    return {
      ...fitted,
      cores,
      ...(groups !== cores && { groups }),
      parameters: {
        ...fitted.parameters,
        h_us: fitted.parameters.h_us * herd,
        w_us: fitted.parameters.w_us * herd,
        d1_us: fitted.parameters.d1_us * list,
      },
    };
  }

  turn(change: Partial<Turned>): void {
    this.#turned = { ...this.#turned, ...change };
    if (this.changed) void this.live.turn(this.case, this.now.start);
    else this.reset();
  }

  simulate(): void {
    void this.live.simulate(this.case, this.now.start);
  }

  reset(): void {
    this.#turned = {};
    this.live.reset();
  }
}
