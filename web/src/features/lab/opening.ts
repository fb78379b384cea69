/** What an address asks the lab to open. */
import { urlSentence } from '../../model/words/url-sentence';
import { m } from '#paraglide/messages.js';
import { parseObject, type JsonObject } from '../../model/run/json';
import { applyOverrides, readLink } from './link';
import { unpack } from '../../model/link/pack';
import { loadScenario } from './shipped';
import type { SettingSpec } from './specs';
import type { Origin } from './state.svelte';

export interface Opening {
  readonly origin: Origin | undefined;
  /** The scenario with the link's values. */
  readonly scenario: JsonObject | undefined;
  readonly time_ns: number | undefined;
  readonly request: number | string | undefined;
  readonly sentences: readonly string[];
}

const NOTHING: Opening = {
  origin: undefined,
  scenario: undefined,
  time_ns: undefined,
  request: undefined,
  sentences: [],
};

/** A scenario of this site, ready to be edited. */
export async function originOf(name: string): Promise<Origin | undefined> {
  const text = await loadScenario(name);
  const scenario = text === undefined ? undefined : parseObject(text);
  if (text === undefined || !scenario) return undefined;
  const title = scenario['title'];
  return { name, label: typeof title === 'string' ? title : name, scenario, text };
}

async function openPacked(hash: string): Promise<Opening> {
  const unpacked = await unpack(hash);
  switch (unpacked.kind) {
    case 'none':
      return NOTHING;
    case 'refused': {
      const { value } = unpacked;
      const sentence = {
        version: m.lab_link_version({ value }),
        long: m.lab_link_long({ value }),
        broken: m.lab_link_broken(),
      }[unpacked.why];
      return { ...NOTHING, sentences: [sentence] };
    }
    case 'scenario': {
      const { scenario } = unpacked;
      const title = scenario['title'];
      const label = typeof title === 'string' && title !== '' ? title : m.lab_from_link();
      const origin = { name: undefined, label, scenario, text: JSON.stringify(scenario) };
      return { ...NOTHING, origin, scenario };
    }
  }
}

export async function openAddress(
  url: URL,
  specs: readonly SettingSpec[],
  first: string,
): Promise<Opening> {
  if (url.hash.startsWith('#s=')) return openPacked(url.hash);
  if (url.search === '') return NOTHING;
  const name = url.searchParams.get('scenario') ?? first;
  const origin = await originOf(name);
  if (!origin) {
    return { ...NOTHING, sentences: [m.lab_no_such_scenario({ name: name.slice(0, 64) })] };
  }
  const link = readLink(specs, origin.scenario, url.searchParams);
  return {
    origin,
    scenario: applyOverrides(specs, origin.scenario, link.overrides),
    time_ns: link.time_ns,
    request: link.request,
    sentences: link.problems.map(urlSentence),
  };
}
