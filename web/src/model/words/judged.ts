/** What is said of a capture: sentences by their keys, with what is filled in. The command says the same. */
import catalogue from '../../../messages/diagnose.en.json';
import type { Sentence } from '../generated/diagnosis';

const SENTENCES: Readonly<Record<string, string>> = catalogue;

export function judged({ key, params }: Sentence): string {
  const values = new Map(params);
  const said = SENTENCES[key] ?? key;
  return said.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}
