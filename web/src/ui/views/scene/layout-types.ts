/** The scene's layout: which box and which place each part has. */
import type { Box, Point } from './geometry';

/** Places in a line, its head first; whoever comes after the last is only counted. */
export interface Slots {
  readonly places: readonly Point[];
  readonly radius: number;
  /** Room for the age of each below it, while they stand in one row. */
  readonly ages: boolean;
  /** Where its name stands, if there is room for it. */
  readonly label: Point | undefined;
  /** What the line stands on, so that an empty one is seen to be one. */
  readonly tray: Box | undefined;
  /** Where the nth of so many stands: few are in the middle of what many need. */
  readonly at?: (nth: number, of: number) => Point;
  /** Of a letter that lies there alone, or beside one other: with a halo and its age. */
  readonly alone?: { readonly most: number; readonly radius: number };
}

/** Where travelling requests pass. */
export interface Lanes {
  readonly door: Point;
  /** How high one walks to a door in the top rim, under the clients and above the words. */
  readonly porch?: number;
  /** Inside it, past the words at the door. */
  readonly inlet: Point;
  /** Between the lines and the threads, past every name. */
  readonly mouth: Point;
  /** The way of those who stand in no line, as high or as far right as that. */
  readonly over: readonly Point[];
}

/** Sizes of words. */
export interface Type {
  readonly small: number;
  readonly why: number;
  readonly age: number;
}

/** Where words begin, or end, and how long they may be. */
export interface Spot extends Point {
  readonly w: number;
}
/** An upright bar: a wall, a gate. */
export interface Bar extends Point {
  readonly h: number;
}

/** What only a group in full has. */
export interface FullGroup {
  readonly type: Type;
  /** The size of its headings. */
  readonly heading: number;
  /** The door is in the top rim, under the clients. */
  readonly upright: boolean;
  /** A field of rings without a rim. */
  readonly open: boolean;
  readonly rim: number;
  readonly corner: number;
  readonly door: Point & { readonly size: number };
  /** Under the door, or beside it, on so many lines. */
  readonly door_words: (Spot & { readonly lines: number }) | undefined;
  readonly name: Spot | undefined;
  readonly line_head: Spot | undefined;
  readonly threads_head: Spot | undefined;
  /** Ends here: the limit's name. */
  readonly limit: Spot | undefined;
  readonly wall: Bar | undefined;
  readonly gate: (Bar & { readonly words: Spot | undefined }) | undefined;
  readonly cache_head: Spot | undefined;
  /** A sentence at its foot, where nothing else on the page says it. */
  readonly note: Spot | undefined;
}

export interface GroupLayout {
  readonly group: number;
  readonly detail: 'full' | 'card';
  readonly box: Box;
  readonly clients: {
    readonly label: Point | undefined;
    readonly places: ReadonlyMap<number, Point>;
    readonly radius: number;
    readonly box: Box;
    /** Too many for dots: cells so far apart, or none at all. */
    readonly crowd: { readonly pitch: number; readonly note: Point } | undefined;
  };
  readonly listener:
    | { readonly box: Box; readonly seat: Point; readonly radius: number }
    | undefined;
  readonly sockets: Slots | undefined;
  readonly queue:
    | { readonly box: Box; readonly high: Slots | undefined; readonly low: Slots }
    | undefined;
  readonly workers: {
    readonly box: Box;
    readonly seats: readonly Point[];
    readonly radius: number;
    /** Where a thread would have been that was refused. */
    readonly refused: Point | undefined;
  };
  /** One thread per connection: threads kept for the next connection. */
  readonly cache: { readonly box: Box; readonly slots: Slots } | undefined;
  readonly lanes: Lanes | undefined;
  readonly full?: FullGroup;
  /** The same as long as nobody has been moved up: one line, in the middle. */
  readonly before?: GroupLayout;
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
  readonly disk: Box | undefined;
}
