/**
 * Every page of the reference by its exact name: what a reader may paste into a search, the address that is its
 * own for good, and the answer in a sentence. The words stand in content/reference/names.json.
 */
import names from '../../../../content/reference/names.json';

export type ReferenceKind = 'variable' | 'counter' | 'column' | 'message';

export interface ReferencePage {
  readonly kind: ReferenceKind;
  /** Exact, as the server prints it; of a column with its table. */
  readonly name: string;
  /** From the site's root, in lower case. */
  readonly address: string;
  /** One sentence. */
  readonly answer: string;
  /** What else it may be looked for by. */
  readonly aliases: readonly string[];
  /** A message's wording, with `{number}` and `{name}` where numbers and names stand. */
  readonly message?: string;
}

interface Named {
  readonly answer: string;
  readonly aliases: readonly string[];
}
interface Message extends Named {
  readonly name: string;
  readonly message: string;
}

const given: {
  readonly variables: Readonly<Record<string, Named>>;
  readonly counters: Readonly<Record<string, Named>>;
  /** By table and column. */
  readonly columns: Readonly<Record<string, Named>>;
  /** By the last part of their addresses. */
  readonly messages: Readonly<Record<string, Message>>;
} = names;

export const OVERVIEW = '/reference/';

/** A column is looked for with a point, with a space, and without its table. */
const spellings = (name: string) => [name.replace('.', ' '), name.replace(/^.*\./, '')];

function pages(
  kind: Exclude<ReferenceKind, 'message'>,
  of: Readonly<Record<string, Named>>,
): readonly ReferencePage[] {
  return Object.entries(of).map(([name, { answer, aliases }]) => ({
    kind,
    name,
    address: `${OVERVIEW}${kind}s/${name.toLowerCase().replace('.', '/')}/`,
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
