/** The lab's scenario, its history, and the engine's result. The figure runs it. */
import { getContext, setContext } from 'svelte';
import { m } from '#paraglide/messages.js';
import type { InputError } from '../../model/run/failure';
import type { Outcome, Overrides, OverrideValue, SchedulerName } from '../../model/run/types';
import { isAbout } from '../../model/run/values';
import { begin, moved, push, redo, settle, undo, type History } from './history';
import {
  getAt,
  insertAt,
  listAt,
  moveIn,
  parseObject,
  same,
  setAt,
  type Json,
  type JsonObject,
} from '../../model/run/json';
import { overridesOf } from './link';
import { runnable } from './runnable';
import {
  droppedWords,
  serverOf,
  switchServer,
  valueWords,
  type Dropped,
  type ServerOf,
} from './server';
import { settingsOf, type SettingSpec } from './specs';

/** Where a scenario came from: edits are described relative to it. */
export interface Origin {
  /** Set for a scenario of this site; a file or a link has no name. */
  readonly name: string | undefined;
  readonly label: string;
  readonly scenario: JsonObject;
  readonly text: string;
}

interface Draft {
  readonly scenario: JsonObject;
  readonly origin: Origin;
  /** Settings that other servers had: they return with a server that has them. */
  readonly dropped: readonly Dropped[];
}

/** A run that goes on while its settings are changed. */
export interface Followed {
  readonly scenario: JsonObject;
  readonly origin: Origin;
  /** False if it keeps its settings: then every edit needs a recorded run. */
  readonly settable: boolean;
  /** What an edit does: it is `done`, or it needs a recorded run, or it is refused. */
  take(scenario: JsonObject): 'done' | 'record' | readonly InputError[];
}

interface Candidate {
  readonly draft: Draft;
  readonly json: string;
}

/** A scenario that could not be opened, and why. */
export interface NotOpened {
  readonly label: string;
  readonly problems: readonly InputError[];
}

export interface LabEdit {
  readonly at: string;
  readonly value: OverrideValue;
}

/** Values for the scenario, applied as one step that can be undone. */
export interface LabChange {
  readonly edits: readonly LabEdit[];
  readonly scheduler?: SchedulerName;
  readonly version?: string;
  /** Its name in the history. */
  readonly label: string;
}

/** No scenario file is this large, unlike a log chosen by mistake. */
const MOST_BYTES = 4_000_000;

export class LabState {
  readonly specs: readonly SettingSpec[];
  #history = $state.raw() as History<Draft>;
  #candidate = $state.raw<Candidate | undefined>();
  #accepted_json = $state.raw('');
  #outcome = $state.raw() as Outcome;
  #before = $state.raw<Outcome | undefined>();
  #refusal = $state.raw<{ json: string; problems: readonly InputError[] } | undefined>();
  #not_opened = $state.raw<NotOpened | undefined>();
  /** The last step that was undone or redone. */
  #said = $state.raw('');
  #dismissed = $state.raw<readonly Dropped[] | undefined>();
  #live = $state.raw<Followed | undefined>();
  #live_problems = $state.raw<readonly InputError[]>([]);
  #live_dropped = $state.raw<readonly Dropped[]>([]);
  /** The live run that a recorded one takes the place of: until the engine has run that one. */
  #left = $state.raw<Followed | undefined>();
  #first = false;
  readonly #draft_json = $derived(runnable(this.#history.now.value));

  constructor(specs: readonly SettingSpec[], origin: Origin, outcome: Outcome) {
    this.specs = specs;
    this.#history = begin<Draft>({ scenario: origin.scenario, origin, dropped: [] });
    this.#outcome = outcome;
    this.#accepted_json = origin.text;
  }

