/**
 * Which setting decides a wait: from the reason to the server's variable and the direction that may
 * shorten it. Whether it does for one request is for the engine to say: a figure tries the values.
 * Source: scheduler rules, sections 2 and 3.
 */
import { hasOwnThreads } from './families';
import type { OverrideValue, SchedulerName, WaitReason } from '../run/types';

export type Direction = 'more' | 'less' | 'set';

export interface Lever {
  readonly kind: 'lever';
  /** The server's own name, which is the override's key as well. */
  readonly variable: string;
  /** Its name in scenario files and in the list of settings. */
  readonly field: string;
  readonly unit: string;
  readonly direction: Direction;
  /** What a word is set to. */
  readonly to?: OverrideValue;
}

/** Why no setting of the pool helps. */
export type NoLever =
  | { readonly kind: 'work' }
  | { readonly kind: 'lock'; readonly holder: number }
  | { readonly kind: 'own_connection' }
  | { readonly kind: 'application' }
  | { readonly kind: 'machine' }
  | { readonly kind: 'disk' }
  | { readonly kind: 'login' }
  | { readonly kind: 'enough_threads' }
  | { readonly kind: 'latch_own' }
  | { readonly kind: 'cores_own' };

export type Remedy = Lever | NoLever;

const lever = (
  variable: string,
  unit: string,
  direction: Direction,
  to?: OverrideValue,
): Lever => ({
  kind: 'lever',
  variable,
  field: unit === '' ? variable : `${variable}_${unit}`,
  unit,
  direction,
  ...(to === undefined ? {} : { to }),
});

/** Fewer statements inside at once: shorter lines at the latch and for the cores. */
const FEWER_GROUPS = lever('thread_pool_size', '', 'less');
const MORE_THREADS = lever('thread_pool_max_threads', '', 'more');
const SOONER_TIMER = lever('thread_pool_stall_limit', 'ms', 'less');
const MORE_WORKERS = lever('thread_pool_size', '', 'more');
const MORE_INSIDE = lever('innodb_thread_concurrency', '', 'more');
const MORE_AT_ONCE = lever('thread_pool_oversubscribe', '', 'more');

/** In the order in which they should be tried; one entry without a lever where there is none. */
export function remediesFor(why: WaitReason, scheduler: SchedulerName): readonly Remedy[] {
  switch (why.reason) {
    case 'max_threads':
    case 'no_listener_max_threads':
      return [MORE_THREADS];
    case 'no_listener_until_timer':
    case 'nobody_woken_until_timer':
    case 'active_threads_at_work':
      return [SOONER_TIMER];
    case 'saturated':
      // The stall timer lets a thread past this limit too.
      return [MORE_AT_ONCE, SOONER_TIMER];
    case 'too_busy':
      return [MORE_AT_ONCE];
    case 'high_queue_first':
      return scheduler === 'percona'
        ? [lever('thread_pool_high_prio_mode', '', 'set', 'none')]
        : [lever('thread_pool_prio_kickup_timer', 'ms', 'less')];
    case 'all_workers_busy':
    case 'own_worker_busy':
      return [MORE_WORKERS];
    case 'more_threads_than_connections':
      return [{ kind: 'enough_threads' }];
    case 'lock_held':
      return [{ kind: 'lock', holder: why.holder }];
    case 'connection_busy':
      return [{ kind: 'own_connection' }];
    case 'no_free_connection':
      return [{ kind: 'application' }];
    case 'listener_waking':
    case 'thread_starting':
    case 'own_thread_waking':
    case 'mutex_passing':
    case 'hand_over':
    case 'cores_busy':
      return [{ kind: 'machine' }];
    case 'all_workers_taken':
      return [MORE_WORKERS];
    case 'innodb_full':
      return [MORE_INSIDE];
    case 'login_pending':
      return [{ kind: 'login' }];
    case 'suspended':
    case 'disk_queue':
      return [{ kind: 'disk' }];
    case 'latch_held':
      return hasOwnThreads(scheduler) ? [{ kind: 'latch_own' }] : [FEWER_GROUPS];
    case 'run_queue':
      return hasOwnThreads(scheduler) ? [{ kind: 'cores_own' }] : [FEWER_GROUPS];
    case 'waiter_executes':
    case 'statement_runs':
      return [{ ...lever('thread_pool_stall_limit', '10ms', 'less'), unit: '× 10 ms' }];
    case 'transaction_limit':
      return [lever('thread_pool_max_transactions_limit', '', 'more')];
    case 'active_query_limit':
      return [lever('thread_pool_max_active_query_threads', '', 'more')];
    case 'transaction_delay':
      return [lever('thread_pool_transaction_delay', 'ms', 'less')];
    case 'nobody_waits':
    case 'place_free':
      return [{ kind: 'machine' }];
    case 'running':
    case 'holds_latch':
    case 'in_wait':
      return [{ kind: 'work' }];
  }
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Least and greatest of the variables that a lever moves; the engine refuses what is beyond. */
const RANGES: Readonly<Record<string, Range>> = {
  thread_pool_size: { min: 1, max: 1_024 },
  thread_pool_max_threads: { min: 1, max: 65_536 },
  thread_pool_oversubscribe: { min: 1, max: 1_000 },
  innodb_thread_concurrency: { min: 0, max: 1_000 },
  thread_pool_stall_limit: { min: 10, max: 4_294_967_295 },
  thread_pool_stall_limit_10ms: { min: 4, max: 600 },
  thread_pool_prio_kickup_timer: { min: 0, max: 4_294_967_295 },
  thread_pool_max_transactions_limit: { min: 1, max: 1_000_000 },
  thread_pool_max_active_query_threads: { min: 1, max: 512 },
  thread_pool_transaction_delay: { min: 0, max: 300_000 },
};

/** A few values to try, the nearest first. */
export function valuesToTry(lever: Lever, present: OverrideValue): readonly OverrideValue[] {
  if (lever.direction === 'set')
    return lever.to === undefined || lever.to === present ? [] : [lever.to];
  const range = RANGES[lever.field] ?? RANGES[lever.variable];
  if (typeof present !== 'number' || !range) return [];
  const wanted =
    lever.direction === 'more'
      ? [present + 1, present + 2, present * 2, present * 4]
      : [present / 2, present / 5, present / 10].map(Math.floor);
  const allowed = wanted.filter(
    (value) => value >= range.min && value <= range.max && value !== present,
  );
  return [...new Set(allowed)].sort((a, b) => (lever.direction === 'more' ? a - b : b - a));
}
