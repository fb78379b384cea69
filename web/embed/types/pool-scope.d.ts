/** Types of the `pool-scope` element and its module. */
import type { NamedAttributes } from './attributes.js';

export type { NamedAttributes };

/** The states in a figure's life. */
export type State = 'poster' | 'loading' | 'ready' | 'playing' | 'paused' | 'ended' | 'failed';

export interface ReadyDetail {
  /** The figure's title. */
  readonly title: string;
}

export interface TimeDetail {
  /** Simulated time in nanoseconds, and the end of the run. */
  readonly time_ns: number;
  readonly end_ns: number;
  readonly state: State;
}

/** Its own events; they do not bubble. */
export interface PoolScopeEventMap {
  /** The frame has loaded and accepts commands. */
  ready: CustomEvent<ReadyDetail>;
  /** The figure's time or state changed: at most ten per second. */
  time: CustomEvent<TimeDetail>;
  /** It played to its end. */
  ended: CustomEvent<undefined>;
}

/** The attributes. All stay live: change one and the figure follows. */
export interface PoolScopeAttributes extends NamedAttributes {
  clients?: number | string;
  cores?: number | string;
  /** Any server variable or other knob of the figure by its name: `thread_pool_max_threads="8"`. */
  [knob: `${string}_${string}`]: number | string | boolean | undefined;
}

/** Each attribute is a property as well, which reads as the attribute's text; `false` and `null` remove it. */
type Reflected = {
  [Name in Exclude<keyof NamedAttributes, keyof HTMLElement>]-?: NamedAttributes[Name] | null;
};
declare const Reflecting: new () => HTMLElement & Reflected;

export class PoolScope extends Reflecting {
  /** The address of the figures, for all elements without `site`; '' if the module can't know it. */
  static site: string;
  /** As last reported by the frame; undefined before. */
  readonly state: State | undefined;
  readonly time_ns: number | undefined;
  readonly end_ns: number | undefined;
  /** Loads the frame if necessary, and plays. */
  play(): void;
  pause(): void;
  /** Goes to a time: nanoseconds, or text such as `1.2s`. */
  seek(time: number | string): void;
  addEventListener<Name extends keyof PoolScopeEventMap>(
    type: Name,
    listener: (this: PoolScope, event: PoolScopeEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof PoolScopeEventMap>(
    type: Name,
    listener: (this: PoolScope, event: PoolScopeEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The lightness of a computed colour, from 0 to 1. */
export function lightness(color: string): number;

/** The address of a site with a trailing slash, or '' if it is not safe to open in a frame. */
export function siteAddress(text: string): string;

declare global {
  interface HTMLElementTagNameMap {
    'pool-scope': PoolScope;
  }
}
