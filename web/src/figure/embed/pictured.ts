import type { Poster } from '../player/player.svelte';

/** What a figure shows now: one run, or two with their names. */
export interface Pictured {
  readonly posters: readonly Poster[];
  readonly labels: readonly string[];
}
