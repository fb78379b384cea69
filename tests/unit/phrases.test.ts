import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventSentence, whySentence } from '../../web/src/model/words/phrase';
import { SENTENCES } from '../../web/src/model/words/sentences';
import type { Event, WaitReason } from '../../web/src/model/run/types';

/** The command line is tested with the same file: both must find the same sentence and fill it alike. */
interface PhraseCase {
  readonly key: string;
  readonly params?: Readonly<Record<string, string | PhraseCase>>;
}
const golden = JSON.parse(readFileSync('tests/golden/phrases.json', 'utf8')) as {
  readonly requests: readonly string[];
  readonly locks: readonly string[];
  readonly events: readonly (PhraseCase & { readonly data: Event })[];
  readonly whys: readonly (PhraseCase & { readonly data: WaitReason })[];
};
const names = { lives: golden.requests.map((name) => ({ name })), locks: golden.locks };
const catalogue: Readonly<Record<string, unknown>> = SENTENCES;

function sentence({ key, params = {} }: PhraseCase): string {
  const said = catalogue[key] as (params: Record<string, string>) => string;
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : sentence(value),
  ]);
  return said(Object.fromEntries(filled) as Record<string, string>);
}

test('the page prints the same sentences as the command line', () => {
  for (const event of golden.events) {
    expect(eventSentence(event.data, names)).toBe(sentence(event));
  }
  for (const why of golden.whys) expect(whySentence(why.data, names)).toBe(sentence(why));
});
