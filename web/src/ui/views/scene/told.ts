/** Facts about a whole run, computed once: who is answered when, and which groups reach the limit of their threads. */
import { m } from '#paraglide/messages.js';
import { familyOf, type Family } from '../../../model/run/families';
import type { Outcome } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import { say } from '../../../model/words/own';

/** Designs whose threads all exist from the start. */
const FIXED: ReadonlySet<Family> = new Set(['one_list', 'one_queue', 'own_queues']);

export function settingOf({ settings }: Pick<Outcome, 'settings'>, wanted: string) {
  const found = settings.find(({ name }) => name === wanted);
  return found && Number(found.value);
}

/** The variable that limits the threads, and whether all of them exist from the start. */
export function limitOf({ scenario }: Pick<Outcome, 'scenario'>) {
  const fixed = FIXED.has(familyOf(scenario.server.scheduler));
  return { fixed, variable: fixed ? 'thread_pool_size' : 'thread_pool_max_threads' };
}

/** The limit at a wall, longest text first. */
export const wallWords = (variable: string, limit: number): readonly string[] => [
  say(`${variable} = `) + count(limit),
  say(`${variable.replace('thread_pool_', '')} = `) + count(limit),
  m.of_at_most({ limit: count(limit) }),
];

export type Told = ReturnType<typeof told>;

export function told({ lives, events }: Pick<Outcome, 'lives' | 'events'>) {
  const answered = new Map<number, number>();
  const high_used = new Map<number, number>();
  const walled = new Set<number>();
  const earlier = (map: Map<number, number>, key: number, at_ns: number) =>
    map.set(key, Math.min(map.get(key) ?? Infinity, at_ns));
  for (const { connection, end_ns, failed, group, segments } of lives) {
    if (end_ns !== null && !failed) earlier(answered, connection, end_ns);
    if (group === null) continue;
    for (const { place, start_ns, why } of segments) {
      if (place === 'high_queue') earlier(high_used, group, start_ns);
      if (why.reason === 'max_threads' || why.reason === 'no_listener_max_threads')
        walled.add(group);
    }
  }
  for (const event of events)
    if (event.kind === 'thread_refused' && event.reason === 'max_threads') walled.add(event.group);
  return { answered, high_used, walled };
}
