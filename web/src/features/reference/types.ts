/** What a page of the reference says. */
import type { Cue } from '../../model/run/cue';
import type { KnobSpec } from '../../model/run/knob';
import type { Source } from '../../model/run/types';
import type { ReferencePage } from '../../model/reference/list';
import type { Poster } from '../../figure/player/player.svelte';
import type { Section } from '../../figure/model/given';

/** A link, from the site's root. */
export interface Leads {
  readonly path: string;
  readonly title: string;
}

/** A variable in one server and the releases for which this holds. */
export interface ServerFacts {
  readonly server: string;
  readonly releases: string;
  /** What it does there, in a sentence. */
  readonly help: string | undefined;
  readonly range: string;
  readonly default: string;
  /** Undefined: not known, or no variable of a server. */
  readonly dynamic: boolean | undefined;
}

/** One knob, and what comes of it at each of its stops. */
export interface Readings {
  readonly knob: string;
  readonly says: string;
  readonly rows: readonly { readonly value: string; readonly reading: string }[];
}

export interface ReferenceFigure {
  readonly name: string | undefined;
  readonly poster: Poster;
  readonly knobs: readonly KnobSpec[];
  readonly cue: Cue;
  readonly sections: readonly Section[];
}

export interface Entry {
  readonly page: ReferencePage;
  readonly more: readonly string[];
  readonly not: readonly string[];
  /** What happens when it is set at run time. */
  readonly set: string | undefined;
  readonly facts: readonly ServerFacts[];
  /** What was so in older releases. */
  readonly earlier: string | undefined;
  readonly see: string | undefined;
  readonly readings: Readings | undefined;
  readonly figure: ReferenceFigure | undefined;
  /** Where its run is offered to other people's pages. */
  readonly oembed: Leads | undefined;
  readonly step: Leads | undefined;
  readonly scenarios: readonly Leads[];
  readonly measured: readonly Leads[];
  readonly near: readonly ReferencePage[];
  readonly checked: 'measured' | 'modelled' | 'documented';
  readonly how: string | undefined;
  readonly sources: readonly Source[];
}

export interface Group {
  readonly title: string;
  readonly pages: readonly ReferencePage[];
}

/** A kind of pages on the overview. */
export interface IndexSection {
  /** Its place on the page. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** By server or by table; one without a title has all. */
  readonly groups: readonly Group[];
}
