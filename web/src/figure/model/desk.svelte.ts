/** Which part of a figure is open. Parts open over the text next to the figure, one at a time. */
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
export type PanelName = (typeof PARTS)[number];

export type Sheet = PanelName | 'menu' | 'compare' | 'embed' | 'help';

/** These have their own link below the picture; the others are in its menu. */
const LINKED: readonly (readonly PanelName[])[] = [
  ['why', 'log', 'settings'],
  ['differs', 'log', 'settings'],
];

const SECTIONS_OF: Readonly<Record<Exclude<PanelName, 'differs'>, readonly Section[]>> = {
  why: ['life'],
  log: ['log'],
  settings: ['details', 'knobs'],
  requests: ['table'],
  tables: ['instruments'],
  places: ['chart'],
  left_out: ['details'],
};

/** The parts that its page asks for. */
export function partsFor(
  shows: (section: Section) => boolean,
  pair: boolean,
): readonly PanelName[] {
  return PARTS.filter((part) => (part === 'differs' ? pair : SECTIONS_OF[part].some(shows)));
}

/** The parts that a reader may open: all of them if the figure plays, whatever its page asks for. */
export function offeredParts(
  shows: (section: Section) => boolean,
  pair: boolean,
): readonly PanelName[] {
  return shows('transport') ? partsFor(() => true, pair) : partsFor(shows, pair);
}

/** The room that the styles leave. Only the style sheet knows it, so the figure measures it. */
export interface FigureRoom {
  /** One row with few controls: the others are in the menu and the settings. */
  readonly dock: boolean;
}

export class Desk {
  /** Unknown until the page's script runs; until then the styles show one of the two. */
  room = $state.raw<FigureRoom>();
  /** The measure that the bands behind the knobs show; none: the run's first one. */
  measure = $state<string>();
  #sheet = $state<Sheet>();
  readonly #told: () => readonly PanelName[];
  readonly #offered: () => readonly PanelName[];

  constructor(told: () => readonly PanelName[], offered: () => readonly PanelName[]) {
    this.#told = told;
    this.#offered = offered;
  }

  /** The parts that its page asks for: in print and without scripts they are all below the picture. */
  get told(): readonly PanelName[] {
    return this.#told();
  }
  /** All parts that can be opened. */
  get parts(): readonly PanelName[] {
    return this.#offered();
  }
  get linked(): readonly PanelName[] {
    const { parts } = this;
    const [one = [], two = []] = LINKED;
    return (parts[0] === 'differs' ? two : one).filter((part) => parts.includes(part));
  }
  get sheet(): Sheet | undefined {
    return this.#sheet;
  }
  get part(): PanelName | undefined {
    return this.parts.find((part) => part === this.#sheet);
  }
  /** What the row shows, or the dock instead of it. */
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

  fit(room: FigureRoom): void {
    if (room.dock !== this.room?.dock) this.room = room;
  }
}
