/**
 * Sentences about a capture, by key, with their parameters filled in. The command line prints the same.
 * `{groups?group|groups}` chooses by whether a list has one or several items; `{count#thread|threads}` by a number.
 */
import catalogue from '../../../../content/words/diagnose.en.json';
import type { Sentence } from '../generated/diagnosis';
import { listed } from './listed';

const SENTENCES: Readonly<Record<string, string>> = catalogue;
const GAP = /\{(\w+)(?:([?#])([^|}]*)\|([^}]*))?\}/g;

export function judged({ key, params }: Sentence): string {
  const values = new Map(params);
  const fill = (whole: string, name: string, by?: string, one = '', many = ''): string => {
    const value = values.get(name);
    if (value === undefined || by === undefined) return listed(value ?? whole);
    return (by === '#' ? value === '1' : !value.includes(' ')) ? one : many;
  };
  return (SENTENCES[key] ?? key).replaceAll(GAP, fill);
}
