/** What the address and the page around the frame want of the figure. */
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
  /** Sentences about what was not understood. */
  problems: readonly string[] = $state.raw([]);
  /** Another view than the scene, with the component that draws it. */
  other: { readonly view: View; readonly Views: Component<ViewProps> } | undefined = $state.raw();
  /** Set by the frame: tells the host. */
  tell: (moment: Moment) => void = () => undefined;
}
