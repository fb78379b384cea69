/** In the singular, where the number in the sentence is one. */
export {
  event_poll_returned_one,
  event_thread_refused_max_threads_one,
  event_thread_exited_one,
  event_thread_cached_one,
  event_timer_tick_one,
  event_group_stalled_one,
} from '#paraglide/messages.js';
