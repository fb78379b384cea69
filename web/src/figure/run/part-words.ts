import { m } from '#paraglide/messages.js';
import * as tabs from '../../model/words/keyed/figure_tab';
import type { PanelName } from '../model/desk.svelte';

/** The names of the parts that can be opened. */
export const PART_WORDS: Readonly<Record<PanelName, () => string>> = {
  ...tabs,
  left_out: m.details_left_out,
};
