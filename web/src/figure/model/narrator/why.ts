/** Why the first request in a queue waits, in the narrator's words. */
import { m } from '#paraglide/messages.js';
import type { WaitReason } from '../../../model/run/types';
import { numberWord, sentence } from '../../../model/words/number';
import { ordinal } from './cast';

const big = (value: number) => sentence(numberWord(value));

/** `asleep`: all threads of the group are. Undefined if the place itself says enough. */
export function whyWords(why: WaitReason, asleep: boolean): string | undefined {
  switch (why.reason) {
    case 'max_threads': {
      const next = ordinal(why.threads + 1);
      if (next === undefined)
        return m.narr_refused_max_many({ threads: why.threads, limit: why.limit });
      const threads =
        why.threads === 2
          ? m.narr_threads_two()
          : m.narr_threads({ count: numberWord(why.threads) });
      const told = { n: why.threads, threads, next };
      return asleep ? m.narr_why_max_threads(told) : m.narr_why_max_threads_taken(told);
    }
    case 'no_listener_max_threads': {
      const next = ordinal(why.threads + 1);
      if (why.threads === 2) return asleep ? m.narr_why_deaf_asleep() : m.narr_why_deaf_two();
      return next
        ? m.narr_why_deaf({ n: why.threads, threads: numberWord(why.threads), next })
        : m.narr_why_nobody_listens();
    }
    case 'no_listener_until_timer':
      return m.narr_why_nobody_listens();
    case 'active_threads_at_work':
      return m.narr_why_at_work({ n: why.active, active: big(why.active) });
    case 'too_busy':
      return m.narr_why_too_busy({
        limit: numberWord(why.limit),
        inside: numberWord(why.active + why.waiting),
      });
    case 'saturated':
      return m.narr_why_saturated({
        n: why.active,
        most: why.limit,
        active: big(why.active),
        limit: numberWord(why.limit),
      });
    case 'nobody_woken_until_timer':
      return m.narr_why_timer_only();
    case 'more_threads_than_connections':
      return m.narr_why_enough_threads();
    case 'all_workers_busy':
      return m.narr_why_workers_busy({ workers: numberWord(why.workers) });
    case 'own_worker_busy':
      return m.narr_why_own_worker();
    case 'mutex_passing':
    case 'hand_over':
      return m.narr_why_mutex();
    case 'all_workers_taken':
      if (why.waiting >= why.workers)
        return m.narr_why_workers_wait({ workers: numberWord(why.workers) });
      return m.narr_why_workers_taken({
        workers: numberWord(why.workers),
        waiting: numberWord(why.waiting),
      });
    case 'cores_busy':
      return m.narr_why_cores_busy({
        running: big(why.running),
        cores: numberWord(why.cores),
      });
    case 'waiter_executes':
      return m.narr_why_executes();
    case 'nobody_waits':
      return m.narr_why_nobody_there({ active: numberWord(why.active) });
    case 'place_free':
      return m.narr_why_place_free();
    case 'statement_runs':
      return m.narr_why_statements({ n: why.running, running: big(why.running) });
    case 'transaction_limit':
      return m.narr_why_transactions({ bound: big(why.bound), limit: numberWord(why.limit) });
    case 'active_query_limit':
      return m.narr_why_active({ active: big(why.active), limit: numberWord(why.limit) });
    case 'high_queue_first':
      return m.narr_why_high_first();
    case 'thread_starting':
    case 'own_thread_waking':
      return m.narr_why_starting();
    case 'listener_waking':
      return m.narr_why_waking();
    case 'connection_busy':
      return m.narr_why_connection();
    case 'login_pending':
      return m.narr_why_login();
    case 'transaction_delay':
      return m.narr_why_delay();
    // For these the place has the reason's name.
    case 'no_free_connection':
    case 'disk_queue':
    case 'holds_latch':
    case 'in_wait':
    case 'innodb_full':
    case 'latch_held':
    case 'lock_held':
    case 'run_queue':
    case 'running':
    case 'suspended':
      return undefined;
  }
}
