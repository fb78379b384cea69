/** The scene's layout: the box and position of each part. */
import type { Box, Point } from './geometry';

/** Places in a queue, head first; requests beyond the last place are only counted. */
export interface Slots {
  readonly places: readonly Point[];
  readonly radius: number;
  /** True if each place has room for an age below it; applies while they are in one row. */
  readonly ages: boolean;
  /** The position of its name, if there is room for it. */
  readonly label: Point | undefined;
  /** The background of the queue, which shows that it exists even if empty. */
  readonly tray: Box | undefined;
  /** The position of the n-th of `of`: a few are in the middle of the room for many. */
  readonly at?: (nth: number, of: number) => Point;
  /** The size of a letter that is alone, or with one other: with a halo and its age. */
  readonly alone?: { readonly most: number; readonly radius: number };
}

/** Where moving requests pass. */
export interface Lanes {
  readonly door: Point;
  /** The height at which they go to a door in the top rim, below the clients and above the text. */
  readonly porch?: number;
  /** Inside the door, beyond its text. */
  readonly inlet: Point;
  /** Between the queues and the threads, beyond every name. */
  readonly mouth: Point;
  /** The path of requests that skip the queue, as high or as far right as that. */
  readonly over: readonly Point[];
}

/** Font sizes. */
export interface Type {
  readonly small: number;
  readonly why: number;
  readonly age: number;
}

/** The start or end of a text, and its largest width. */
export interface Spot extends Point {
  readonly w: number;
}
/** An upright bar: a wall, a gate. */
export interface Bar extends Point {
  readonly h: number;
}

/** Parts that only a group in full has. */
export interface FullGroup {
  readonly type: Type;
  /** The font size of its headings. */
  readonly heading: number;
  /** True if the door is in the top rim, below the clients. */
  readonly upright: boolean;
  /** True for a field of rings without a rim. */
  readonly open: boolean;
  readonly rim: number;
  readonly corner: number;
  readonly door: Point & { readonly size: number };
  /** The text below or next to the door, with its number of lines. */
  readonly door_words: (Spot & { readonly lines: number }) | undefined;
  readonly name: Spot | undefined;
  readonly line_head: Spot | undefined;
  readonly threads_head: Spot | undefined;
  /** The limit's name; the text ends here. */
  readonly limit: Spot | undefined;
  readonly wall: Bar | undefined;
  readonly gate: (Bar & { readonly words: Spot | undefined }) | undefined;
  readonly cache_head: Spot | undefined;
  /** A sentence at its foot, if nothing else on the page says it. */
  readonly note: Spot | undefined;
}

export interface GroupLayout {
  readonly group: number;
  readonly box: Box;
  readonly clients: {
    readonly label: Point | undefined;
    readonly places: ReadonlyMap<number, Point>;
    readonly radius: number;
    readonly box: Box;
    /** Set if there are too many for dots: cells at this distance, or none at all. */
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
    /** The seat of a refused thread. */
    readonly refused: Point | undefined;
  };
  /** With one thread per connection: threads kept for the next connection. */
  readonly cache: { readonly box: Box; readonly slots: Slots } | undefined;
  readonly lanes: Lanes | undefined;
  readonly full?: FullGroup;
  /** The layout until a request is first prioritised: one queue, centred. */
  readonly before?: GroupLayout;
}

export interface SceneLayout {
  readonly width: number;
  readonly height: number;
  readonly groups: readonly GroupLayout[];
  readonly timer: Box | undefined;
  /** None if the cores are below, next to run queue and latch. */
  readonly cores: Box | undefined;
  readonly disk: Box | undefined;
}
