/** The contents of a reference page. */
import type { Cue } from '../../model/run/cue';
import type { KnobSpec } from '../../model/run/knob';
import type { Source } from '../../model/run/types';
import type { ReferencePage } from '../../model/reference/list';
import type { GivenPoster } from '../../model/run/poster';
import type { Section } from '../../figure/model/given';

/** A link, from the site's root. */
export interface Leads {
  readonly path: string;
  readonly title: string;
}

/** A variable in one server, and the releases for which this is true. */
export interface ServerFacts {
  readonly server: string;
  readonly releases: string;
  /** What it does there, in a sentence. */
  readonly help: string | undefined;
  readonly range: string;
  readonly default: string;
  /** Undefined: unknown, or not a server variable. */
  readonly dynamic: boolean | undefined;
}

/** One knob, and the results at each of its stops. */
export interface Readings {
  readonly knob: string;
  readonly says: string;
  readonly rows: readonly { readonly value: string; readonly reading: string }[];
}

export interface ReferenceFigure {
  readonly name: string | undefined;
  readonly poster: GivenPoster;
  readonly knobs: readonly KnobSpec[];
  readonly cue: Cue;
  readonly sections: readonly Section[];
}

export interface Entry {
  readonly page: ReferencePage;
  readonly more: readonly string[];
  readonly not: readonly string[];
  /** The effect of changing it at run time. */
  readonly set: string | undefined;
  readonly facts: readonly ServerFacts[];
  /** How older releases differ. */
  readonly earlier: string | undefined;
  readonly see: string | undefined;
  readonly readings: Readings | undefined;
  readonly figure: ReferenceFigure | undefined;
  /** A page that offers its run for embedding. */
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

/** A section of the overview, with one kind of page. */
export interface IndexSection {
  /** Its id on the page. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** By server or by table; one without a title has all. */
  readonly groups: readonly Group[];
}

/** A page that lists many names. */
export interface List {
  readonly description: string;
  readonly title: string;
  readonly lead: readonly string[];
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly note?: string | undefined;
    readonly sources: readonly Source[];
    readonly rows: readonly ListRow[];
  }[];
}
export interface ListRow {
  readonly id: string;
  /** Ids of its other names. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly ours?: string | undefined;
  readonly says: string;
  readonly see: readonly Leads[];
}
