/** What the frame's address and the surrounding page ask of the figure. */
import type { Component } from 'svelte';
import { DEFAULTS, type Options } from '../../model/embedding/params';
import type { Guess } from './guess';
import type { AskProps, OtherView, ViewProps } from './views';

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
  other: { readonly view: OtherView; readonly Views: Component<ViewProps> } | undefined =
    $state.raw();
  /** What the reader is asked before it plays, and the component that asks. */
  asks: { readonly guess: Guess; readonly Ask: Component<AskProps> } | undefined = $state.raw();
  /** What the reader said to it. */
  said: { readonly at: number | undefined } | undefined = $state.raw();
  /** Nothing is shown before the reader has said something. */
  get asking(): boolean {
    return this.asks !== undefined && this.said === undefined;
  }
  /** Set by the frame: reports to the host. */
  tell: (moment: Moment) => void = () => undefined;
}
