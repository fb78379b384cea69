/** What of a figure is opened: parts that stand over the words beside it, one at a time. */
import type { Section } from './given';

export const PARTS = [
  'differs',
  'why',
  'log',
  'settings',
  'requests',
  'tables',
  'places',
  'left_out',
] as const;
export type Part = (typeof PARTS)[number];

export type Sheet = Part | 'menu' | 'compare' | 'embed' | 'help';

/** These have a link of their own below the picture; the others are in its menu. */
const LINKED: readonly (readonly Part[])[] = [
  ['why', 'log', 'settings'],
  ['differs', 'log', 'settings'],
];

const SECTIONS_OF: Readonly<Record<Exclude<Part, 'differs'>, readonly Section[]>> = {
  why: ['life'],
  log: ['log'],
  settings: ['details', 'knobs'],
  requests: ['table'],
  tables: ['instruments'],
  places: ['chart'],
  left_out: ['details'],
};

/** Those that its page asks for. */
export function partsFor(shows: (section: Section) => boolean, pair: boolean): readonly Part[] {
  return PARTS.filter((part) => (part === 'differs' ? pair : SECTIONS_OF[part].some(shows)));
}

/** Of a figure that plays a reader may open any, whatever its page asks for. */
export function offeredParts(shows: (section: Section) => boolean, pair: boolean): readonly Part[] {
  return shows('transport') ? partsFor(() => true, pair) : partsFor(shows, pair);
}

/** How much room the styles leave it; they alone know, and the figure asks them. */
export interface Room {
  /** One row of few controls: the others go into the menu and the settings. */
  readonly dock: boolean;
}

export class Desk {
  /** Unknown until the page is awake: then the styles show one of both. */
  room = $state.raw<Room>();
  /** What the bands behind the knobs show; none: the first that the run has. */
  measure = $state<string>();
  #sheet = $state<Sheet>();
  readonly #told: () => readonly Part[];
  readonly #offered: () => readonly Part[];

  constructor(told: () => readonly Part[], offered: () => readonly Part[]) {
    this.#told = told;
    this.#offered = offered;
  }

  /** What its page asks for: on paper, and without script, all of it stands below the picture. */
  get told(): readonly Part[] {
    return this.#told();
  }
  /** All that can be opened. */
  get parts(): readonly Part[] {
    return this.#offered();
  }
  get linked(): readonly Part[] {
    const { parts } = this;
    const [one = [], two = []] = LINKED;
    return (parts[0] === 'differs' ? two : one).filter((part) => parts.includes(part));
  }
  get sheet(): Sheet | undefined {
    return this.#sheet;
  }
  get part(): Part | undefined {
    return this.parts.find((part) => part === this.#sheet);
  }
  /** What stands in the row, and what in the dock in its place. */
  get rowed(): boolean {
    return this.room?.dock !== true;
  }
  get docked(): boolean {
    return this.room?.dock !== false;
  }

  toggle(sheet: Sheet): void {
    this.#sheet = this.#sheet === sheet ? undefined : sheet;
  }
  open(sheet: Sheet): void {
    this.#sheet = sheet;
  }
  shut(): void {
    this.#sheet = undefined;
  }

  fit(room: Room): void {
    if (room.dock !== this.room?.dock) this.room = room;
  }
}
