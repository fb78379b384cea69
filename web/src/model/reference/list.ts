/**
 * Every page of the reference: its exact name, which readers may paste into the search, its permanent address, and its
 * answer in one sentence. The text is in content/reference/names.json.
 */
import names from '../../../../content/reference/names.json';
import { addressOf, OVERVIEW, spellings } from './address';

export type ReferenceKind = 'variable' | 'counter' | 'column' | 'message';

export interface ReferencePage {
  readonly kind: ReferenceKind;
  /** As the server prints it; a column's name includes its table. */
  readonly name: string;
  /** From the site's root, in lower case. */
  readonly address: string;
  /** One sentence. */
  readonly answer: string;
  /** Other terms that the search finds it by. */
  readonly aliases: readonly string[];
  /** A message's text, with `{number}` and `{name}` for variable parts. */
  readonly message?: string;
}

interface ReferenceName {
  readonly answer: string;
  readonly aliases: readonly string[];
}
interface Message extends ReferenceName {
  readonly name: string;
  readonly message: string;
}

const given: {
  readonly variables: Readonly<Record<string, ReferenceName>>;
  readonly counters: Readonly<Record<string, ReferenceName>>;
  /** By table and column. */
  readonly columns: Readonly<Record<string, ReferenceName>>;
  /** By the last part of their addresses. */
  readonly messages: Readonly<Record<string, Message>>;
} = names;

function pages(
  kind: Exclude<ReferenceKind, 'message'>,
  of: Readonly<Record<string, ReferenceName>>,
): readonly ReferencePage[] {
  return Object.entries(of).map(([name, { answer, aliases }]) => ({
    kind,
    name,
    address: addressOf(kind, name),
    answer,
    aliases: kind === 'column' ? [...spellings(name), ...aliases] : aliases,
  }));
}

export const REFERENCE: readonly ReferencePage[] = [
  ...pages('variable', given.variables),
  ...pages('counter', given.counters),
  ...pages('column', given.columns),
  ...Object.entries(given.messages).map(
    ([slug, { name, answer, aliases, message }]): ReferencePage => ({
      kind: 'message',
      name,
      address: `${OVERVIEW}messages/${slug}/`,
      answer,
      aliases,
      message,
    }),
  ),
];

export const referenceNamed = (name: string): ReferencePage | undefined =>
  REFERENCE.find((page) => page.name === name);
