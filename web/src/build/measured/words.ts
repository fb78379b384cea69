/** Experiments and facts in words. */
import { m } from '#paraglide/messages.js';
import { count, tick } from '../../model/words/format';
import type { Finding, Tally } from './compare';
import { rangeOf } from './compare';
import type { Crowd, Kind, MeasuredScenario } from './format';
import { clientsOf } from './format';

export const ms = (value: number) => {
  if (value >= 1000) return `${count(Math.round(value))} ms`;
  return `${Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2))} ms`;
};

export function kindTitle(kind: Kind): string {
  switch (kind) {
    case 'batches':
      return m.measured_kind_batches();
    case 'two-groups':
      return m.measured_kind_two_groups();
    case 'stall-limit':
      return m.measured_kind_stall_limit();
    case 'oversubscribe':
      return m.measured_kind_oversubscribe();
    case 'running':
      return m.measured_kind_running();
    case 'thread-creation':
      return m.measured_kind_thread_creation();
    case 'idle-timeout':
      return m.measured_kind_idle_timeout();
    case 'priorities':
      return m.measured_kind_priorities();
    case 'row-locks':
      return m.measured_kind_row_locks();
    case 'dedicated-listener':
      return m.measured_kind_dedicated_listener();
    case 'sixty-five':
      return m.measured_kind_sixty_five();
    case 'waits':
      return m.measured_kind_waits();
    case 'older-server':
      return m.measured_kind_older_server();
    case 'yardstick':
      return m.measured_kind_yardstick();
  }
}

export function kindLead(kind: Kind): string {
  switch (kind) {
    case 'batches':
      return m.measured_kind_batches_lead();
    case 'two-groups':
      return m.measured_kind_two_groups_lead();
    case 'stall-limit':
      return m.measured_kind_stall_limit_lead();
    case 'oversubscribe':
      return m.measured_kind_oversubscribe_lead();
    case 'running':
      return m.measured_kind_running_lead();
    case 'thread-creation':
      return m.measured_kind_thread_creation_lead();
    case 'idle-timeout':
      return m.measured_kind_idle_timeout_lead();
    case 'priorities':
      return m.measured_kind_priorities_lead();
    case 'row-locks':
      return m.measured_kind_row_locks_lead();
    case 'dedicated-listener':
      return m.measured_kind_dedicated_listener_lead();
    case 'sixty-five':
      return m.measured_kind_sixty_five_lead();
    case 'waits':
      return m.measured_kind_waits_lead();
    case 'older-server':
      return m.measured_kind_older_server_lead();
    case 'yardstick':
      return m.measured_kind_yardstick_lead();
  }
}

const at = (value_ms: number) => tick(value_ms * 1e6);

/** What each crowd of clients sends, a sentence each. */
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

export function findingName({ name, of, rule }: Pick<Finding, 'name' | 'of' | 'rule'>): string {
  switch (name) {
    case 'batches':
      return m.measured_fact_batches();
    case 'batch_time':
      return of ? m.measured_fact_batch_time_of({ of }) : m.measured_fact_batch_time();
    case 'first_answer':
      return m.measured_fact_first_answer({ of });
    case 'middle_latency':
      return m.measured_fact_middle_latency({ of });
    case 'longest_latency':
      return m.measured_fact_longest_latency({ of });
    case 'loop_longest':
      return m.measured_fact_loop_longest({ of });
    case 'loop_answers':
      return m.measured_fact_loop_answers({ of });
    case 'order':
      return m.measured_fact_order();
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
      return of ? m.measured_fact_birth_gap_of({ of }) : m.measured_fact_birth_gap();
    case 'admissions':
      return m.measured_fact_admissions();
    case 'settled':
      return m.measured_fact_settled();
    case 'settled_share':
      return m.measured_fact_settled_share();
    case 'admitted':
      return m.measured_fact_admitted({ of });
    case 'listener':
      return m.measured_fact_listener();
    case 'first_death':
      return m.measured_fact_first_death();
    case 'last_death':
      return m.measured_fact_last_death();
    case 'deaths':
      return m.measured_fact_deaths();
    case 'waits':
      return m.measured_fact_waits({ of });
    case 'counter':
      return of.toUpperCase();
  }
}

const MOST_SPLITS = 3;

/** The values of a fact: a range of numbers, or the splits with how often each was seen. */
export function valuesOf(
  values: Tally,
  { unit }: Pick<Finding, 'unit'>,
  given?: readonly [number, number],
): string {
  const range = given ?? rangeOf(values);
  if (range) {
    const [least, most] = range;
    const one = (value: number) =>
      unit === 'ms' ? ms(value).replace(' ms', '') : count(Number(value.toFixed(1)));
    const text =
      one(least) === one(most)
        ? one(least)
        : m.measured_value_to({ least: one(least), most: one(most) });
    return unit === 'ms' ? `${text} ms` : text;
  }
  const all = values.reduce((sum, [, runs]) => sum + runs, 0);
  if (values.length === 0) return m.measured_about_nothing();
  return values
    .slice(0, MOST_SPLITS)
    .map(([value, runs]) =>
      values.length === 1 ? String(value) : m.measured_value_runs({ value, runs, all }),
    )
    .join('; ');
}
