/** What of a figure is unfolded: the tab of its panel, and the one sheet that stands over the page. */
import { keepHere, recallHere } from '../../ui/kept';
import type { Section } from './given';

export const TABS = ['differs', 'why', 'log', 'requests', 'tables', 'places', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** `panel` is the panel itself, where it has no room beside the picture. */
export type Sheet = 'panel' | 'menu' | 'compare' | 'embed' | 'help';

const SECTIONS_OF: Readonly<Record<Exclude<Tab, 'differs'>, readonly Section[]>> = {
  why: ['life'],
  log: ['log'],
  requests: ['table'],
  tables: ['instruments'],
  places: ['chart'],
  settings: ['details', 'knobs'],
};

/** Those that its page asks for. */
export function tabsFor(shows: (section: Section) => boolean, pair: boolean): readonly Tab[] {
  return TABS.filter((tab) => (tab === 'differs' ? pair : SECTIONS_OF[tab].some(shows)));
}

/** Of a figure that plays a reader may open any, whatever its page asks for. */
export function offeredTabs(shows: (section: Section) => boolean, pair: boolean): readonly Tab[] {
  return shows('transport') ? tabsFor(() => true, pair) : tabsFor(shows, pair);
}

/** How much room the styles leave it; they alone know, and the figure asks them. */
export interface Room {
  /** One row of few controls: the others go into the menu and the settings. */
  readonly dock: boolean;
  /** A tab opens the panel over the page. */
  readonly folded: boolean;
}

export class Desk {
  /** Unknown until the page is awake: then the styles show one of both. */
  room = $state.raw<Room>();
  /** What the bands behind the knobs show; none: the first that the run has. */
  measure = $state<string>();
  #sheet = $state<Sheet>();
  #wanted = $state<Tab>();
  readonly #told: () => readonly Tab[];
  readonly #offered: () => readonly Tab[];
  /** One run and two have tabs of their own. */
  readonly #key: () => string;

  constructor(told: () => readonly Tab[], offered: () => readonly Tab[]) {
    this.#told = told;
    this.#offered = offered;
    this.#key = () => (offered()[0] === 'differs' ? 'panel-of-two' : 'panel');
  }

  /** What its page asks for. */
  get told(): readonly Tab[] {
    return this.#told();
  }
  /** All that can be opened. */
  get tabs(): readonly Tab[] {
    return this.#offered();
  }
  get tab(): Tab | undefined {
    const tabs = this.tabs;
    const [first = 'log'] = this.told;
    return tabs.find((tab) => tab === this.#wanted) ?? tabs.find((tab) => tab === first) ?? tabs[0];
  }
  get sheet(): Sheet | undefined {
    return this.#sheet;
  }
  /** What stands in the row, and what in the dock in its place. */
  get rowed(): boolean {
    return this.room?.dock !== true;
  }
  get docked(): boolean {
    return this.room?.dock !== false;
  }
  /** Whether the chosen tab is to be drawn: nothing is that nobody sees. */
  get reads(): boolean {
    return !this.room?.folded || this.#sheet === 'panel';
  }

  /** What woke the page is done before its room is known: `fit` takes back what there is room for. */
  get #mayFold(): boolean {
    return this.room?.folded !== false;
  }

  /** As it was left; asked once the page is awake. */
  recall(): void {
    const kept = recallHere(this.#key());
    this.#wanted ??= TABS.find((tab) => tab === kept);
  }

  choose(tab: Tab): void {
    this.#wanted = tab;
    keepHere(this.#key(), tab);
  }

  /** A tab is pressed: where it is folded it opens, and the open one folds again. */
  press(tab: Tab): void {
    const again = this.#sheet === 'panel' && this.tab === tab;
    this.choose(tab);
    if (this.#mayFold) this.#sheet = again ? undefined : 'panel';
  }

  /** From elsewhere in the figure: opens it, wherever it stands. */
  open(tab: Tab): void {
    this.choose(tab);
    if (this.#mayFold) this.#sheet = 'panel';
  }

  toggle(sheet: Sheet): void {
    this.#sheet = this.#sheet === sheet ? undefined : sheet;
  }

  shut(): void {
    this.#sheet = undefined;
  }

  /** The styles gave it another room: what was a sheet for want of it is none any more. */
  fit(room: Room): void {
    if (room.dock === this.room?.dock && room.folded === this.room.folded) return;
    this.room = room;
    if (!room.folded && this.#sheet === 'panel') this.#sheet = undefined;
  }
}
