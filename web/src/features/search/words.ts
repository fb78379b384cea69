import { m } from '#paraglide/messages.js';
import * as kinds from '../../model/words/keyed/search_kind';
import type { EntryKind } from '../../model/search/entry';

export const KIND_WORDS: Readonly<Record<EntryKind, () => string>> = kinds;

export const foundWords = (count: number): string =>
  count === 0 ? m.search_none() : count === 1 ? m.search_found_one() : m.search_found({ count });
