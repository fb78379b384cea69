/** The results of two runs, in numbers. */
import { max } from 'd3-array';
import { m } from '#paraglide/messages.js';
import { hasLatch } from '../../model/run/machine';
import { livesCut } from '../../model/run/record';
import type { Frame, Outcome } from '../../model/run/types';
import { count, duration } from '../../model/words/format';
import { inLine } from './in-line';
import { forNobodyBetween } from './narrator/rate';

interface ResultRow {
  readonly label: string;
  readonly left: string;
  readonly right: string;
  readonly differs: boolean;
}

const EQUAL_NS = 1e6;

function soFar({ lives }: Pick<Outcome, 'lives'>, time_ns: number) {
  const took = lives.flatMap(({ end_ns, arrive_ns, failed }) =>
    end_ns === null || failed || end_ns > time_ns ? [] : [end_ns - arrive_ns],
  );
  return { answered: took.length, slowest_ns: max(took) ?? -Infinity };
}

type Run = Pick<Outcome, 'lives' | 'events' | 'metrics' | 'not_kept' | 'scenario'>;

/**
 * The results of each run up to a time. If a run recorded only some lives, the picture of the moment has the number of
 * answers, and the slowest time is unknown.
 */
export function resultRows(
  left: Run,
  right: Run,
  time_ns: number,
  time: string,
  frames: readonly [Frame, Frame],
): ResultRow[] {
  const cut = livesCut(left) || livesCut(right);
  const [a, b] = [soFar(left, time_ns), soFar(right, time_ns)];
  const [here, there] = frames;
  const row = (label: string, one: string, other: string) => ({
    label,
    left: one,
    right: other,
    differs: one !== other,
  });
  const slowest = (ns: number) => (Number.isFinite(ns) ? duration(ns) : m.figure_twin_none());
  const answered = cut ? [here.finished, there.finished] : [a.answered, b.answered];
  const rows = [
    row(m.figure_twin_answered({ time }), count(answered[0] ?? 0), count(answered[1] ?? 0)),
    row(
      m.figure_twin_line(),
      count(inLine(left, time_ns, here)),
      count(inLine(right, time_ns, there)),
    ),
  ];
  const nobody = [left, right].map((run) => forNobodyBetween(run, 0, time_ns));
  if (nobody.some((done) => done > 0))
    rows.push(row(m.figure_twin_nobody(), count(nobody[0] ?? 0), count(nobody[1] ?? 0)));
  if (hasLatch(left.scenario) || hasLatch(right.scenario))
    rows.push(
      row(m.figure_twin_latch(), count(here.latch_queue.length), count(there.latch_queue.length)),
    );
  if (cut) return rows;
  return [
    ...rows,
    {
      ...row(m.figure_twin_slowest(), slowest(a.slowest_ns), slowest(b.slowest_ns)),
      // A difference of a thread's wake-up time does not count; having no answer at all does.
      differs: !(Math.abs(a.slowest_ns - b.slowest_ns) < EQUAL_NS || a.slowest_ns === b.slowest_ns),
    },
  ];
}
