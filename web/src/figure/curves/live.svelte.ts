/** A changed machine: the analytic line at once, simulated dots one by one from workers. */
import {
  COUNTS,
  FINE,
  MODELLED,
  type Case,
  type Modelled,
  type Point,
  type Regime,
} from '../../model/benchmarks/benchmark';
import type * as curves from '../../model/engine/curve-sweep';
import { failureOf, failureWords } from '../../model/run/failure';
import type { SeriesOptions } from './series';

type Lines = NonNullable<SeriesOptions['live']>;
type Engine = Pick<typeof curves, 'loadAnalytic' | 'sweepCurve'>;

export class LiveState {
  phase = $state<'fitted' | 'loading' | 'ready' | 'running' | 'done' | 'stopped' | 'failed'>(
    'fitted',
  );
  progress = $state({ done: 0, total: 0 });
  /** Why a point, or every point, has no dot. */
  message = $state('');
  lines = $state.raw<Lines>();
  readonly #onlive: (lines: Lines | undefined) => void;
  readonly #engine: () => Promise<Engine>;
  #stop: AbortController | undefined;

  constructor(
    onlive: (lines: Lines | undefined) => void,
    engine: () => Promise<Engine> = () => import('../../model/engine/curve-sweep'),
  ) {
    this.#onlive = onlive;
    this.#engine = engine;
  }

  /** Computes the analytic line, as fast as the slider moves. */
  async turn(edited: Case, start: Regime): Promise<void> {
    const { signal } = this.#begin(this.phase === 'fitted' ? 'loading' : this.phase);
    try {
      const { loadAnalytic } = await this.#engine();
      const analytic = await loadAnalytic();
      if (signal.aborted) return;
      const of = (system: Modelled) => ({
        analytic: analytic(edited, system, FINE, start),
        dots: [] as readonly Point[],
      });
      this.#show({
        'one-thread-per-connection': of('one-thread-per-connection'),
        'thread-pool': of('thread-pool'),
      });
      this.phase = 'ready';
    } catch (thrown) {
      if (!signal.aborted) this.#failed(thrown);
    }
  }

  async simulate(edited: Case, start: Regime): Promise<void> {
    const asks = COUNTS.flatMap((clients) =>
      MODELLED.map((system) => ({ case: edited, system, clients, start })),
    );
    const mine = this.#begin('running');
    const { signal } = mine;
    this.progress = { done: 0, total: asks.length };
    try {
      const { sweepCurve } = await this.#engine();
      const end = await sweepCurve(asks, {
        signal,
        onpoint: (result, so_far) => {
          if (signal.aborted || !this.lines) return;
          this.progress = so_far;
          const ask = asks[result.index];
          if (result.kind === 'broken') this.message = result.message;
          if (result.kind === 'refused') this.message = result.errors[0]?.message ?? '';
          if (result.kind !== 'done' || !ask) return;
          const own = this.lines[ask.system];
          const dots = [...own.dots, [ask.clients, result.summary.throughput] as const];
          this.#show({ ...this.lines, [ask.system]: { ...own, dots } });
        },
      });
      if (this.#stop !== mine) return;
      this.phase = end === 'aborted' ? 'stopped' : this.message === '' ? 'done' : 'failed';
    } catch (thrown) {
      if (this.#stop === mine) this.#failed(thrown);
    }
  }

  cancel(): void {
    this.#stop?.abort();
  }

  reset(): void {
    this.#begin('fitted');
    this.#show(undefined);
  }

  /** Cancels what is under way and clears its message. */
  #begin(phase: LiveState['phase']): AbortController {
    this.#stop?.abort();
    this.#stop = new AbortController();
    this.phase = phase;
    this.message = '';
    return this.#stop;
  }

  #show(lines: Lines | undefined): void {
    this.lines = lines;
    this.#onlive(lines);
  }

  #failed(thrown: unknown): void {
    this.phase = 'failed';
    this.message = failureWords(failureOf(thrown));
  }
}
