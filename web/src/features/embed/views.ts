import type { Figure } from '../../figure/model/figure.svelte';
import type { ScenePart } from '../../model/run/cue';
import type { UrlEye } from '../../model/link/url';
import type { Frame, Outcome } from '../../model/run/types';
import type { Scrubbing } from '../../ui/views/scrubbing';
import type { View } from '../../model/embedding/params';
import type { Guess } from './guess';

/** The views that take the scene's place. */
export type OtherView = Exclude<View, 'scene' | 'guess'>;

/** The props of every kind of scene. */
export interface FrameSceneProps {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
  readonly end_ns: number;
  readonly playing: boolean;
  readonly screenMs: (from_ns: number, to_ns: number) => number;
  readonly chosen: number | undefined;
  readonly onchoose: (client: number) => void;
  readonly light: readonly ScenePart[];
  readonly eye: UrlEye | undefined;
  readonly leads: boolean;
  readonly oneye: (eye: UrlEye | undefined, by_hand: boolean) => void;
  /** The box that it fills; the width is unknown until it is measured. */
  readonly width: number | undefined;
  readonly height: number;
}

/** The props of the timeline, for one run or two. */
export interface TimesProps {
  readonly figure: Figure;
  readonly names: readonly string[];
  readonly scrubbing: Scrubbing;
}

/** The props of the question before a figure plays. */
export interface AskProps {
  readonly question: string | undefined;
  readonly guess: Guess;
  /** The place of what the reader says; undefined: only to watch. */
  readonly onsay: (at: number | undefined) => void;
}

/** The props of a panel over the picture. */
export interface OverProps {
  readonly figure: Figure & { readonly telling: number | undefined };
  readonly onclose: () => void;
}

/** The props of log and chart, and the text below a large timeline. */
export interface ViewProps {
  readonly figure: Figure;
  readonly names: readonly string[];
  readonly view: OtherView;
}
