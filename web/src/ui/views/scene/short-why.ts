/** Why the first in line waits, in as few words as a small picture has room for. */
import { m } from '#paraglide/messages.js';
import type { WaitReason } from '../../../model/run/types';
import type { Names } from '../../../model/words/say';
import { whySentence } from '../../../model/words/why';

export function shortWhy(why: WaitReason, names: Names): string {
  switch (why.reason) {
    case 'no_listener_until_timer':
      return m.scene_why_no_listener_until_timer({ ...why });
    case 'no_listener_max_threads':
      return m.scene_why_no_listener_max_threads({ ...why });
    case 'active_threads_at_work':
      return m.scene_why_active_threads_at_work({ ...why });
    case 'saturated':
      return m.scene_why_saturated({ ...why });
    case 'too_busy':
      return m.scene_why_too_busy({ ...why });
    case 'max_threads':
      return m.scene_why_max_threads({ ...why });
    case 'nobody_woken_until_timer':
      return m.scene_why_nobody_woken_until_timer();
    case 'more_threads_than_connections':
      return m.scene_why_more_threads_than_connections();
    case 'all_workers_busy':
      return m.scene_why_all_workers_busy({ ...why });
    case 'own_worker_busy':
      return m.scene_why_own_worker_busy();
    case 'mutex_passing':
      return m.scene_why_mutex_passing();
    case 'all_workers_taken':
      return m.scene_why_all_workers_taken({ ...why });
    case 'cores_busy':
      return m.scene_why_cores_busy({ ...why });
    case 'waiter_executes':
      return m.scene_why_waiter_executes();
    case 'nobody_waits':
      return m.scene_why_nobody_waits({ ...why });
    case 'place_free':
      return m.scene_why_place_free();
    case 'statement_runs':
      return m.scene_why_statement_runs({ ...why });
    case 'transaction_limit':
      return m.scene_why_transaction_limit({ ...why });
    case 'active_query_limit':
      return m.scene_why_active_query_limit({ ...why });
    // Short as they are, or never of somebody who stands first in line.
    case 'connection_busy':
    case 'disk_queue':
    case 'hand_over':
    case 'high_queue_first':
    case 'holds_latch':
    case 'in_wait':
    case 'innodb_full':
    case 'latch_held':
    case 'listener_waking':
    case 'lock_held':
    case 'login_pending':
    case 'no_free_connection':
    case 'own_thread_waking':
    case 'run_queue':
    case 'running':
    case 'suspended':
    case 'thread_starting':
    case 'transaction_delay':
      return whySentence(why, names);
  }
}
