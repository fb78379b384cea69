/** The result of a run in words and numbers, computed from the run. */
import { m } from '#paraglide/messages.js';
import { batches } from '../measures/ranks';
import type { Outcome } from '../run/types';
import { count, duration } from './format';

type Run = Pick<Outcome, 'lives' | 'end_ns' | 'stopped' | 'not_kept' | 'metrics'>;

/** More groups of answers than this are not worth listing. */
const MOST_BATCHES = 5;
function answered(run: Run): string {
  const found = batches(run);
  const [first, ...rest] = found;
  if (!first) return m.caption_nothing();
  if (found.length > MOST_BATCHES) return range(run);
  const head = { count: first.count, time: duration(first.at_ns) };
  const others = rest.map(({ count, at_ns }) =>
    count === 1
      ? m.caption_also_one({ time: duration(at_ns) })
      : m.caption_also({ count, time: duration(at_ns) }),
  );
  const sentence = [
    first.count === 1 ? m.caption_ended_one(head) : m.caption_ended(head),
    ...others,
  ].join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function range(run: Run): string {
  const took = run.lives.flatMap((life) =>
    life.end_ns === null || life.failed ? [] : [life.end_ns - life.arrive_ns],
  );
  took.sort((a, b) => a - b);
  return m.caption_range({
    count: took.length,
    fastest: duration(took[0] ?? 0),
    slowest: duration(took.at(-1) ?? 0),
    median: duration(took[Math.ceil(took.length / 2) - 1] ?? 0),
  });
}

/** A run that kept only its first requests is told by its figures, which are of all of them. */
function crowd({ metrics, not_kept }: Run): string {
  const { p50_ns, p99_ns, max_ns } = metrics.latency;
  const sentences = [
    m.figure_caption_crowd({
      count: count(metrics.finished),
      time: duration(metrics.measured_ns),
      half: duration(p50_ns),
      most: duration(p99_ns),
      slowest: duration(max_ns),
    }),
  ];
  if (not_kept && not_kept.lives > 0) sentences.push(m.figure_caption_one_run());
  return sentences.join(' ');
}

export function caption(run: Run): string {
  if (run.not_kept) return crowd(run);
  const parts = [answered(run)];
  const open = run.lives.filter((life) => life.end_ns === null).length;
  if (open > 0) {
    const time = duration(run.end_ns);
    const sentence =
      open === 1 ? m.caption_open_one({ time }) : m.caption_open({ count: open, time });
    parts.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
  }
  const longest = Math.max(
    0,
    ...run.lives.map((life) => (life.start_ns ?? run.end_ns) - life.arrive_ns),
  );
  // Below a millisecond it is the time that waking a thread takes, not a queue.
  if (longest >= 1e6) parts.push(m.caption_waited({ time: duration(longest) }));
  if (run.stopped !== 'until') {
    parts.push(m.caption_budget({ time: duration(run.end_ns) }));
  }
  return parts.join(' ');
}
