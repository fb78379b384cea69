/** Figures without a component, for tests. */
import { readFileSync } from 'node:fs';
import { flushSync } from 'svelte';
import { onTestFinished } from 'vitest';
import { finished } from '../web/src/build/runs/engine';
import type { FigureProps } from '../web/src/figure/model/given';
import { PageFigure } from '../web/src/figure/model/page-figure.svelte';
import type { MakeEngine } from '../web/src/figure/player/player.svelte';
import { failureOf } from '../web/src/model/run/failure';
import type { Frame, Instruments, Outcome } from '../web/src/model/run/types';
import { handClock } from './clock';

export const read = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');

/** The engine of the site's build, which answers at once. */
export const engine: MakeEngine = (hear) => {
  let run: ReturnType<typeof finished> | undefined;
  const end = () => {
    run?.free();
    run = undefined;
  };
  return {
    open: (scenario, overrides) => {
      end();
      try {
        run = finished(scenario, overrides);
        hear.opened(JSON.parse(run.outcome()) as Outcome, run.frame(0) as Frame);
      } catch (thrown) {
        hear.failed(failureOf(thrown));
      }
      return Promise.resolve();
    },
    frame: (at) => {
      if (!run) return;
      hear.frame((at.by === 'time' ? run.frame(at.time_ns) : run.frame_at_step(at.step)) as Frame);
    },
    instruments: (time_ns) => {
      if (run) hear.instruments(JSON.parse(run.instruments(time_ns)) as Instruments);
    },
    reset: end,
    close: end,
  };
};

/** Closed when the test that opened it is over. */
export function closedAfterTest<T extends { close(): void }>(figure: T): T {
  onTestFinished(() => figure.close());
  return figure;
}

/** A figure that has started, under a clock that stands still until told. */
export function begun(props: FigureProps) {
  const clock = handClock();
  const figure = closedAfterTest(new PageFigure(props, engine, clock));
  const { player } = figure;
  player.start();
  flushSync();
  return { figure, player, clock };
}
