/**
 * Which setting affects a wait: maps its reason to the server variable and the direction that may shorten it. The figure
 * tries the values in the engine to see whether it helps this request. Source: scheduler rules, sections 2 and 3.
 */
import { hasOwnThreads } from '../run/families';
import { variableNamed } from './servers';
import type { OverrideValue, SchedulerName, VariableKind, WaitReason } from '../run/types';

export type Direction = 'more' | 'less' | 'set';

export interface Lever {
  readonly kind: 'lever';
  /** The server's own name, also the override's key. */
  readonly variable: string;
  /** Its name in scenario files and in the list of settings. */
  readonly field: string;
  readonly unit: string;
  /** The values that the server accepts. */
  readonly range: VariableKind;
  readonly direction: Direction;
  /** The value to set, if it is a word. */
  readonly to?: OverrideValue;
}

/** The server that the variable must belong to. */
export interface LeverServer {
  readonly scheduler: SchedulerName;
  readonly version?: string | null;
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

/** A setting by its name in scenario files, and the direction. */
type SettingChange = readonly [field: string, direction: Direction, to?: OverrideValue];

/** Lets fewer statements run at once: shorter queues at the latch and for the cores. */
const FEWER_GROUPS: SettingChange = ['thread_pool_size', 'less'];
const MORE_THREADS: SettingChange = ['thread_pool_max_threads', 'more'];
const SOONER_TIMER: SettingChange = ['thread_pool_stall_limit_ms', 'less'];
const MORE_WORKERS: SettingChange = ['thread_pool_size', 'more'];
const MORE_AT_ONCE: SettingChange = ['thread_pool_oversubscribe', 'more'];

/** In the order to try them; a single entry without a lever if there is none. */
export function remediesFor(why: WaitReason, server: LeverServer): readonly Remedy[] {
  const { scheduler, version } = server;
  return wishesFor(why, scheduler).flatMap((wish): readonly Remedy[] => {
    if (!isWish(wish)) return [wish];
    const [field, direction, to] = wish;
    const row = variableNamed(field, scheduler, version ?? undefined);
    if (!row) return [];
    const { name: variable, unit, kind } = row;
    return [
      {
        kind: 'lever',
        variable,
        field,
        unit,
        range: kind,
        direction,
        ...(to === undefined ? {} : { to }),
      },
    ];
  });
}

const isWish = (one: SettingChange | NoLever): one is SettingChange => Array.isArray(one);

function wishesFor(
  why: WaitReason,
  scheduler: SchedulerName,
): readonly (SettingChange | NoLever)[] {
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
        ? [['thread_pool_high_prio_mode', 'set', 'none']]
        : [['thread_pool_prio_kickup_timer_ms', 'less']];
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
      return [['innodb_thread_concurrency', 'more']];
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
      return [['thread_pool_stall_limit_10ms', 'less']];
    case 'transaction_limit':
      return [['thread_pool_max_transactions_limit', 'more']];
    case 'active_query_limit':
      return [['thread_pool_max_active_query_threads', 'more']];
    case 'transaction_delay':
      return [['thread_pool_transaction_delay_ms', 'less']];
    case 'nobody_waits':
    case 'place_free':
      return [{ kind: 'machine' }];
    case 'running':
    case 'holds_latch':
    case 'in_wait':
      return [{ kind: 'work' }];
  }
}

/** A few values to try, nearest first. */
export function valuesToTry(lever: Lever, present: OverrideValue): readonly OverrideValue[] {
  if (lever.direction === 'set')
    return lever.to === undefined || lever.to === present ? [] : [lever.to];
  const kind = lever.range;
  if (typeof present !== 'number' || kind.type !== 'number') return [];
  const wanted =
    lever.direction === 'more'
      ? [present + 1, present + 2, present * 2, present * 4]
      : [present / 2, present / 5, present / 10].map(Math.floor);
  const allowed = wanted.filter(
    (value) => value >= kind.min && value <= kind.max && value !== present,
  );
  return [...new Set(allowed)].sort((a, b) => (lever.direction === 'more' ? a - b : b - a));
}
