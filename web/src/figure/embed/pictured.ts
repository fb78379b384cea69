import { LIST } from '../../model/joined';
import { shortName } from '../../model/link/url';
import type { Overrides } from '../../model/run/types';
import type { Poster } from '../player/player.svelte';

/** What a figure shows now: one run, or two with their names. */
export interface Pictured {
  readonly posters: readonly Poster[];
  readonly labels: readonly string[];
}

/** The settings that differ from the author's, in words. */
export const settingsOf = (overrides: Overrides): string =>
  Object.entries(overrides)
    .map(([name, value]) => `${shortName(name)} = ${String(value)}`)
    .join(LIST);
