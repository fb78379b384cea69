/** Experiments and facts in words. */
import { m } from '#paraglide/messages.js';
import { count, tick } from '../../model/words/format';
import type { Fact, Finding, Values } from './compared';
import type { Crowd, ExperimentKind, MeasuredScenario } from './format';
import { clientsOf } from './format';
import { SEMI } from '../../model/joined';

export const ms = (value: number) => {
  if (value >= 1000) return `${count(Math.round(value))} ms`;
  return `${Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2))} ms`;
};

type Snake<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Snake<Rest>}`
  : Name;
const keyOf = (kind: ExperimentKind) => kind.replaceAll('-', '_') as Snake<ExperimentKind>;

export const kindTitle = (kind: ExperimentKind): string => m[`measured_kind_${keyOf(kind)}` as const]();
export const kindLead = (kind: ExperimentKind): string => m[`measured_kind_${keyOf(kind)}_lead` as const]();

const at = (value_ms: number) => tick(value_ms * 1e6);

/** One sentence per crowd of clients: what it sends. */
export function workloadOf(scenario: MeasuredScenario): string[] {
  const several = Number(scenario.variables['thread_pool_size']) > 1 && clientsOf(scenario) > 1;
  const where = (crowd: Crowd, text: string) => {
    if (crowd.port) return m.measured_crowd_extra({ text });
    if (!several) return text;
    return crowd.group === undefined
      ? m.measured_crowd_groups({ text })
      : m.measured_crowd_group({ text, group: crowd.group });
  };
  const how = (crowd: Crowd, text: string) =>
    crowd.cold
      ? m.measured_crowd_cold({ text })
      : crowd.in_transaction
        ? m.measured_crowd_transaction({ text })
        : text;
  return scenario.clients.flatMap((crowd) =>
    crowd.steps.map((step) => {
      const base = { count: crowd.count, sql: step.sql, at: at(step.at_ms) };
      const text =
        step.until_ms !== undefined
          ? m.measured_crowd_loop({ ...base, until: at(step.until_ms) })
          : crowd.every_ms
            ? m.measured_crowd_every({ ...base, gap: at(crowd.every_ms) })
            : m.measured_crowd(base);
      return how(crowd, where(crowd, text));
    }),
  );
}

/** How answers came together, or their order: a key of findings, made of labels. */
function splitWords(split: string): string {
  for (const [mark, say] of JOINTS) {
    const parts = split.split(mark);
    if (parts.length > 1) return parts.map(splitWords).reduce((one, other) => say({ one, other }));
  }
  return split;
}
const JOINTS = [
  [', then ', m.measured_split_then],
  [' before ', m.measured_split_before],
  [' and ', m.measured_split_and],
] as const;

export function findingName({ name, of, rule }: Fact): string {
  switch (name) {
    case 'counter':
      return of.toUpperCase();
    case 'threads_peak': {
      const text =
        of === 'all'
          ? m.measured_fact_threads_peak_all()
          : of
            ? m.measured_fact_threads_peak_of({ of })
            : m.measured_fact_threads_peak();
      return rule === 'at_most' ? m.measured_fact_threads_peak_seen({ text }) : text;
    }
    case 'birth_gap':
      if (of) return m.measured_fact_birth_gap_of({ of });
      break;
    case 'batch_time':
      if (of) {
        const [number = '', split] = of.split(' of ');
        return split === undefined
          ? m.measured_fact_batch_time_of({ of: number })
          : m.measured_fact_batch_time_split({ of: number, split: splitWords(split) });
      }
  }
  return m[`measured_fact_${name}` as const]({ of });
}

const MOST_SPLITS = 3;

/** The values of a fact: a range of numbers, or each split with its frequency. */
export function valuesOf(values: Values, { unit }: Pick<Finding, 'unit'>): string {
  if ('range' in values) {
    const [least, most] = values.range;
    const one = (value: number) =>
      unit === 'ms' ? ms(value).replace(' ms', '') : count(Number(value.toFixed(1)));
    const text =
      one(least) === one(most)
        ? one(least)
        : m.measured_value_to({ least: one(least), most: one(most) });
    return unit === 'ms' ? `${text} ms` : text;
  }
  const all = values.words.reduce((sum, [, runs]) => sum + runs, 0);
  if (values.words.length === 0) return m.measured_about_nothing();
  return values.words
    .slice(0, MOST_SPLITS)
    .map(([value, runs]) =>
      values.words.length === 1
        ? splitWords(value)
        : m.measured_value_runs({ value: splitWords(value), runs, all }),
    )
    .join(SEMI);
}
