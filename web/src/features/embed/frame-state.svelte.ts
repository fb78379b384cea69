/** What the address and the page around the frame want of the figure. */
import type { Component } from 'svelte';
import type { UrlState } from '../../model/link/url';
import type { Command } from '../../model/embedding/messages';
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
  /** Width that the picture is laid out for, where it is not the frame's own. */
  width: number | undefined = $state();
  /** The component with the view that was asked for is there. */
  view: View = $state('scene');
  visible = $state(true);
  /** Set by the figure: carries out what the host asks for. */
  obey: (command: Command) => void = () => undefined;
  /** Set by the figure: opens what the address asks for. */
  open: (state: UrlState) => Promise<void> = () => Promise.resolve();
  /** Set by the figure: another view, with the component that draws it. */
  show: (view: View, component: Component<ViewProps>) => void = () => undefined;
  /** Set by the frame: tells the host. */
  tell: (moment: Moment) => void = () => undefined;
}
