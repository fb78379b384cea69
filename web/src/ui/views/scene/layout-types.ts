/** The scene's layout: which box and which place each part has. */
import type { Box, Point } from './geometry';

/** Places in a row of slots; whoever comes after the last is only counted. */
export interface Slots {
  readonly places: readonly Point[];
  readonly radius: number;
  /** Room for the age beside each token. */
  readonly ages: boolean;
  /** Where its name stands, if there is room for it. */
  readonly label: Point | undefined;
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
  /** Above the parts: the way of those who stand in no line. */
  readonly over: number;
  /** Below the parts: the way back, and where it leaves the group. */
  readonly back: number;
  readonly home: Point;
}

/** Sizes of words in the drawing's units: larger where the whole is drawn smaller. */
export interface Type {
  readonly caps: number;
  readonly small: number;
  readonly why: number;
  readonly age: number;
}

/** What stands at a thread's seat: its number, its number and what it does, or both on two lines. */
export type SeatWords = 0 | 1 | 2;

/** What only a group in full has. */
export interface FullGroup {
  readonly type: Type;
  readonly seat_words: SeatWords;
  /** Room of a seat's words. */
  readonly seat_w: number;
  /** Heights of a panel's title, and of its counters where they have a line. */
  readonly title: number;
  readonly foot: number;
  readonly listener_foot: boolean;
  /** The reason stands beside the group's name, and the counters where there is none. */
  readonly bare: boolean;
  /** Places of those who may be at work at once, between queue and workers. */
  readonly gate: readonly Point[];
  /** How high the group's own title is. */
  readonly head: number;
}

export interface GroupLayout {
  readonly group: number;
  readonly detail: 'full' | 'card';
  /** A card whose parts have boxes of their own, with their names. */
  readonly titled?: boolean;
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
    /** The stack of idle workers, last to sleep last. */
    readonly idle: Slots | undefined;
  };
  /** One thread per connection: threads kept for the next connection. */
  readonly cache: { readonly box: Box; readonly slots: Slots } | undefined;
  readonly lanes: Lanes | undefined;
  readonly why: (Point & { readonly w: number; readonly lines: number }) | undefined;
  readonly full?: FullGroup;
}

/** Groups that have nothing to do in the whole run: a line of words, and a cell for each. */
export interface StripLayout {
  readonly box: Box;
  readonly label: Point;
  readonly cells: readonly { readonly group: number; readonly box: Box }[];
}

export interface SceneLayout {
  /** In the drawing's units; the page draws them as large as its box lets. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the page to a unit of the drawing. */
  readonly scale: number;
  readonly type: Type;
  readonly groups: readonly GroupLayout[];
  readonly strip?: StripLayout | undefined;
  readonly timer: Box | undefined;
  /** None where cores stand below, beside run queue and latch. */
  readonly cores: Box | undefined;
  readonly disk: Box | undefined;
}
