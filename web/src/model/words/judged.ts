/** Sentences about a capture, by key, with their parameters filled in. The command line prints the same. */
import type { Sentence } from '../generated/diagnosis';
import * as sentences from './keyed/diagnosis';
import { listed } from './listed';

const SENTENCES: Readonly<Partial<Record<string, (told: never) => string>>> = sentences;

export function judged({ key, params }: Sentence): string {
  const told = params.flatMap(([name, value]) => [
    [name, listed(value)],
    // What the grammar of messages chooses by, for a list.
    [`${name}_items`, value.includes(' ') ? 2 : 1],
  ]);
  return SENTENCES[key]?.(Object.fromEntries(told) as never) ?? key;
}
