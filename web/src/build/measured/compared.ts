/**
 * The engine's runs of the measured scenarios held against the measured ones, as `npm run research` found them
 * (`content/measured/compared.json`, `poolscope-compared/1`).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { fields, list, number, parseJson, readContent, whole, words } from '../content/read';
import type { MeasuredFile, MeasuredScenario } from './format';

/**
 * `among`: each measured value was simulated too.
 * `within`: a time, with a tolerance.
 * `overlaps`: the ranges overlap (counts that depend on races and on CPU time).
 * `held_up`: like `within`, for a maximum, which the machine's delays dominate.
 * `at_most`: no more than were simulated (sampled too rarely to catch the maximum).
 * `always`: all runs, measured and simulated, have the same value.
 * `usual`: the median of the measured runs lies within the simulated range.
 */
const RULES = ['among', 'within', 'overlaps', 'at_most', 'held_up', 'always', 'usual'] as const;
export type Rule = (typeof RULES)[number];
const UNITS = ['split', 'ms', 'count', 'ticks'] as const;
export type Unit = (typeof UNITS)[number];

const FACTS = [
  'batches',
  'batch_time',
  'first_answer',
  'middle_latency',
  'longest_latency',
  'loop_longest',
  'loop_answers',
  'order',
  'threads_peak',
  'birth_gap',
  'admissions',
  'settled',
  'settled_share',
  'admitted',
  'listener',
  'first_death',
  'last_death',
  'deaths',
  'waits',
  'counter',
] as const;
export type FactName = (typeof FACTS)[number];

const pair = <A extends z.ZodType, B extends z.ZodType>(a: A, b: B, allowed: string) =>
  z.tuple([a, b], allowed).readonly();
/** The least and the greatest of numbers, or each word with how many runs had it, the most frequent first. */
const values = z.union(
  [
    fields({ range: pair(z.number(), z.number(), 'two numbers') }),
    fields({ words: list(pair(z.string('a word'), whole(1), 'a word and how many runs had it')) }),
  ],
  'a range, or words',
);
export type Values = Readonly<z.infer<typeof values>>;

const fact = {
  name: z.enum(FACTS),
  /** The label, group, batch or counter that it is about. */
  of: z.string('words, or none'),
  rule: z.enum(RULES),
  unit: z.enum(UNITS),
};
const finding = fields({
  ...fact,
  measured: values,
  simulated: values,
  holds: z.boolean(),
  /** True if the fact is false under some other settings, or under these. Otherwise it proves nothing and is not counted. */
  can_fail: z.boolean(),
});
export type Finding = Readonly<z.infer<typeof finding>>;
export type Fact = Pick<Finding, keyof typeof fact>;

/** Start and end as shares of the axis, and the average number of answers per run in between. */
const bar = z.tuple([number(0), number(0), number(0)], 'from, to, height').readonly();
export type Bar = Readonly<z.infer<typeof bar>>;

const LANES = ['split', 'label', 'answers', 'births', 'deaths'] as const;
const lane = fields({
  shows: z.enum(LANES),
  /** Which split or label. */
  of: z.string('words, or none'),
  /** In how many runs it occurred. */
  measured_runs: whole(0),
  simulated_runs: whole(0),
  measured: list(bar),
  simulated: list(bar),
});
export type LaneBars = Readonly<z.infer<typeof lane>>;

const strip = fields({
  end_ms: number(0),
  /** True if times are shown but not compared. */
  computing: z.boolean(),
  lanes: list(lane),
});
export type StripBars = Readonly<z.infer<typeof strip>>;

const compared = fields({
  /** Digest of the trace of the first simulated run. */
  trace: z.string('a digest').optional(),
  /** How often it was simulated. */
  runs: whole(0),
  findings: list(finding),
  strip: strip.optional(),
  /** Why there is nothing to compare. */
  not_expressible: words.optional(),
});
export type Compared = Readonly<z.infer<typeof compared>>;

const file = fields({
  format: z.literal('poolscope-compared/1'),
  command: words,
  /** What it was computed from: of each file of measurements, and of the program. */
  inputs: z.record(z.string(), words),
  scenarios: z.record(z.string(), compared),
});
export type ComparedFile = Readonly<z.infer<typeof file>>;

export const COMMAND = 'npm run research';

export interface Comparison extends Compared {
  readonly scenario: MeasuredScenario;
  readonly file: MeasuredFile;
}

export const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What a comparison depends on, without what is translated. */
export const inputsOf = ({ id, source: _, machine, scenarios, ...rest }: MeasuredFile) => ({
  [id]: hash(
    JSON.stringify({
      ...rest,
      cores: machine.cores,
      scenarios: scenarios.map(({ title: __, ...scenario }) => scenario),
    }),
  ),
});

export const readCompared = (json: string, name: string): ComparedFile =>
  readContent(file, parseJson(json, name), name);

/** Each measured scenario with what was found; throws if it was found of other measurements. */
export function comparisonsOf(found: ComparedFile, files: readonly MeasuredFile[]): Comparison[] {
  return files.flatMap((measured) => {
    const [[id, hashed] = ['', '']] = Object.entries(inputsOf(measured));
    if (found.inputs[id] !== hashed)
      throw new Error(`content/measured/compared.json is of another ${id}: ${COMMAND}`);
    return measured.scenarios.map((scenario) => {
      const one = found.scenarios[scenario.name];
      if (!one)
        throw new Error(`content/measured/compared.json lacks ${scenario.name}: ${COMMAND}`);
      return { ...one, scenario, file: measured };
    });
  });
}
