/** A machine that a reader changes, and the pool on it: what the fitted case becomes. */
import type { Case, Regime } from '../../model/benchmarks/benchmark';
import { Live } from './live.svelte';
import type { Shown } from './series';

const CORES = [1, 2, 4, 6, 8, 12, 16, 18, 24, 32, 48, 64, 96, 128];
export const FACTORS: readonly number[] = [0, 0.25, 0.5, 1, 2, 4];

interface Turned {
  readonly cores: number;
  /** As many groups as cores is the default of thread_pool_size. */
  readonly groups: number;
  readonly herd: number;
  readonly list: number;
  readonly start: Regime;
}

const withCores = (...more: readonly number[]) =>
  [...CORES, ...more.filter((one, at) => !CORES.includes(one) && more.indexOf(one) === at)].sort(
    (a, b) => a - b,
  );

export class Machine {
  readonly live: Live;
  readonly #fitted: () => Case;
  #turned = $state.raw<Partial<Turned>>({});

  constructor(fitted: () => Case, onlive: (lines: Shown['live']) => void) {
    this.#fitted = fitted;
    this.live = new Live(onlive);
  }

  get now(): Turned {
    const cores = this.#turned.cores ?? this.#fitted().cores;
    return { cores, groups: cores, herd: 1, list: 1, start: 'pile_up', ...this.#turned };
  }
  get core_stops(): readonly number[] {
    return withCores(this.#fitted().cores);
  }
  get group_stops(): readonly number[] {
    const { cores, groups } = this.now;
    return withCores(cores, groups);
  }
  get changed(): boolean {
    const { cores, groups, herd, list, start } = this.now;
    return (
      cores !== this.#fitted().cores ||
      groups !== cores ||
      herd !== 1 ||
      list !== 1 ||
      start !== 'pile_up'
    );
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
