/**
 * What is said of a capture: sentences by their keys, with what is filled in. The command says the same.
 * `{groups?group|groups}` chooses by a list, of one or of several; `{count#thread|threads}` by a number.
 */
import catalogue from '../../../../content/words/diagnose.en.json';
import type { Sentence } from '../generated/diagnosis';

const SENTENCES: Readonly<Record<string, string>> = catalogue;
const GAP = /\{(\w+)(?:([?#])([^|}]*)\|([^}]*))?\}/g;

export function judged({ key, params }: Sentence): string {
  const values = new Map(params);
  const fill = (whole: string, name: string, by?: string, one = '', many = ''): string => {
    const value = values.get(name);
    if (value === undefined || by === undefined) return value ?? whole;
    return (by === '#' ? value === '1' : !value.includes(' ')) ? one : many;
  };
  return (SENTENCES[key] ?? key).replaceAll(GAP, fill);
}
