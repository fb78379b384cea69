/** The scene's layout: which box and which place each part has. */
import type { Box, Point } from './geometry';

/** Places in a row of slots; whoever comes after the last is only counted. */
export interface Slots {
  readonly places: readonly Point[];
  readonly radius: number;
  /** Room for the age beside each token. */
  readonly ages: boolean;
  readonly label: Point;
  /** What the line stands on, so that an empty one is seen to be one. */
  readonly tray: Box | undefined;
}

/** Where travelling requests pass. */
export interface Lanes {
  /** Where the lane leaves the clients, and where it enters the group. */
  readonly from: Point;
  readonly gate: Point;
  readonly queue: Point | undefined;
  readonly workers: Point;
  /** The way back runs along this line: below the parts, or beside them. */
  readonly back: { readonly along: 'x' | 'y'; readonly at: number };
  readonly home: Point;
}

export interface GroupLayout {
  readonly group: number;
  readonly detail: 'full' | 'card';
  /** A card whose parts have boxes of their own, with their names. */
  readonly titled?: boolean;
  readonly box: Box;
  readonly clients: {
    readonly label: Point;
    readonly places: ReadonlyMap<number, Point>;
    readonly radius: number;
    readonly box: Box;
    /** Too many for dots: cells so far apart, or none at all. */
    readonly crowd: { readonly pitch: number; readonly note: Point } | undefined;
  };
  readonly listener:
    { readonly box: Box; readonly seat: Point; readonly radius: number } | undefined;
  readonly sockets: Slots | undefined;
  readonly queue:
    { readonly box: Box; readonly high: Slots | undefined; readonly low: Slots } | undefined;
  readonly workers: {
    readonly box: Box;
    readonly seats: readonly Point[];
    readonly radius: number;
    /** Where a thread would have been that was refused. */
    readonly refused: Point | undefined;
    /** The stack of idle workers, last to sleep last. */
    readonly idle: Slots | undefined;
  };
  /** One thread per connection: threads kept for the next connection. */
  readonly cache: { readonly box: Box; readonly slots: Slots } | undefined;
  readonly lanes: Lanes | undefined;
  readonly why: (Point & { readonly w: number; readonly lines: number }) | undefined;
}

/** Groups that have nothing to do in the whole run: a line of words, and a cell for each. */
export interface StripLayout {
  readonly box: Box;
  readonly label: Point;
  readonly cells: readonly { readonly group: number; readonly box: Box }[];
}

export interface SceneLayout {
  readonly width: number;
  readonly height: number;
  readonly groups: readonly GroupLayout[];
  readonly strip?: StripLayout | undefined;
  readonly timer: Box | undefined;
  /** None where cores stand below, beside run queue and latch. */
  readonly cores: Box | undefined;
}
