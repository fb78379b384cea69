/** Words for the notable moments of a run. */
import * as words from '../../model/words/keyed/figure_mark';
import type { BookmarkKind } from '../player/bookmarks';

export const MARK_WORDS: Readonly<Record<BookmarkKind, () => string>> = words;
