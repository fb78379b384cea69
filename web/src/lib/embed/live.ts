/** Between the frame's small script and the figure's code, which comes later. */
import type { FrameData } from './data';
import type { Command } from './messages';
import type { Options, Problem } from './params';
import type { Moment } from './frame-state.svelte';

export interface Live {
  obey(command: Command): void;
  see(visible: boolean): void;
  /** Lays the picture out for a width. */
  form(width: number | undefined): void;
}

export type Wake = (given: {
  readonly root: HTMLElement;
  readonly data: FrameData;
  readonly options: Options;
  readonly problems: readonly Problem[];
  readonly tell: (moment: Moment) => void;
}) => Promise<Live>;

export interface Code {
  readonly wake: Wake;
  /** Settings that another server has. */
  readonly namesOf?: (server: string) => Promise<readonly string[]>;
}
