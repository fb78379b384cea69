import { expect, test } from 'vitest';
import { LiveState } from '../../web/src/figure/curves/live.svelte';
import type { CurveAsk, sweepCurve } from '../../web/src/model/engine/curve-sweep';
import { COUNTS, MODELLED, type Case } from '../../web/src/model/benchmarks/benchmark';

const machine = { cores: 16 } as Case;
const refusal = { path: 'clients', value: '0', allowed: '1 to 2', message: 'too many' };

/** Points are answered when the test says so. */
function desk(refused: (ask: CurveAsk) => boolean) {
  const shown: (object | undefined)[] = [];
  const sweep: typeof sweepCurve = (asks, { onpoint, signal }) => {
    asks.forEach((ask, index) => {
      const progress = { done: index + 1, total: asks.length };
      if (refused(ask)) onpoint({ kind: 'refused', index, errors: [refusal] }, progress);
      else onpoint({ kind: 'done', index, summary: { throughput: 7 } as never }, progress);
    });
    return Promise.resolve(signal?.aborted ? 'aborted' : 'done');
  };
  const loadAnalytic = () => Promise.resolve(() => [[1, 1] as const]);
  const live = new LiveState(
    (lines) => shown.push(lines),
    () => Promise.resolve({ loadAnalytic, sweepCurve: sweep }),
  );
  return { live, shown };
}

test('a refused point is reported, the others have their dots, and the next try restarts', async () => {
  let bad = true;
  const { live } = desk((ask) => bad && ask.clients === COUNTS[0]);
  await live.turn(machine, 'pile_up');
  expect([live.phase, live.message]).toEqual(['ready', '']);
  await live.simulate(machine, 'pile_up');
  expect([live.phase, live.message]).toEqual(['failed', 'too many']);
  for (const system of MODELLED) expect(live.lines?.[system].dots).toHaveLength(COUNTS.length - 1);
  bad = false;
  await live.turn(machine, 'cold');
  expect([live.phase, live.message]).toEqual(['ready', '']);
  await live.simulate(machine, 'cold');
  expect([live.phase, live.message]).toEqual(['done', '']);
  await live.simulate(machine, 'cold');
  expect(live.phase).toBe('done');
});

test('a change that is undone while it loads is not shown', async () => {
  const { live, shown } = desk(() => false);
  const turned = live.turn(machine, 'pile_up');
  expect(live.phase).toBe('loading');
  live.reset();
  await turned;
  expect([live.phase, live.lines, shown]).toEqual(['fitted', undefined, [undefined]]);
});
