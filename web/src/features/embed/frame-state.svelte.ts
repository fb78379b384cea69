/** What the frame's address and the surrounding page ask of the figure. */
import type { Component } from 'svelte';
import { DEFAULTS, type Options, type View } from '../../model/embedding/params';
import type { ViewProps } from './views';

export interface Moment {
  readonly time_ns: number;
  readonly end_ns: number;
  readonly state: string;
}

export class FrameState {
  options: Options = $state.raw(DEFAULTS);
  /** Sentences about refused values. */
  problems: readonly string[] = $state.raw([]);
  /** A view other than the scene, and the component that draws it. */
  other: { readonly view: View; readonly Views: Component<ViewProps> } | undefined = $state.raw();
  /** Set by the frame: reports to the host. */
  tell: (moment: Moment) => void = () => undefined;
}
