/** Between the frame's small script and the figure's code, which comes later. */
import type { Component } from 'svelte';
import type { Packed } from '../../model/engine/packed';
import type { Recording } from '../../model/engine/recording';
import type { FrameData } from './data';
import type { Turn } from './turn';
import type { Command, FrameNews } from '../../model/embedding/messages';
import type { Options, Problem } from '../../model/embedding/params';
import type { SceneProps, TimesProps } from './views';

export interface Live {
  obey(command: Command | Turn): void;
  see(visible: boolean): void;
}

/** As they stand beside the page, packed, in `run.json`. */
export type Recordings = readonly (Recording | null)[];

export type Wake = (given: {
  readonly root: HTMLElement;
  readonly data: FrameData;
  readonly options: Options;
  readonly problems: readonly Problem[];
  readonly tell: (news: FrameNews) => void;
  /** The picture of runs: of a crowd, of a few, with the server model. */
  readonly Scene: Component<SceneProps> | undefined;
  /** The slider, of one run or of two. */
  readonly Times: Component<TimesProps> | undefined;
  /** Of each run, where it is recorded: {@link Recordings}. */
  readonly recordings: Packed | undefined;
}) => Promise<Live>;

/** The figure's code; with it come, each as the default of a module of its own, picture and slider. */
export interface Code {
  readonly wake: Wake;
  /** Settings that another server has. */
  readonly namesOf?: (server: string) => Promise<readonly string[]>;
}
