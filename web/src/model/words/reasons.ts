/**
 * The sentences that say why somebody waits, and where: found by a key made from data, and apart from
 * those of the log, which a picture does without.
 */
import type { Lane, Place, WaitKind, WaitReason } from '../run/types';
import * as reasons from './keyed/reasons';
import * as singular from './keyed/singular-reasons';

export type Sentence = (params: never) => string;
export type ReasonKey =
  | `why_${WaitReason['reason']}`
  | `place_${Place['place']}`
  | `wait_${WaitKind}`
  | `lane_${Lane}`;

export const REASONS: Readonly<Record<ReasonKey, Sentence>> = { ...reasons };

/** In the singular, where the number in the sentence is one. */
export const SINGLE_REASONS: Readonly<Partial<Record<`${ReasonKey}_one`, Sentence>>> = {
  ...singular,
};
