/** Whether the applications' own connection pools are drawn in front of the server: needed before the picture's code is. */
import { NONE } from '../../../../model/generated/none';
import type { Frame, Outcome } from '../../../../model/run/types';

type Run = Pick<Outcome, 'metrics' | 'scenario'>;

const waitingIn = ({ metrics }: Pick<Run, 'metrics'>): readonly number[] => {
  const { columns, values } = metrics.series;
  return values[columns.indexOf('application')] ?? [];
};

/** About how many ever wait in the applications at once. */
export const mostInFront = (run: Pick<Run, 'metrics'>): number =>
  Math.ceil(Math.max(0, ...waitingIn(run)) * 1.2);

/** The crowds whose application has a pool, by their place in the scenario; none if nobody ever waits there. */
export function poolsInFront(run: Run, first: Frame): readonly number[] {
  const waits = waitingIn(run).some((mean) => mean > 0);
  const limited = run.scenario.clients?.some(({ patience }) => patience?.places) ?? false;
  if (!waits && !limited) return [];
  return [...first.crowd_places.keys()].filter((crowd) => first.crowd_places[crowd] !== NONE);
}