  get scenario(): JsonObject {
    return this.#live?.scenario ?? this.#history.now.value.scenario;
  }
  get origin(): Origin {
    return this.#live?.origin ?? this.#history.now.value.origin;
  }
  /** True if the settings are those of a run that goes on. */
  get live(): boolean {
    return this.#live !== undefined;
  }
  /** The text that the figure should run. */
  get run_json(): string {
    return this.#candidate?.json ?? this.#draft_json;
  }
  /** The original case of the edit. */
  get run_of(): string {
    return (this.#candidate?.draft ?? this.#history.now.value).origin.text;
  }
  /** The scenario of the run that is shown. */
  get accepted_json(): string {
    return this.#accepted_json;
  }
  get outcome(): Outcome {
    return this.#outcome;
  }
  /** The previous run, if it was one of the same scenario. */
  get before(): Outcome | undefined {
    return this.#before;
  }
  /** True if an edit has not run yet; false if it was refused. */
  get due(): boolean {
    return this.run_json !== this.#accepted_json && this.problems.length === 0;
  }
  get settable(): boolean {
    return this.#live?.settable ?? false;
  }
  get server(): ServerOf {
    return serverOf(this.scenario, this.specs);
  }
  get settings(): readonly SettingSpec[] {
    return settingsOf(this.specs, this.server.scheduler, this.server.version);
  }
  get problems(): readonly InputError[] {
    if (this.#live) return this.#live_problems;
    return this.#refusal?.json === this.run_json ? this.#refusal.problems : [];
  }
  get not_opened(): NotOpened | undefined {
    return this.#not_opened;
  }
  get opening(): boolean {
    return this.#candidate !== undefined || this.#left !== undefined;
  }
  get said(): string {
    return this.#said;
  }
  /** In words. */
  get dropped(): readonly string[] {
    const dropped = this.#live ? this.#live_dropped : this.#history.now.value.dropped;
    if (dropped === this.#dismissed) return [];
    return dropped.flatMap((one) => droppedWords(one, this.specs) ?? []);
  }
  get edited(): boolean {
    return !same(this.scenario, this.origin.scenario);
  }
  get undo_words(): string | undefined {
    return this.#history.past.length > 0 && !this.live ? this.#history.now.words : undefined;
  }
  get redo_words(): string | undefined {
    return this.live ? undefined : this.#history.future[0]?.words;
  }
  /** The edits as overrides of the original scenario, if overrides can express them. */
  get overrides(): Overrides | undefined {
    if (this.origin.name === undefined) return undefined;
    return overridesOf(this.specs, this.origin.scenario, this.scenario);
  }

  problemsAt(at: string): readonly string[] {
    return this.problems.filter((problem) => isAbout(problem, at)).map(({ message }) => message);
  }

  /** Sets one value; undefined removes it. Steps with the same mark merge into one step of the history. */
  set(at: string, value: Json | undefined, label = at, mark?: string): void {
    const before = getAt(this.scenario, at);
    if (same(before, value)) return;
    const edit = (scenario: JsonObject) =>
      isThere(scenario, at) ? setAt(scenario, at, value) : scenario;
    this.#edit(edit, words(label, before, value), mark);
  }

  settle(): void {
    this.#history = settle(this.#history);
  }

  list(at: string): readonly Json[] {
    return listAt(this.scenario, at);
  }
  /** The name that the reader gave, or a name made from its position. */
  nameOf(at: string, otherwise: string): string {
    const given = getAt(this.scenario, `${at}/name`);
    return typeof given === 'string' && given !== '' ? given : otherwise;
  }

  insert(list: string, index: number, item: Json, done: string): void {
    this.#edit((scenario) => insertAt(scenario, list, index, item), done);
  }

  remove(at: string, done: string): void {
    this.#edit((scenario) => setAt(scenario, at, undefined), done);
  }

  move(list: string, from: number, to: number, done: string): void {
    this.#edit((scenario) => moveIn(scenario, list, from, to), done);
  }

  apply(change: LabChange): void {
    this.#do((draft) => this.#applied(change, draft), change.label);
  }

  #applied({ edits, scheduler, version }: LabChange, draft: Draft): Draft {
    const server = serverOf(draft.scenario, this.specs);
    const to = { scheduler: scheduler ?? server.scheduler, version: version ?? '' };
    if (to.version === '')
      to.version = (
        to.scheduler === server.scheduler
          ? server
          : serverOf({ server: { scheduler: to.scheduler } }, this.specs)
      ).version;
    const moves = to.scheduler !== server.scheduler || to.version !== server.version;
    const switched = moves ? switchServer(draft.scenario, this.specs, to, draft.dropped) : draft;
    let made = switched.scenario;
    for (const { at, value } of edits) made = setAt(made, at, value === null ? undefined : value);
    return { ...draft, scenario: made, dropped: switched.dropped };
  }

  /** Returns to the state as opened. */
  startOver(): void {
    this.#do(
      (draft) => ({ ...draft, scenario: draft.origin.scenario, dropped: [] }),
      m.lab_words_start_over(),
    );
  }

  undo(): void {
    const what = this.undo_words;
    if (what === undefined) return;
    this.#history = undo(this.#history);
    this.#said = m.lab_undone({ what });
  }

  redo(): void {
    const what = this.redo_words;
    if (what === undefined) return;
    this.#history = redo(this.#history);
    this.#said = m.lab_redone({ what });
  }

  dismissDropped(): void {
    this.#dismissed = this.#live ? this.#live_dropped : this.#history.now.value.dropped;
  }

  dismissNotOpened(): void {
    this.#not_opened = undefined;
  }

  /**
   * Opens another scenario if the engine accepts it; `scenario` is given if it differs from the origin's. `first`: what the
   * page itself opens with. What is edited until it is there is done to it too.
   */
  open(origin: Origin, scenario: JsonObject = origin.scenario, first = false): void {
    const { past, now } = this.#history;
    this.#first = first && [...past, now].slice(1).every(({ again }) => again);
    this.#not_opened = undefined;
    const draft: Draft = { scenario, origin, dropped: [] };
    if (this.#live) {
      this.#record(draft);
      return;
    }
    const json = runnable(draft);
    if (json === this.#accepted_json) this.#opened(draft);
    else this.#candidate = { draft, json };
  }

  /** Shows and changes a run that goes on. */
  follow(live: Followed): void {
    this.#candidate = this.#left = this.#refusal = this.#not_opened = undefined;
    this.#live_problems = this.#live_dropped = [];
    this.#live = live;
  }

  /** A run of the same settings that has an end. */
  record(): void {
    if (this.#live) this.#record(this.#draft(this.#live));
  }

  #draft({ scenario, origin }: Followed): Draft {
    return { scenario, origin, dropped: this.#live_dropped };
  }

  /** A recorded run takes the place of the one that goes on. */
  #record(
    draft: Draft,
    edit?: { readonly words: string; readonly again: (draft: Draft) => Draft },
  ) {
    this.#left = this.#live;
    this.#live = undefined;
    this.#history = begin(draft);
    if (edit) this.#history = push(this.#history, { value: edit.again(draft), ...edit });
  }

  /** A file that was chosen or dropped; one that is too large is not even read. */
  async openFile(file: Pick<File, 'name' | 'size' | 'text'>): Promise<void> {
    if (file.size > MOST_BYTES) this.refuseToOpen(file.name, m.lab_file_big());
    else this.openText(file.name, await file.text());
  }

  /** Opens a text from outside: a file, the clipboard. */
  openText(label: string, text: string): void {
    const scenario = parseObject(text);
    if (scenario) this.open({ name: undefined, label, scenario, text });
    else this.refuseToOpen(label, m.lab_not_json());
  }

  refuseToOpen(label: string, message: string): void {
    this.#not_opened = {
      label,
      problems: [{ path: '', value: '', allowed: '', message }],
    };
  }

  /** The engine has run it. */
  accept(outcome: Outcome): void {
    if (outcome === this.#outcome && !this.#left) return;
    const json = this.run_json;
    const candidate = this.#candidate;
    if (candidate || this.#left) this.#before = undefined;
    else if (json !== this.#accepted_json) this.#before = this.#outcome;
    this.#outcome = outcome;
    this.#accepted_json = json;
    this.#refusal = this.#left = undefined;
    if (candidate) this.#opened(candidate.draft);
  }

  /** The engine refused it; the previous run stays. */
  refuse(problems: readonly InputError[]): void {
    const candidate = this.#candidate;
    if (this.#left) {
      const { label } = this.origin;
      this.follow(this.#left);
      this.#not_opened = { label, problems };
    } else if (candidate) {
      this.#not_opened = { label: candidate.draft.origin.label, problems };
      this.#candidate = undefined;
    } else {
      this.#refusal = { json: this.run_json, problems };
    }
  }

  #opened(draft: Draft): void {
    this.#candidate = undefined;
    // The history starts with what the page opens with.
    if (this.#first) {
      this.#first = false;
      this.#history = moved(this.#history, draft);
      return;
    }
    this.#history = push(this.#history, {
      value: draft,
      words: m.lab_words_open({ name: draft.origin.label }),
    });
  }

  #edit(edit: (scenario: JsonObject) => JsonObject, done: string, mark?: string): void {
    this.#do((draft) => ({ ...draft, scenario: edit(draft.scenario) }), done, mark);
  }

  #turn(live: Followed, again: (draft: Draft) => Draft, words: string): void {
    const draft = this.#draft(live);
    const { scenario, dropped } = again(draft);
    if (scenario === draft.scenario) return;
    const taken = live.take(scenario);
    if (taken === 'record') this.#record(draft, { words, again });
    else if (taken === 'done') {
      this.#live_problems = [];
      this.#live_dropped = dropped;
    } else this.#live_problems = taken;
  }

  #do(again: (draft: Draft) => Draft, done: string, mark?: string): void {
    if (this.#live) {
      this.#turn(this.#live, again, done);
      return;
    }
    const value = again(this.#history.now.value);
    if (value.scenario === this.scenario) return;
    this.#history = push(this.#history, { value, words: done, mark, again });
  }
}

/** Whether the item of a list that a place is in exists. */
function isThere(scenario: JsonObject, at: string): boolean {
  const [item] = /^.*\/\d+(?=\/|$)/.exec(at) ?? [];
  return item === undefined || getAt(scenario, item) !== undefined;
}

function words(label: string, before: Json | undefined, after: Json | undefined): string {
  const say = (value: Json | undefined) => valueWords(value).slice(0, 24) || m.lab_value_unset();
  return m.lab_words_set({ name: label, before: say(before), after: say(after) });
}

const KEY = 'lab';

export function provideLab(state: LabState): LabState {
  return setContext(KEY, state);
}

export function useLab(): LabState {
  return getContext<LabState>(KEY);
}
