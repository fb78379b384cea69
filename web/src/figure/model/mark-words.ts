/** Words for the moments of a run that are worth a look. */
import { m } from '#paraglide/messages.js';
import type { BookmarkKind } from '../player/bookmarks';

export const MARK_WORDS: Readonly<Record<BookmarkKind, () => string>> = {
  variable_set: m.figure_mark_variable_set,
  refused: m.figure_mark_refused,
  stalled: m.figure_mark_stalled,
  unattended: m.figure_mark_unattended,
  blocked_message: m.figure_mark_blocked_message,
  promoted: m.figure_mark_promoted,
  lock_wait: m.figure_mark_lock_wait,
  lock_timed_out: m.figure_mark_lock_timed_out,
  longest_wait: m.figure_mark_longest_wait,
  last_answer: m.figure_mark_last_answer,
  fork: m.figure_mark_fork,
};
