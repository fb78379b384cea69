/** The result of a run in words and numbers, computed from the run. */
import { m } from '#paraglide/messages.js';
import { batches, isSteady } from '../measures/ranks';
import type { Outcome } from '../run/types';
import { count, duration } from './format';
import { placeName } from './why';
import { CLAUSE, SEMI, COLON, STOP, NEXT, bracketed } from '../joined';

type Run = Pick<Outcome, 'lives' | 'locks' | 'end_ns' | 'stopped' | 'not_kept' | 'metrics'>;

/** More groups of answers than this are not worth listing. */
const MOST_BATCHES = 5;
function answered(run: Run): string {
  const found = batches(run);
  const [first, ...rest] = found;
  if (!first) return m.caption_nothing();
  if (found.length > MOST_BATCHES || found.some(isSteady)) {
    // The figures leave out what happened before the warm-up ended.
    return run.metrics.measured_ns < run.end_ns ? crowd(run) : range(run);
  }
  const head = { count: first.count, time: duration(first.at_ns) };
  const others = rest.map(({ count, at_ns }) => m.caption_also({ count, time: duration(at_ns) }));
  const sentence = [m.caption_ended(head), ...others].join(CLAUSE);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${STOP}`;
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

/** A run that recorded only its first requests is described by its figures, which cover all of them. */
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
  return sentences.join(NEXT);
}

/** The most places to list. */
const MOST_PLACES = 3;

/** Where the unanswered requests wait: "197: waiting for a lock a; 4: on the socket". */
function places({ lives, ...run }: Run): string {
  const counts = new Map<string, number>();
  for (const { end_ns, segments } of lives) {
    const last = segments.at(-1);
    if (end_ns !== null || !last) continue;
    const place = placeName(last, { lives, ...run });
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const [first, ...others] = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_PLACES);
  if (!first) return '';
  const [place, number] = first;
  if (number === 1 && others.length === 0) return bracketed(place);
  return bracketed(
    [first, ...others].map(([place, number]) => count(number) + COLON + place).join(SEMI),
  );
}

/** The number of unanswered requests; if the run recorded all requests, also where they are. */
function left(run: Run): string | undefined {
  const { open, open_longest_ns } = run.metrics;
  if (open === 0) return undefined;
  const time = duration(run.end_ns);
  const sentence = m.caption_open({ count: count(open), time });
  const more = run.not_kept
    ? CLAUSE + m.caption_oldest({ time: duration(open_longest_ns) })
    : places(run);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${more}${STOP}`;
}

export function caption(run: Run): string {
  const open = left(run);
  if (run.not_kept) return [crowd(run), ...(open === undefined ? [] : [open])].join(NEXT);
  const parts = [answered(run)];
  if (open !== undefined) parts.push(open);
  let longest = { waited_ns: 0, taken: true };
  for (const { arrive_ns, start_ns, end_ns } of run.lives) {
    const waited_ns = (start_ns ?? end_ns ?? run.end_ns) - arrive_ns;
    if (waited_ns > longest.waited_ns) longest = { waited_ns, taken: start_ns !== null };
  }
  // Below a millisecond it is the time to wake a thread, not a queue.
  const time = duration(longest.waited_ns);
  if (longest.waited_ns >= 1e6)
    parts.push(longest.taken ? m.caption_waited({ time }) : m.caption_waited_in_vain({ time }));
  if (run.stopped !== 'until') {
    parts.push(m.caption_budget({ time: duration(run.end_ns) }));
  }
  return parts.join(NEXT);
}
