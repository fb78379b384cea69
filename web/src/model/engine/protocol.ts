/** The messages between a page and the engine, whichever thread the engine runs on. */
import type { Failure } from '../run/failure';
import type { Frame } from '../run/frame';
import type { Instruments, Outcome } from '../run/types';

/** Requests carry the generation of their run: answers for an older run are dropped. */
export type EngineRequest =
  | {
      readonly type: 'open';
      readonly generation: number;
      readonly scenario: string;
      readonly overrides: string;
      /** Time of the first picture. */
      readonly time_ns?: number | undefined;
    }
  | { readonly type: 'frame'; readonly generation: number; readonly at: Moment }
  | { readonly type: 'instruments'; readonly generation: number; readonly time_ns: number };

/** A moment of a run: a time, or the state right after one of the engine's steps. */
export type Moment =
  | { readonly by: 'time'; readonly time_ns: number }
  | { readonly by: 'step'; readonly step: number };

export type Answer =
  | { readonly type: 'progress'; readonly generation: number; readonly time_ns: number }
  /** Sent before `opened`: as many of its lives and events as the page can take at once. */
  | {
      readonly type: 'part';
      readonly generation: number;
      readonly lives: Outcome['lives'];
      readonly events: Outcome['events'];
    }
  | {
      readonly type: 'opened';
      readonly generation: number;
      /** Without the lives and events sent before. */
      readonly outcome: Outcome;
      readonly first: Frame;
      /** At the requested time, or at the end of the part worth playing. */
      readonly frame?: Frame | undefined;
    }
  | { readonly type: 'frame'; readonly generation: number; readonly frame: Frame }
  | { readonly type: 'instruments'; readonly generation: number; readonly instruments: Instruments }
  | {
      readonly type: 'failed';
      readonly generation: number;
      readonly during: EngineRequest['type'];
      readonly failure: Failure;
    };

export function unreachable(value: never): never {
  throw new Error(`not a known message: ${JSON.stringify(value)}`);
}
