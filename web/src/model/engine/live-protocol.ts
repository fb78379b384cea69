/** The messages between a page and the thread of its live run. */
import type { Failure } from '../run/failure';
import type { Entry } from '../hand/log';
import type { LiveMoment, LiveStory } from './live-run';

export type LiveAsk =
  | { readonly type: 'begin'; readonly story: LiveStory }
  /** What a hand does: not before the last moment asked for. */
  | { readonly type: 'act'; readonly entry: Entry }
  | { readonly type: 'go'; readonly to_ns: number };

/** `begin` and `go` are answered with a moment, in order; `act` is answered only if it fails. */
export type LiveAnswer =
  | { readonly type: 'seen'; readonly moment: LiveMoment }
  | { readonly type: 'failed'; readonly failure: Failure };
