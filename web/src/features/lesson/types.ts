/** A lesson in the form that its pages use. Made when the site is built (build/lessons). */
import type { Cue } from '../../model/run/cue';
import type { ChartFigureProps } from '../../figure/curves/chart-figure';
import type { CurveFigureProps, CurveSection } from '../../figure/curves/curve-figure';
import type { Modelled } from '../../model/benchmarks/benchmark';
import type { Overrides, Source } from '../../model/run/types';
import type { ConnectionState } from '../../model/run/frame';
import type { KnobSpec } from '../../model/run/knob';
import type { GivenPoster } from '../../model/run/poster';
import type { Section } from '../../figure/model/given';

/** One run of one scenario. */
export interface RunRef {
  readonly scenario: string;
  readonly title: string;
  readonly set: Overrides;
  /** The query of the scenario's page that opens this run. */
  readonly search: string;
}

interface Stated {
  readonly text: string;
  readonly of: string;
  /** The unit that it is rounded to, if coarser than its last digit. */
  readonly to?: number | undefined;
  /** The measure in words. */
  readonly words: string;
  /** The value that the build computed. */
  readonly value: string;
}

/** A number computed from a run. */
export interface RunClaim extends Stated {
  readonly kind: 'run';
  readonly run: RunRef;
  /** If set, the claim counts for how many of the seeds from 1 on the condition `of` is true. */
  readonly seeds?: number | undefined;
  readonly seed: string;
  /** All settings of the run, for readers who distrust unstated ones. */
  readonly settings: string;
  /** The published run with the number, if it is not a simulated one. */
  readonly published?: { readonly source: Source; readonly settings: string } | undefined;
}

/** A number from a benchmark's published points, or from the model's curves. */
export interface BenchClaim extends Stated {
  readonly kind: 'bench';
  readonly bench: { readonly id: string; readonly title: string };
  readonly published: boolean;
  readonly source: Source;
  readonly settings: string;
}

/** A number measured on a real server: content/measured. */
export interface RealClaim extends Stated {
  readonly kind: 'real';
  readonly experiment: {
    readonly title: string;
    /** Path from the site's root. */
    readonly path: string;
    readonly server: string;
    readonly settings: string;
    /** How many runs; 0 if the number of runs is stated elsewhere. */
    readonly runs: number;
    /** Why nothing, or not everything, should be concluded from it. */
    readonly caveat?: string | undefined;
  };
}

/** Numbers that the reader's browser can compute again. */
export type CheckedClaim = RunClaim | BenchClaim;
/** A number in the prose. The HTML refers to it by its index, in `data-claim`. */
export type Claim = CheckedClaim | RealClaim;

export interface Term {
  readonly key: string;
  readonly term: string;
  readonly also?: readonly string[] | undefined;
  readonly text: string;
  /** The shape of this state in every figure. */
  readonly shape?: ConnectionState | undefined;
}

export interface Option {
  readonly text: string;
  readonly right: boolean;
  /** The curve that it stands for: heights from 0 to 9, from left to right. */
  readonly shape?: readonly number[] | undefined;
  /** The moment of the run that it is about, if any. */
  readonly at_ns?: number | undefined;
  /** The request that it is about. */
  readonly request?: number | undefined;
  /** The number of answers by then. */
  readonly answers?: number | undefined;
}

/** A number from 0 to `most`, and what the run gives. */
export interface BarAsk {
  readonly most: number;
  readonly truth: number;
}

/** How a step's picture answers a guess. */
export interface Watch {
  /** The picture's moment when the question is asked. */
  readonly opens_ns: number | undefined;
  /** The moment at which the picture's run has the answer; none: a chart, which has it at once. */
  readonly show_ns: number | undefined;
  /** From question to answer on the screen. */
  readonly ms: number;
  /** The settings to which the tap turns the picture's knobs first, all of them. */
  readonly turns: Overrides | undefined;
}

/** What both kinds of prediction share. */
interface Guess extends Watch {
  readonly id: string;
  readonly question: string;
  /** Shown once the run has answered: the verdict in a sentence, then the rest. */
  readonly reveal: readonly string[];
  readonly words: string;
}

export interface DrawItem {
  readonly label: string;
  readonly truth_ns: number;
  /** Its request, and the moment from which its time counts. */
  readonly request: number;
  readonly from_ns: number;
}

export interface Goal {
  readonly html: string;
  readonly check: string;
}

export type ServerPart =
  | { readonly kind: 'prose'; readonly html: string }
  | { readonly kind: 'file'; readonly file: string; readonly lang: string; readonly code: string };

