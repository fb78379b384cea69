/** How often somebody passes the busiest gate of a run. */
import { serverModel } from './machine';
import type { Outcome } from './types';

type Run = Pick<Outcome, 'metrics' | 'scenario'>;

/** In a second of the run, roughly: through its latch, or through the door of one of its groups. */
export function passagesPerSecond({ metrics, scenario }: Run): number {
  const groups = serverModel(scenario)?.latch ? 1 : Math.max(1, metrics.groups.length);
  return metrics.throughput_per_s / groups;
}

const STEPS = [1, 2, 5, 10];
/** The eye follows one passage that takes so long. */
const ONE_PASSAGE_S = 0.4;

/** So many times slower than the run, in steps of 1, 2 and 5, a reader can follow one body after the other. */
export function timesSlower(run: Run): number {
  const wanted = Math.max(1, passagesPerSecond(run) * ONE_PASSAGE_S);
  const grain = 10 ** Math.floor(Math.log10(wanted));
  const far = (step: number) => Math.abs(Math.log((step * grain) / wanted));
  const step = STEPS.reduce((best, one) => (far(one) < far(best) ? one : best));
  return step * grain;
}
