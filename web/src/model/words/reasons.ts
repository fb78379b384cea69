/**
 * Sentences about why and where a request waits, found by a key made from data. Separate from the log's sentences, which a
 * picture doesn't need.
 */
import type { Lane, Place, WaitKind, WaitReason } from '../run/types';
import * as reasons from './keyed/reasons';

export type Sentence = (params: never) => string;
export type ReasonKey =
  | `why_${WaitReason['reason']}`
  | `place_${Place['place']}`
  | `wait_${WaitKind}`
  | `lane_${Lane}`;

export const REASONS: Readonly<Record<ReasonKey, Sentence>> = { ...reasons };
