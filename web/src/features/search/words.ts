import { m } from '#paraglide/messages.js';
import * as kinds from '../../model/words/keyed/search_kind';
import type { Kind } from '../../model/search/entry';

export const KIND_WORDS: Readonly<Record<Kind, () => string>> = kinds;

export const foundWords = (count: number): string =>
  count === 0 ? m.search_none() : count === 1 ? m.search_found_one() : m.search_found({ count });
