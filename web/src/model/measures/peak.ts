import type { Outcome } from '../run/types';

/** The most threads that the whole pool had at one time. */
export function poolPeak({ events, lives, metrics }: Outcome): number {
  const threads = new Map<number | null, number>();
  const changes = events.flatMap((event) =>
    event.kind === 'thread_created' || event.kind === 'thread_exited' ? [event] : [],
  );
  for (const { group, kind, threads: then } of changes)
    if (!threads.has(group)) threads.set(group, kind === 'thread_created' ? then - 1 : then + 1);
  metrics.groups.forEach((group, index) => {
    if (!threads.has(index)) threads.set(index, group.threads_end);
  });
  if (metrics.groups.length === 0) {
    // With one thread per connection, connections that were open before the run have no event.
    const born = new Set(
      changes.flatMap((event) => (event.kind === 'thread_created' ? event.thread : [])),
    );
    const known = new Set(lives.flatMap(({ thread }) => thread ?? []));
    threads.set(null, [...known].filter((thread) => !born.has(thread)).length);
  }
  const total = () => [...threads.values()].reduce((sum, one) => sum + one, 0);
  let peak = total();
  for (const { group, threads: then } of changes) {
    threads.set(group, then);
    peak = Math.max(peak, total());
  }
  return peak;
}
