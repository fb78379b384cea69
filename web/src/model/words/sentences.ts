/**
 * Sentences found by a key made from data. `keyed/` exports them by name (web/tools/made.mjs), so that the compiler reports
 * a variant of an event, place or reason without a sentence, and a page carries no unused ones.
 */
import type { Event, LogLevel, Trigger } from '../run/types';
import * as events from './keyed/events';
import * as parts from './keyed/parts';
import { REASONS, type ReasonKey, type Sentence } from './reasons';

export type Params = Readonly<Record<string, string | number>>;

type Suffixed<E extends { kind: string }> = E extends { reason: infer R extends string }
  ? `event_${E['kind']}_${R}`
  : E extends { trigger: infer T extends string }
    ? `event_${E['kind']}_${T}`
    : E extends { via: infer V extends string }
      ? `event_${E['kind']}_${V}`
      : `event_${E['kind']}`;
export type EventKey = Suffixed<Event>;
export type SentenceKey =
  | EventKey
  | ReasonKey
  | `asked_${Trigger['trigger']}`
  | `level_${LogLevel}`;

export const SENTENCES: Readonly<Record<SentenceKey, Sentence>> = {
  ...REASONS,
  ...events,
  ...parts,
};
