/** Names for readers. A server's variables go by their own names. */
import { m } from '#paraglide/messages.js';
import { partsOf } from '../../model/run/pointer';
import { knobName } from '../../model/words/knob';
import type { SettingSpec } from './specs';
import { SPANS, type ArrivalsKind, type SpanKind, type StepKind } from './workload';

const SETTINGS: Readonly<Record<string, () => string>> = {
  cores: m.lab_name_cores,
  poll_wake_us: m.lab_name_poll_wake,
  thread_wake_us: m.lab_name_thread_wake,
  thread_create_us: m.lab_name_thread_create,
  timer_round_us: m.lab_name_timer_round,
  threads: m.lab_name_threads,
  idle_workers: m.lab_name_idle_workers,
  first_tick_us: m.lab_name_first_tick,
  dequeue_attempts: m.lab_name_dequeue_attempts,
  login_cpu_us: m.lab_name_login_cpu,
  seed: m.lab_name_seed,
  until_us: m.lab_name_until,
  warm_up_us: m.lab_name_warm_up,
  steps: m.lab_name_steps,
  record_mb: m.lab_name_record_mb,
};

export function settingLabel(spec: SettingSpec): string {
  return spec.section === 'server' ? spec.name : (SETTINGS[spec.field]?.() ?? spec.field);
}

/** What a value that is left out means. */
export function unsetWords(spec: SettingSpec): string {
  switch (spec.field) {
    case 'thread_pool_size':
      return m.lab_unset_groups();
    case 'cores':
      return m.lab_unset_cores();
    case 'innodb_lock_wait_timeout_s':
      return m.lab_unset_lock_wait();
    case 'first_tick_us':
      return m.lab_unset_first_tick();
    default:
      return m.lab_value_unset();
  }
}

export function arrivalsLabel(kind: ArrivalsKind): string {
  return {
    batch: m.lab_arrivals_batch(),
    spread: m.lab_arrivals_spread(),
    open: m.lab_arrivals_open(),
    closed: m.lab_arrivals_closed(),
    bursts: m.lab_arrivals_bursts(),
  }[kind];
}

export function spanLabel(kind: SpanKind): string {
  return {
    constant: m.lab_span_constant(),
    exponential: m.lab_span_exponential(),
    lognormal: m.lab_span_lognormal(),
    bimodal: m.lab_span_bimodal(),
    erlang: m.lab_span_erlang(),
    uniform: m.lab_span_uniform(),
  }[kind];
}

export function stepLabel(kind: StepKind): string {
  return {
    cpu_us: m.lab_step_cpu(),
    wait_us: m.lab_step_wait(),
    net_us: m.lab_step_net(),
    async_us: m.lab_step_async(),
    unreported_us: m.lab_step_unreported(),
    lock: m.lab_step_lock(),
    unlock: m.lab_step_unlock(),
    row_lock: m.lab_step_row_lock(),
    latch: m.lab_step_latch(),
    result_kb: m.lab_step_result(),
    begin: m.lab_step_begin(),
    commit: m.lab_step_commit(),
  }[kind];
}

/** Numbers of the workload that have no words as knobs. */
const NUMBERS: Readonly<Partial<Record<string, () => string>>> = {
  between: m.knob_word_gap,
  think: m.knob_word_think,
  think_us: m.knob_word_think,
  net_us: m.lab_step_net,
  async_us: m.lab_step_async,
  unreported_us: m.lab_step_unreported,
  at_us: m.lab_number_at,
  from_us: m.lab_number_at,
  connection_step: m.lab_number_connection_step,
  connection: m.lab_number_connection,
  rows: m.lab_number_rows,
};
const OF_A_SPAN: Readonly<Partial<Record<string, () => string>>> = {
  median_us: m.lab_span_median,
  sigma: m.lab_span_sigma,
  short_us: m.lab_span_short,
  long_us: m.lab_span_long,
  p_long: m.lab_span_p_long,
  k: m.lab_span_k,
  min_us: m.lab_span_min,
  max_us: m.lab_span_max,
};

/** "time on the CPU, statement 2": a number of the workload; `count` says how many stand in a list. */
export function numberLabel(pointer: string, count: (list: string) => number): string {
  const parts = [...partsOf(pointer)];
  const span = parts.findIndex((part) => SPANS.some((span) => span === part));
  const own = span < 0 ? undefined : OF_A_SPAN[parts[span + 1] ?? ''];
  const field = parts[span < 0 ? parts.length - 1 : span - 1] ?? '';
  const asked = parts.includes('closed') && field === 'count';
  const words = asked ? m.lab_number_asks() : (NUMBERS[field]?.() ?? knobName(field));
  const where = parts.flatMap((part, index) => {
    const list = parts[index - 1];
    const number = Number(part) + 1;
    if (!Number.isInteger(number)) return [];
    const of = count(`/${parts.slice(0, index).join('/')}`);
    if (list === 'loops') return m.lab_loop_number({ number });
    if (of < 2) return [];
    if (list === 'clients') return m.lab_crowd_name({ number });
    if (list === 'statements') return m.lab_statement_name({ number });
    return list === 'steps' ? m.lab_step_name({ number, of }) : [];
  });
  return [words, ...(own ? [own()] : []), ...where].join(', ');
}
