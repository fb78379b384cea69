import type { Subject } from '../../model/embedding/snippets';
import { LIST } from '../../model/joined';
import { shortName } from '../../model/link/url';
import type { Overrides } from '../../model/run/types';
import type { Taken } from '../picture/take';
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

/** What a picture of a figure says besides what it shows. */
export const takenOf = (of: {
  readonly subject: Subject;
  readonly title: string;
  readonly theme: string;
  readonly overrides: Overrides;
  readonly labels: readonly string[];
}): Taken => ({
  title: of.title || of.subject.title,
  settings: settingsOf(of.overrides),
  labels: of.labels,
  host: location.host,
  theme: of.theme === 'dark' ? 'dark' : 'light',
});

/** Form, line and Copy are visible without scrolling in a sheet of this height. */
export const EMBED_LEAST = 400;
