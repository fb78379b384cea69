/** Reasons in the singular, where the number in the sentence is one. */
export {
  why_active_threads_at_work_one,
  why_saturated_one,
  why_nobody_woken_until_timer_one,
  why_nobody_waits_one,
} from '#paraglide/messages.js';
