/** Labels for readers. Server variables keep their own names. */
import { m } from '#paraglide/messages.js';
import { partsOf } from '../../model/run/pointer';
import * as arrivals from '../../model/words/keyed/lab_arrivals';
import * as settings from '../../model/words/keyed/lab_name';
import * as spans from '../../model/words/keyed/lab_span';
import * as steps from '../../model/words/keyed/lab_step';
import { knobName } from '../../model/words/knob';
import { PATIENCE_NUMBERS } from './patience';
import type { SettingSpec } from './specs';
import { SPANS, type ArrivalsKind, type SpanKind, type StepKind } from './workload';
import { CLAUSE } from '../../model/joined';

/** The unit is the end of a field's name, and written nowhere else. */
type Bare<Field> = Field extends `${infer Name}_${'us' | 'kb'}` ? Name : Field;
const bare = <Field extends string>(field: Field) => field.replace(/_(us|kb)$/, '') as Bare<Field>;
const SETTINGS: Readonly<Partial<Record<string, () => string>>> = settings;

export function settingLabel(spec: SettingSpec): string {
  return spec.section === 'server' ? spec.name : (SETTINGS[bare(spec.field)]?.() ?? spec.field);
}

/** The meaning of a missing value. */
export function unsetWords(spec: SettingSpec): string {
  switch (spec.field) {
    case 'thread_pool_size':
      return m.lab_unset_groups();
    case 'cores':
      return m.lab_unset_cores();
    case 'max_connections':
      return m.lab_unset_connections();
    case 'innodb_lock_wait_timeout_s':
    case 'lock_wait_timeout_s':
      return m.lab_unset_lock_wait();
    case 'first_tick_us':
      return m.lab_unset_first_tick();
    default:
      return m.lab_value_unset();
  }
}

export const arrivalsLabel = (kind: ArrivalsKind): string => arrivals[kind]();
export const spanLabel = (kind: SpanKind): string => spans[kind]();
export const stepLabel = (kind: StepKind): string => steps[bare(kind)]();

/** Numbers of the workload that have no label as knobs. */
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
  pause_us: m.lab_pause_us,
};
const OF_A_SPAN: Readonly<Partial<Record<string, (told: never) => string>>> = spans;

/** "time on the CPU, statement 2": the label of a number in the workload; `count` returns the length of a list. */
export function numberLabel(pointer: string, count: (list: string) => number): string {
  const parts = [...partsOf(pointer)];
  const span = parts.findIndex((part) => SPANS.some((span) => span === part));
  const own = span < 0 ? undefined : OF_A_SPAN[bare(parts[span + 1] ?? '')];
  const field = parts[span < 0 ? parts.length - 1 : span - 1] ?? '';
  const asked = parts.includes('closed') && field === 'count';
  const own_words = parts.includes('patience') ? PATIENCE_NUMBERS : NUMBERS;
  const words = asked ? m.lab_number_asks() : (own_words[field]?.() ?? knobName(field));
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
  return [words, ...(own ? [own({} as never)] : []), ...where].join(CLAUSE);
}
