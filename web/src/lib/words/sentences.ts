/**
 * The sentences that are found by a key made from data. Listed one by one (in `keyed/`), so that the
 * compiler says which variant of an event, place or reason has none, and a page carries no others.
 */
import type { Event, LogLevel, Lane, Place, Trigger, WaitKind, WaitReason } from '../run/types';
import * as events from './keyed/events';
import * as parts from './keyed/parts';
import * as singular from './keyed/singular';

export type Params = Readonly<Record<string, string | number>>;
type Sentence = (params: never) => string;

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
  | `why_${WaitReason['reason']}`
  | `place_${Place['place']}`
  | `asked_${Trigger['trigger']}`
  | `wait_${WaitKind}`
  | `lane_${Lane}`
  | `level_${LogLevel}`;

export const SENTENCES: Readonly<Record<SentenceKey, Sentence>> = { ...events, ...parts };

/** In the singular, where the number in the sentence is one. */
export const SINGULAR: Readonly<Partial<Record<`${SentenceKey}_one`, Sentence>>> = { ...singular };
