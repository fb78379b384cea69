/** The schema of content/reference/pages.json. */
import { z } from 'zod/v4';
import { REFERENCE, type ReferencePage } from '../../model/reference/list';
import { isPart, type ScenePart } from '../../model/run/cue';
import type { Overrides } from '../../model/run/types';
import { parseTime } from '../../model/link/url';
import { checked, fields, list, readContent, whole, words } from '../content/read';

export const CHECKED = ['measured', 'modelled', 'documented'] as const;

const FILE = 'content/reference/pages.json';

/** For a message the last part of its address, else its name. */
export const keyOf = ({ kind, name, address }: ReferencePage) =>
  kind === 'message' ? (address.split('/').at(-2) ?? '') : name;

const texts = list(words).default([]);
const value = z.union([z.string(), z.number(), z.boolean()], 'a value');

/**
 * A value that shows the knob's effect: a measure, a cell or counter at the moment, or the number of requests in some
 * places.
 */
const READS = z.union(
  [
    words.transform((measure) => ({ kind: 'measure' as const, measure })),
    fields({
      table: words,
      column: words,
      row: z.union([z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]).default(0),
    }).transform((cell) => ({ kind: 'cell' as const, ...cell })),
    fields({ status: words }).transform(({ status }) => ({ kind: 'status' as const, name: status })),
    fields({ places: list(words) }).transform(({ places }) => ({ kind: 'places' as const, places })),
  ],
  'a measure, a cell, a counter or places',
);
export type Reads = z.infer<typeof READS>;

const FIGURE = fields({
  /** A file of content/scenarios, or with an @ of content/reference/scenarios. */
  scenario: words,
  at: words.refine((text) => parseTime(text) !== undefined, 'a time like 1.2s'),
  knob: words,
  stops: list(value, 2),
  reads: READS,
  says: words.optional(),
  see: words,
  light: list(z.custom<ScenePart>((part) => isPart(String(part)), 'a part of the picture')).default([]),
  request: z.union([whole(), words], 'a request').optional(),
  set: z.record(z.string(), value).default({}),
}).transform(({ at, ...figure }) => ({ ...figure, at_ns: parseTime(at) ?? 0 }));
export type FigureAsk = Readonly<Omit<z.infer<typeof FIGURE>, 'set'>> & { readonly set: Overrides };

const PAGE = checked(
  fields({
    more: texts,
    not: list(words, 1),
    set: words.optional(),
    earlier: words.optional(),
    group: words.optional(),
    /** By scheduler, for variables whose default the table leaves open. */
    default: z.record(z.string(), words).default({}),
    /** Rows of the table by server, for variables that the engine lacks. */
    documented: list(
      fields({ server: words, range: words, default: words, dynamic: z.boolean().nullish() }),
    ).default([]),
    figure: FIGURE.optional(),
    step: words.optional(),
    measured: texts,
    near: list(
      words.transform((name, context) => {
        const found = REFERENCE.find((other) => other.name === name);
        if (!found) context.addIssue({ code: 'custom', message: 'the name of a page' });
        return found ?? z.NEVER;
      }),
    ).default([]),
    checked: z.enum(CHECKED),
    how: words.optional(),
    sources: texts,
  }),
  ({ checked: how, measured }, refuse) => {
    if (how !== 'measured' && measured.length > 0)
      refuse(['checked'], 'measured, where it links to measurements');
  },
);
export type PageAsk = Readonly<z.infer<typeof PAGE>> & { readonly page: ReferencePage };

export function readPages(json: unknown): readonly PageAsk[] {
  const read = readContent(
    fields(Object.fromEntries(REFERENCE.map((page) => [keyOf(page), PAGE]))),
    json,
    FILE,
  );
  return REFERENCE.map((page) => ({ page, ...(read[keyOf(page)] as z.infer<typeof PAGE>) }));
}
