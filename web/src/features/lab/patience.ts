/** Clients that give up, as the editor of a crowd and the list of numbers to sweep show them. */
import { m } from '#paraglide/messages.js';
import { setAt, type Json, type JsonObject } from '../../model/run/json';
import type { Field } from './workload';

const forEver = () => m.lab_for_ever();
const zero = () => '0';

export const GIVING_UP: readonly Field[] = [
  ['gives_up_us', 'time', m.lab_gives_up, forEver],
  ['retries', 'number', m.lab_retries, zero],
];
export const POOL: readonly Field[] = [
  ['places', 'number', m.lab_places, m.lab_unlimited],
  ['place_timeout_us', 'time', m.lab_place_timeout, forEver],
];
export const REFUSED: readonly Field[] = [
  ['refused_wait_us', 'time', m.lab_refused_wait, () => '50 ms'],
];
export const BUDGET: readonly Field[] = [
  ['percent', 'number', m.lab_budget_percent],
  ['saved', 'number', m.lab_budget_saved, () => '10'],
];

/** Before a retry: always as long, or at random up to a limit that doubles (full jitter). */
export const PAUSES = ['fixed', 'jitter'] as const;
export type PauseKind = (typeof PAUSES)[number];
export const PAUSE_FIELDS: Readonly<Record<PauseKind, readonly Field[]>> = {
  fixed: [['wait_us', 'time', m.lab_retry_wait, () => '0 ms']],
  jitter: [
    ['backoff/base_us', 'time', m.lab_backoff_base],
    ['backoff/cap_us', 'time', m.lab_backoff_cap],
  ],
};

export const newPatience = (): JsonObject => ({ gives_up_us: 1_000_000, retries: 1 });
export const newBudget = (): JsonObject => ({ percent: 10 });

/** The same patience with another kind of wait before a retry; the engine takes one of them. */
export function pausing(kind: PauseKind, patience: JsonObject): Json {
  const none = setAt(setAt(patience, '/wait_us', undefined), '/backoff', undefined);
  const backoff = { base_us: 1_000_000, cap_us: 8_000_000 };
  return kind === 'fixed' ? none : setAt(none, '/backoff', backoff);
}

/** The label of each number, for a sweep. */
export const PATIENCE_NUMBERS: Readonly<Partial<Record<string, () => string>>> = Object.fromEntries(
  [...GIVING_UP, ...POOL, ...REFUSED, ...BUDGET, ...Object.values(PAUSE_FIELDS).flat()].map(
    ([field, , words]) => [field.replace('backoff/', ''), words],
  ),
);
