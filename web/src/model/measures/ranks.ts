/** Requests ordered by latency, and published times compared with them. */
import type { Life, Outcome, Published } from '../run/types';
import { shownRequest } from '../run/request-name';

const NS_PER_MS = 1e6;

export function latencyOf(life: Life): number | undefined {
  return life.end_ns === null ? undefined : life.end_ns - life.arrive_ns;
}

/** Answered requests first, fastest on top, which is the order of published times too. */
export function byLatency(lives: readonly Life[]): Life[] {
  const rank = (life: Life) => latencyOf(life) ?? Infinity;
  return [...lives].sort((a, b) =>
    rank(a) === rank(b) ? a.request - b.request : rank(a) < rank(b) ? -1 : 1,
  );
}

/**
 * Published times have no request numbers. If there is one for each request, the n-th fastest is compared with the n-th
 * fastest; else each is compared with the nearest.
 */
export function partners(run: Published, rows: readonly Life[]): (number | undefined)[] {
  if (run.latencies_ms.length >= rows.length) return rows.map((_, rank) => run.latencies_ms[rank]);
  const found: (number | undefined)[] = rows.map(() => undefined);
  for (const ms of run.latencies_ms) {
    const distance = (rank: number) => {
      const life = rows[rank];
      const latency = life && found[rank] === undefined ? latencyOf(life) : undefined;
      return latency === undefined ? Infinity : Math.abs(latency - ms * NS_PER_MS);
    };
    const [nearest] = rows.map((_, rank) => rank).sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) found[nearest] = ms;
  }
  return found;
}

export const ownName = ({ name, request }: Life): string => shownRequest(name) || String(request);

/** A published time and the simulated one that it is compared with. */
export interface Held {
  readonly request: number;
  readonly name: string;
  readonly published_ns: number;
  /** Undefined if it was not answered. */
  readonly simulated_ns: number | undefined;
}

/** Compares a published run with a simulated one, from the fastest to the slowest. */
export function heldAgainst(run: Published, lives: readonly Life[]): Held[] {
  const ranked = byLatency(lives);
  return partners(run, ranked).flatMap((ms, rank) => {
    const life = ranked[rank];
    if (ms === undefined || !life) return [];
    return {
      request: life.request,
      name: ownName(life),
      published_ns: ms * NS_PER_MS,
      simulated_ns: latencyOf(life),
    };
  });
}

/** The largest difference between a published time and the simulated one of its rank. */
export function largestDifference(pairs: readonly Held[]): number | undefined {
  const differences = pairs.flatMap(({ published_ns, simulated_ns }) =>
    simulated_ns === undefined ? [] : Math.abs(published_ns - simulated_ns),
  );
  return differences.length > 0 ? Math.max(...differences) : undefined;
}

export interface Batch {
  readonly count: number;
  /** Time of the first answer. */
  readonly at_ns: number;
  readonly last_ns: number;
}

/** Answers at most this share of the run apart form one batch. */
const TOGETHER = 0.004;

/** Whether the answers came one after the other without a gap. */
export const isSteady = ({ at_ns, last_ns }: Batch): boolean =>
  last_ns - at_ns > last_ns * TOGETHER;

/** Answers in batches by their times. */
export function batches(run: Pick<Outcome, 'lives'>): Batch[] {
  const ends = run.lives.flatMap((life) =>
    life.end_ns === null || life.failed ? [] : [life.end_ns],
  );
  ends.sort((a, b) => a - b);
  const apart = (ends.at(-1) ?? 0) * TOGETHER;
  const found: { -readonly [K in keyof Batch]: Batch[K] }[] = [];
  for (const at_ns of ends) {
    const open = found.at(-1);
    if (open && at_ns - open.last_ns <= apart) {
      open.count += 1;
      open.last_ns = at_ns;
    } else {
      found.push({ count: 1, at_ns, last_ns: at_ns });
    }
  }
  return found;
}