export type Block =
  | { readonly kind: 'prose'; readonly html: string }
  | { readonly kind: 'figure'; readonly caption: readonly string[] }
  | (Guess & {
      readonly kind: 'predict';
      /** None if the reader drags a bar. */
      readonly options: readonly Option[];
      /** True if the reader taps all that are right: any number of them is. */
      readonly all?: boolean | undefined;
      readonly bar?: BarAsk | undefined;
      readonly answer: string;
    })
  | (Guess & {
      readonly kind: 'draw';
      readonly items: readonly DrawItem[];
      readonly max_ns: number;
      readonly step_ns: number;
      readonly start_ns: number;
    })
  | { readonly kind: 'why'; readonly question: string; readonly answer: readonly string[] }
  | {
      readonly kind: 'goals';
      readonly id: string;
      readonly intro: readonly string[];
      readonly goals: readonly Goal[];
    }
  | { readonly kind: 'calculator'; readonly intro: readonly string[] }
  | { readonly kind: 'server'; readonly parts: readonly ServerPart[] }
  | { readonly kind: 'act'; readonly html: string };

/** What the author wants the step's figure to show. */
export interface FigureAsk {
  readonly scenario: string;
  readonly cue: Cue;
  readonly knobs: readonly string[] | undefined;
  readonly sections: readonly Section[] | undefined;
}

export type PictureAsk =
  | { readonly kind: 'figure'; readonly figure: FigureAsk }
  | { readonly kind: 'twins'; readonly left: FigureAsk; readonly right: FigureAsk }
  | CurveAsk
  | ChartAsk;

/** Published points with the model's curves, for one machine and workload of a benchmark. */
export interface CurveAsk {
  readonly kind: 'curve';
  readonly bench: string;
  readonly pair: string;
  readonly beside: string | undefined;
  readonly at: number | undefined;
  readonly draw: Modelled | undefined;
  /** Show only this system: the other one is the answer to another question. */
  readonly only: Modelled | undefined;
  readonly light: Modelled | undefined;
  readonly sections: readonly CurveSection[] | undefined;
}

/** Published points only: the named curves of a benchmark. */
export interface ChartAsk {
  readonly kind: 'chart';
  readonly bench: string;
  readonly curves: readonly string[];
  /** The curves that are visible before a guess. */
  readonly before: readonly string[];
  readonly measure: string | undefined;
}

export interface Step {
  readonly slug: string;
  /** Lessons and steps that were merged into this one, "lesson/step": their addresses still work. */
  readonly was: readonly string[];
  readonly title: string;
  /** Scripts for a server of one's own, which do not count as a step. */
  readonly server: boolean;
  readonly blocks: readonly Block[];
  readonly picture: PictureAsk | undefined;
  readonly claims: readonly Claim[];
  readonly terms: readonly Term[];
}

export interface Lesson {
  readonly slug: string;
  readonly title: string;
  readonly kicker: string;
  readonly minutes: number;
  readonly summary: string;
  /** When it was first published: its date in the feed. */
  readonly published: string;
  readonly verified: { readonly date: string; readonly against: string };
  readonly sources: readonly (Source & { readonly note?: string | undefined })[];
  readonly act: string;
  readonly steps: readonly Step[];
}

/** A picture with its data. */
export interface FigureData {
  readonly name: string;
  readonly poster: GivenPoster;
  readonly knobs: readonly KnobSpec[];
  readonly cue: Cue;
  readonly sections: readonly Section[] | undefined;
}
export type Picture =
  | { readonly kind: 'figure'; readonly figure: FigureData }
  | { readonly kind: 'twins'; readonly left: FigureData; readonly right: FigureData }
  | {
      readonly kind: 'curve';
      readonly curve: Pick<
        CurveFigureProps,
        'pair' | 'beside' | 'at' | 'draw' | 'light' | 'sections'
      >;
    }
  | { readonly kind: 'chart'; readonly chart: ChartFigureProps };

/** A lesson in a list, without its steps. */
export type LessonCard = Pick<Lesson, 'slug' | 'title' | 'kicker' | 'minutes' | 'summary'>;

/** A lesson on the map of the course. */
export type CourseLesson = LessonCard & {
  readonly question: string;
  /** Slugs of the lessons that it builds on. */
  readonly needs: readonly string[];
  readonly steps: readonly Pick<Step, 'slug' | 'was' | 'server'>[];
};

/** What a page shows of a step besides its picture. */
export type PageStep = Omit<Step, 'picture' | 'was' | 'server'>;

/** The data of one step's page. */
export interface StepData {
  readonly lesson: Omit<Lesson, 'steps' | 'summary'> & {
    /** The question that it answers. */
    readonly question: string;
    readonly steps: readonly Pick<Step, 'slug' | 'title' | 'server'>[];
  };
  readonly step: PageStep;
  readonly at: number;
  readonly picture: Picture | undefined;
  readonly previous: LessonCard | undefined;
  readonly next: LessonCard | undefined;
  /** Its place on the path of twelve minutes, if it is on it. */
  readonly short: ShortStep | undefined;
}

/** In the query of an address: its reader takes the path of twelve minutes. */
export const SHORT = 'short';

/** A step of the path of twelve minutes. */
export interface ShortStep {
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** What a reader must know who has not read the steps before it. */
  readonly alone: string;
  /** What the path leaves out between this step and the next. */
  readonly skips: string;
  /** The next one; undefined after the last. */
  readonly next:
    | { readonly lesson: string; readonly step: string; readonly title: string }
    | undefined;
}
