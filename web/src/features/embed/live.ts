/** Between the frame's small script and the figure's code, which comes later. */
import type { Component } from 'svelte';
import type { Recording } from '../../model/engine/recording';
import type { FrameData } from './data';
import type { Command, FrameNews } from '../../model/embedding/messages';
import type { Options, Problem } from '../../model/embedding/params';
import type { SceneProps } from './views';

export interface Live {
  obey(command: Command): void;
  see(visible: boolean): void;
  /** Lays the picture out for a width. */
  form(width: number | undefined): void;
}

/** As they stand beside the page, in `run.json`. */
export type Recordings = readonly (Recording | null)[];

export type Wake = (given: {
  readonly root: HTMLElement;
  readonly data: FrameData;
  readonly options: Options;
  readonly problems: readonly Problem[];
  readonly tell: (news: FrameNews) => void;
  /** The picture of runs: of a crowd, of a few, with the server model. */
  readonly Scene: Component<SceneProps> | undefined;
  /** Of each run, where it is recorded. */
  readonly recordings: Recordings;
}) => Promise<Live>;

/** The figure's code; with it comes, as the default of a module of its own, the picture's. */
export interface Code {
  readonly wake: Wake;
  /** Settings that another server has. */
  readonly namesOf?: (server: string) => Promise<readonly string[]>;
}
