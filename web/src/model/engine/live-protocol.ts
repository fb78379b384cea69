/** The messages between a page and the thread of its live run. */
import type { Failure } from '../run/failure';
import type { Deed, LiveMoment, LiveStory } from './live-run';

export type LiveAsk =
  | { readonly type: 'begin'; readonly story: LiveStory }
  /** What a hand does, from the last moment shown. */
  | { readonly type: 'turn'; readonly deeds: readonly Deed[] }
  | { readonly type: 'go'; readonly to_ns: number };

/** `begin` and `go` are answered with a moment, in order; `turn` is answered only if it fails. */
export type LiveAnswer =
  | { readonly type: 'seen'; readonly moment: LiveMoment }
  | { readonly type: 'failed'; readonly failure: Failure };
