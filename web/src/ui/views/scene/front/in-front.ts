/** Whether the applications' own connection pools are drawn in front of the server: needed before the picture's code is. */
import { NONE } from '../../../../model/generated/none';
import type { Frame, Outcome } from '../../../../model/run/types';

type Run = Pick<Outcome, 'metrics' | 'scenario'>;

/** The crowds whose application has a pool, by their place in the scenario; none if nobody ever waits there. */
export function poolsInFront({ metrics, scenario }: Run, first: Frame): readonly number[] {
  const { columns, values } = metrics.series;
  const waits = values[columns.indexOf('application')]?.some((mean) => mean > 0) ?? false;
  const limited = scenario.clients?.some(({ patience }) => patience?.places) ?? false;
  if (!waits && !limited) return [];
  return [...first.crowd_places.keys()].filter((crowd) => first.crowd_places[crowd] !== NONE);
}
