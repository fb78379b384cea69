/** Types of the `pool-scope` element and its module. */

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
export interface PoolScopeAttributes {
  /** Which figure: the name in its address, `/embed/<name>/`. */
  scenario: string;
  /** The address of the figures, such as `https://example.org/pools/`. Not needed if the module itself comes from there. */
  site?: string;
  /** When the frame loads: when the button is pressed (the default), or when it comes near the visible part of the page. */
  load?: 'click' | 'visible';
  /** A fixed height in px, into which the figure fits. Without it the element becomes as tall as the figure. */
  height?: number | string;
  /** The button's text in your page's language. Default: Play */
  label?: string;
  poster?: string;
  /** `auto` (the default) follows the colours of your page, even when a reader switches them. */
  theme?: 'auto' | 'light' | 'dark';
  title?: string;
  /** What the figure shows first. */
  view?: 'scene' | 'timeline' | 'log' | 'chart';
  controls?: 'full' | 'minimal' | 'none';
  motion?: 'auto' | 'reduced';
  /** Loads when it comes near the visible part, and plays while it is visible; never for readers who want less motion. */
  autoplay?: '' | '0' | '1' | 0 | 1 | boolean;
  /** Repeats after the end. */
  loop?: '' | '0' | '1' | 0 | 1 | boolean;
  /** `story`, or a multiple of the run's own speed: from 0.001 to 100. */
  speed?: 'story' | number | `${number}`;
  /** The stretch that is played, such as `400ms` and `1.2s`. */
  from?: string;
  to?: string;
  /** Start time, such as `1.2s`, and the selected request, by number or name. */
  t?: string;
  r?: number | string;
  seed?: number | string;
  /** A server other than the scenario's own. */
  server?: string;
  /** Any other parameters, written as in an address: `cores=4&think%20time=2`. */
  params?: string;
  clients?: number | string;
  cores?: number | string;
  /** Any server variable or other knob of the figure by its name: `thread_pool_max_threads="8"`. */
  [knob: `${string}_${string}`]: number | string | boolean | undefined;
}

export class PoolScope extends HTMLElement {
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
