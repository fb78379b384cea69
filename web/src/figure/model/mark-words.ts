/** Words for the notable moments of a run. */
import * as words from '../../model/words/keyed/figure_mark';
import type { BookmarkKind } from '../player/bookmarks';

/** Its letter: numbers are requests. */
export const markLetter = (index: number): string => String.fromCharCode(65 + (index % 26));

export const MARK_WORDS: Readonly<Record<BookmarkKind, () => string>> = words;
