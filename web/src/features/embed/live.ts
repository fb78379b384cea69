/** The interface between the frame's small script and the figure's code, which is loaded later. */
import type { Component } from 'svelte';
import type { Packed } from '../../model/engine/packed';
import type { Recording } from '../../model/engine/recording';
import type { FrameData } from './data';
import type { Turn } from './turn';
import type { Command, FrameNews } from '../../model/embedding/messages';
import type { Options, Problem } from '../../model/embedding/params';
import type { FrameSceneProps, TimesProps } from './views';

export interface FrameControl {
  obey(command: Command | Turn): void;
  see(visible: boolean): void;
}

/** The packed contents of `run.json`, next to the page. */
export type Recordings = readonly (Recording | null)[];

export type Wake = (given: {
  readonly root: HTMLElement;
  readonly data: FrameData;
  readonly options: Options;
  readonly problems: readonly Problem[];
  readonly tell: (news: FrameNews) => void;
  /** The picture of runs: of a crowd, of a few requests, with the server model. */
  readonly Scene: Component<FrameSceneProps> | undefined;
  /** The timeline of one run or of two. */
  readonly Times: Component<TimesProps> | undefined;
  /** The recording of each run, if there is one: {@link Recordings}. */
  readonly recordings: Packed | undefined;
}) => Promise<FrameControl>;

/** The figure's code. Picture and timeline come with it, as default exports of their own modules. */
export interface Code {
  readonly wake: Wake;
  /** Settings of another server. */
  readonly namesOf?: (server: string) => Promise<readonly string[]>;
  /** The same figure in other words. */
  readonly retell?: (root: Element, data: FrameData, options: Options) => FrameData;
}
