/** Names and values of knobs in words: server variables keep their names, everything else gets plain words. */
import { m } from '#paraglide/messages.js';
import type { OverrideValue } from '../run/types';
import { tick } from './format';
import { shownName } from './names';

/** Labels that scenarios give their own knobs. Links keep them as keys; readers see these words. */
const WORDS: Readonly<Partial<Record<string, () => string>>> = {
  gap_us: m.knob_word_gap,
  disk_us: m.knob_word_disk,
  herd_us: m.knob_word_herd,
  stall_us: m.knob_word_stall,
  think_time_us: m.knob_word_think,
  latch_hold_us: m.knob_word_latch_hold,
  hand_over_us: m.knob_word_hand_over,
  context_switch_us: m.knob_word_context_switch,
  wait_us: m.knob_word_wait,
  cpu_us: m.knob_word_cpu,
  hold_us: m.knob_word_latch_hold,
  scan_us: m.knob_word_scan,
  time_slice_us: m.knob_word_time_slice,
  spin_waiters: m.knob_word_spin_waiters,
  between_us: m.knob_word_between,
  commit_at: m.knob_word_commit_at,
  compute_us: m.knob_word_compute,
  distance_us: m.knob_word_distance,
  first_us: m.knob_word_first,
  report_us: m.knob_word_report,
  result_kb: m.knob_word_result,
  socket_buffer_kb: m.knob_word_socket_buffer,
  'hand-over': m.knob_word_mutex,
  count: m.knob_word_count,
};

/** The name for a label, a server variable, or a path such as clients.0.statements.0.steps.0.wait_us. */
export function knobName(label: string): string {
  const parts = label.replace(/^\//, '').split(/[./]/);
  const words = WORDS[parts.at(-1) ?? label];
  if (!words) return shownName(label);
  const crowd = parts.length > 1 && parts[0] === 'clients' ? Number(parts[1]) : NaN;
  return Number.isInteger(crowd) && crowd > 0
    ? m.knob_word_of_crowd({ what: words(), crowd: crowd + 1 })
    : words();
}

/** For small spaces: omits the prefix that all variables of the pool share. */
export const shortKnobName = (label: string) => label.replace(/^(thread_pool|innodb)_/, '');

/** The largest value that server variables accept; it means no limit. */
const NO_LIMIT = 2 ** 32 - 1;

export function settingWords(value: OverrideValue, unit = ''): string {
  if (value === NO_LIMIT) return m.knob_no_limit();
  if (/^[uµ]s$/.test(unit) && typeof value === 'number')
    return value === 0 ? '0 µs' : tick(value * 1e3);
  if (unit === 'ms' && typeof value === 'number' && value >= 1000) return tick(value * 1e6);
  const words =
    value === true ? 'ON' : value === false ? 'OFF' : value === null ? '–' : String(value);
  return unit ? `${words} ${unit}` : words;
}
