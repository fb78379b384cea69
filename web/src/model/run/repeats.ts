/**
 * Finds log entries that repeat an earlier one of the same group and reason while nothing changes, so that the log shows
 * them once.
 */
import { tagOf } from './event-names';
import type { Event } from './types';

const TOLD_ONCE: ReadonlySet<Event['kind']> = new Set<Event['kind']>([
  'thread_refused',
  'group_stalled',
  'group_unattended',
  'pool_blocked_message',
  'thread_woken',
  'thread_idle',
]);

/** Kind, reason and trigger: an event with the same signature is a repeat. */
function signature(event: Event): string {
  const asked = event.kind === 'thread_refused' ? event.asked.trigger : '';
  const thread = 'thread' in event ? event.thread : '';
  const group = 'group' in event ? event.group : '';
  return [event.kind, tagOf(event), asked, thread, group].join(' ');
}

const known = new WeakMap<readonly Event[], ReadonlySet<Event>>();

/** A change of a setting or of the number of threads makes everything new. */
export function repeatsOf(events: readonly Event[]): ReadonlySet<Event> {
  const found = known.get(events);
  if (found) return found;
  const repeats = new Set<Event>();
  let told = new Set<string>();
  for (const event of events) {
    if (event.kind === 'variable_set') told = new Set();
    if (!TOLD_ONCE.has(event.kind)) continue;
    const said = signature(event);
    if (told.has(said)) repeats.add(event);
    told.add(said);
  }
  known.set(events, repeats);
  return repeats;
}
