import type { Figure } from '../../figure/model/figure.svelte';
import type { Part } from '../../model/run/cue';
import type { Frame, Outcome } from '../../model/run/types';
import type { Scrubbing } from '../../ui/views/scrubbing';
import type { View } from '../../model/embedding/params';

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
  /** The box that it fills; its width is not known before it is measured. */
  readonly width: number | undefined;
  readonly height: number;
}

/** What the slider takes: of one run, or of two. */
export interface TimesProps {
  readonly figure: Figure;
  readonly names: readonly string[];
  readonly scrubbing: Scrubbing;
}

/** What stands over the picture for a while. */
export interface OverProps {
  readonly figure: Figure & { readonly telling: number | undefined };
  readonly onclose: () => void;
}

/** What log and chart take, and the words below a large timeline. */
export interface ViewProps {
  readonly figure: Figure;
  readonly names: readonly string[];
  readonly view: View;
}
