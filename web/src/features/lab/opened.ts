/** What the drawer needs, in one piece: it is loaded when it opens. */
import { fetchParts, later } from '../../figure/run/later.svelte';
import { whole } from '../../model/engine/whole';
import type { GivenPoster, Poster } from '../../model/run/poster';
import { parseObject } from '../../model/run/json';
import type { SettingSpec } from './specs';
import { LabState } from './state.svelte';

export { default as Drawer } from './Drawer.svelte';
export { Following } from './follow.svelte';
export { openAddress } from './opening';
export { default as Recorded } from './Recorded.svelte';

/** Fetches what its figure is made of. */
export function fetchAll(): Promise<unknown> {
  fetchParts();
  return later.scenes.fetch();
}

export interface Opened {
  readonly lab: LabState;
  readonly poster: Poster;
}

/** Before it follows the living pool or has opened an address, it is about the run of the page's data. */
export function openedWith(
  specs: readonly SettingSpec[],
  given: GivenPoster,
  name: string,
): Opened {
  const poster = whole(given);
  const text = poster.scenario_json;
  const label = poster.outcome.scenario.title || name;
  const origin = { name, label, scenario: parseObject(text) ?? {}, text };
  return { lab: new LabState(specs, origin, poster.outcome), poster };
}
