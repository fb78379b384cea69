import type { Figure } from '../../figure/model/figure.svelte';
import type { Part } from '../../model/run/cue';
import type { Frame, Outcome } from '../../model/run/types';
import type { View } from '../../model/embedding/params';

/** Frames are as wide as a column of text: the widest form would be a third of the page that few see. */
export const WIDEST = 819;

/** What every form of the scene takes. */
export interface SceneProps {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
  readonly end_ns: number;
  readonly playing: boolean;
  readonly screenMs: (from_ns: number, to_ns: number) => number;
  readonly chosen: number | undefined;
  readonly onchoose: (client: number) => void;
  readonly light: readonly Part[];
  readonly width: number | undefined;
}

/** What timeline, log and chart take. */
export interface ViewProps {
  readonly figure: Figure;
  readonly names: readonly string[];
  readonly view: View;
}
