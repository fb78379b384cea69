/** The format of measured experiments with clients that give up, and with connection pools (`poolscope-measured-clients/1`). */
import { z } from 'zod/v4';
import type { Unit } from '../../model/run/written';
import type { Source } from '../../model/run/types';
import { checked, date, fields, list, number, parseJson, readContent, whole, words } from '../content/read';

interface FigureUnit {
  readonly unit: Unit;
  /** Its size: nanoseconds in a second, say. */
  readonly scale: number;
  readonly kind: 's' | 'ms' | 'per_s' | 'plain';
  readonly whole?: true;
}
/** By the end of a figure's name, the first that fits. */
const UNITS: readonly (readonly [end: string, FigureUnit])[] = [
  ['_per_s', { unit: 'count', scale: 1, kind: 'per_s' }],
  ['_ms', { unit: 'ns', scale: 1e6, kind: 'ms' }],
  ['_s', { unit: 'ns', scale: 1e9, kind: 's' }],
  ['_ratio', { unit: 'count', scale: 1, kind: 'plain' }],
  ['_mean', { unit: 'count', scale: 1, kind: 'plain' }],
];
const COUNT: FigureUnit = { unit: 'count', scale: 1, kind: 'plain', whole: true };
export const unitOf = (name: string): FigureUnit =>
  UNITS.find(([end]) => name.endsWith(end))?.[1] ?? COUNT;

const NAME = /^[a-z][a-z0-9_]*$/;
const slug = words.regex(/^[a-z][a-z0-9.-]*$/, 'a-z, 0-9, . and - only');

const definition = fields({
  /** Without its unit, which the name says. */
  title: words,
  /** What null means, of a time only: "never". */
  never: words.optional(),
  /** If each run has a list of numbers: what each of them is about. */
  parts: list(words.regex(/^[^(),]+$/, 'words without comma or parenthesis'), 2).optional(),
});
export type FigureDefinition = Readonly<z.infer<typeof definition>>;

const measured = z.union([number(), z.null()], 'a number from 0, or null');
const figure = list(z.union([measured, z.array(measured)], 'a number from 0, null, or a list of them'));
export type RunFigure = z.infer<typeof figure>[number];

const experiment = fields({
  name: slug,
  title: words,
  /** In a sentence or two. */
  did: words,
  date,
  variables: z.record(words, z.union([z.number(), z.string()], 'a number or a word'), 'an object'),
  /** Why nothing should be concluded from it, or not everything. */
  caveat: words.optional(),
  runs: whole(1, 100),
  /** One entry per run. */
  figures: z.record(z.string(), figure, 'an object'),
});
export type ClientsExperiment = Readonly<z.infer<typeof experiment>>;

const section = fields({
  name: slug,
  title: words,
  lead: words,
  caveat: words.optional(),
  experiments: list(experiment, 1),
});
export type ClientsSection = Readonly<z.infer<typeof section>>;

const file = checked(
  fields({
    format: z.literal('poolscope-measured-clients/1'),
    id: words,
    server: words,
    source: fields({ author: words, title: words, date }) as z.ZodType<Source>,
    machine: fields({ cores: whole(1, 1024), text: words }),
    figures: z.record(words.regex(NAME, 'a-z, 0-9 and _ only'), definition, 'an object'),
    sections: list(section, 1),
  }),
  ({ figures, sections }, refuse) => {
    const names: string[] = [];
    const used = new Set<string>();
    const once = (path: readonly PropertyKey[], name: string) => {
      if (names.includes(name)) refuse(path, 'each name once, of sections and experiments');
      names.push(name);
    };
    for (const [s, { name, experiments }] of sections.entries()) {
      once(['sections', s, 'name'], name);
      for (const [e, one] of experiments.entries()) {
        const at = ['sections', s, 'experiments', e];
        once([...at, 'name'], one.name);
        for (const [key, values] of Object.entries(one.figures)) {
          used.add(key);
          const known = Object.hasOwn(figures, key) ? figures[key] : undefined;
          if (known)
            for (const [path, allowed] of misfits(key, known, values, one.runs))
              refuse([...at, 'figures', key, ...path], allowed);
          else refuse([...at, 'figures', key], `one of ${Object.keys(figures).join(', ')}`);
        }
      }
    }
    for (const [name, { never }] of Object.entries(figures)) {
      if (!used.has(name)) refuse(['figures', name], 'only figures that an experiment has');
      if (never !== undefined && unitOf(name).unit !== 'ns')
        refuse(['figures', name, 'never'], 'nothing: only a time, in _ms or _s, may be null');
    }
  },
);
export type ClientsFile = Readonly<z.infer<typeof file>>;

/** Where the values of a figure are not as its definition says, and what is allowed there. */
function* misfits(
  name: string,
  { never, parts }: FigureDefinition,
  values: readonly RunFigure[],
  runs: number,
): Generator<readonly [path: readonly number[], allowed: string]> {
  if (values.length !== runs) yield [[], `a list of ${runs}, one for each run`];
  const { whole: counted } = unitOf(name);
  for (const [run, value] of values.entries()) {
    const several = Array.isArray(value);
    if (several !== (parts !== undefined) || (several && value.length !== parts?.length))
      yield [[run], parts ? `a list of ${parts.length}: ${parts.join(', ')}` : 'one number'];
    for (const [part, one] of (several ? value : [value]).entries()) {
      const path = several ? [run, part] : [run];
      if (one === null && never === undefined) yield [path, 'a number from 0'];
      if (counted && !Number.isInteger(one ?? 0)) yield [path, 'a whole number from 0'];
    }
  }
}

export const readClients = (json: string, name: string): ClientsFile =>
  readContent(file, parseJson(json, name), name);
