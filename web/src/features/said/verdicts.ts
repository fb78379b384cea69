/** Verdicts in words. */
import { m } from '#paraglide/messages.js';
import type { Verdict } from '../../model/said/claims';

export const VERDICT_WORDS: Readonly<Record<Verdict, () => string>> = {
  true: m.said_true,
  'true-if': m.said_true_if,
  'not-so': m.said_not_so,
  open: m.said_open,
};
