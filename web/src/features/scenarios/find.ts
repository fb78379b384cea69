/** Finds scenarios by what a reader has: a variable, an error message, the name of a server. */
import type { ScenarioLink } from '../../model/run/types';

export interface Findable extends ScenarioLink {
  readonly server: string;
  /** Settings and sentences of its run, as indexes into the page's list of them. */
  readonly says: readonly number[];
}

export interface FoundScenario {
  readonly scenario: Findable;
  /** The setting or sentence that matched, if title and question don't contain the query. */
  readonly why: string | undefined;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[\s,.;:=]+/g, ' ');

/** Every word of the query must occur together: in the visible text, or in one setting or sentence. */
export function findScenarios(
  scenarios: readonly Findable[],
  sentences: readonly string[],
  query: string,
): FoundScenario[] {
  const words = plain(query).split(' ').filter(Boolean);
  const has = (text: string) => {
    const within = plain(text);
    return words.every((word) => within.includes(word));
  };
  const saying = new Set(sentences.flatMap((text, index) => (has(text) ? [index] : [])));
  return scenarios.flatMap((scenario): FoundScenario[] => {
    const { title, question, server, name } = scenario;
    if (words.length === 0 || has([title, question, server, name].join(' ')))
      return [{ scenario, why: undefined }];
    const said = scenario.says.find((index) => saying.has(index));
    return said === undefined ? [] : [{ scenario, why: sentences[said] }];
  });
}
