import { m } from '#paraglide/messages.js';
import type { Kind } from '../../model/search/entry';

export const KIND_WORDS: Readonly<Record<Kind, () => string>> = {
  message: m.search_kind_message,
  variable: m.search_kind_variable,
  counter: m.search_kind_counter,
  column: m.search_kind_column,
  word: m.search_kind_word,
  claim: m.search_kind_claim,
  lesson: m.search_kind_lesson,
  step: m.search_kind_step,
  scenario: m.search_kind_scenario,
  page: m.search_kind_page,
};

export const foundWords = (count: number): string =>
  count === 0 ? m.search_none() : count === 1 ? m.search_found_one() : m.search_found({ count });
