/** What the drawer needs, in one piece: it is loaded when it opens. */
import type { Poster } from '../../model/run/poster';
import { parseObject } from '../../model/run/json';
import type { SettingSpec } from './specs';
import { LabState } from './state.svelte';

export { default as Drawer } from './Drawer.svelte';
export { Following } from './follow.svelte';
export { openAddress } from './opening';
export { default as Recorded } from './Recorded.svelte';

/** Before it follows the living pool or has opened an address, it is about the run of the page's data. */
export function labOf(specs: readonly SettingSpec[], poster: Poster, name: string): LabState {
  const text = poster.scenario_json;
  const label = poster.outcome.scenario.title || name;
  return new LabState(
    specs,
    { name, label, scenario: parseObject(text) ?? {}, text },
    poster.outcome,
  );
}
