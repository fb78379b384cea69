/** Names for readers. A server's variables go by their own names. */
import { m } from '#paraglide/messages.js';
import type { SettingSpec } from './specs';
import type { ArrivalsKind, SpanKind, StepKind } from './workload';

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
    begin: m.lab_step_begin(),
    commit: m.lab_step_commit(),
  }[kind];
}
