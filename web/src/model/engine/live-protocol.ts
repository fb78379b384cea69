/** The messages between a page and the thread of its live run. */
import type { Failure } from '../run/failure';
import type { Overrides } from '../run/types';
import type { LiveMoment, LiveStory } from './live-run';

export type LiveAsk =
  | { readonly type: 'begin'; readonly story: LiveStory }
  /** These values apply from the last moment shown. */
  | { readonly type: 'turn'; readonly overrides: Overrides }
  | { readonly type: 'go'; readonly to_ns: number };

/** `begin` and `go` are answered with a moment, in order; `turn` is answered only if it fails. */
export type LiveAnswer =
  | { readonly type: 'seen'; readonly moment: LiveMoment }
  | { readonly type: 'failed'; readonly failure: Failure };
