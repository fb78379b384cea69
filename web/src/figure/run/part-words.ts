import { m } from '#paraglide/messages.js';
import type { Part } from '../model/desk.svelte';

/** What can be opened beside a figure, by name. */
export const PART_WORDS: Readonly<Record<Part, () => string>> = {
  differs: m.figure_tab_differs,
  why: m.figure_tab_why,
  log: m.figure_tab_log,
  settings: m.figure_tab_settings,
  requests: m.figure_tab_requests,
  tables: m.figure_tab_tables,
  places: m.figure_tab_places,
  left_out: m.details_left_out,
};
