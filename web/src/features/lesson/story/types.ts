/** The story in the form that its pages use. Made when the site is built (build/story). */
import type { Overrides } from '../../../model/run/types';
import type { Block, Claim, FigureData, Term } from '../types';

/** A stretch of the run, and how long the screen takes for it. */
export interface Span {
  readonly from_ns: number;
  readonly to_ns: number;
  readonly ms: number;
}

export interface Lever {
  readonly key: string;
  readonly name: string;
  readonly set: Overrides;
  readonly span: Span;
  /** For each seed from 1 on: is the shop well again? */
  readonly back: readonly boolean[];
}

/** What the reader is asked, with the stretch that answers. */
export type Asked =
  | { readonly kind: 'written'; readonly span: Span; readonly right: boolean }
  | {
      readonly kind: 'curve';
      readonly span: Span;
      /** Answers in each second of the stretch. */
      readonly shapes: readonly (readonly number[])[];
      readonly truth: readonly number[];
      /** The shape that is nearest to the truth. */
      readonly right: number;
    }
  | { readonly kind: 'bar'; readonly span: Span; readonly most: number; readonly truth: number }
  | { readonly kind: 'lever'; readonly levers: readonly Lever[] };

export interface SceneName {
  readonly slug: string;
  readonly title: string;
}

export interface Scene extends SceneName {
  readonly blocks: readonly Block[];
  /** The blocks from here on are shown once the run has answered. */
  readonly after: number;
  readonly claims: readonly Claim[];
  readonly terms: readonly Term[];
  /** What its own button plays; a question plays a stretch of its own. */
  readonly plays: Span | undefined;
  readonly asked: Asked | undefined;
  /** The seconds of the line of answers, and the counts before the picture's moment. */
  readonly line:
    | { readonly from_s: number; readonly to_s: number; readonly before: readonly number[] }
    | undefined;
}

export interface SceneData {
  readonly title: string;
  readonly lead: string;
  readonly scenes: readonly SceneName[];
  readonly at: number;
  readonly scene: Scene;
  readonly figure: FigureData;
}

/** What the end card needs: the run's answers, and when it happened. */
export interface CardData {
  readonly title: string;
  readonly scenario: string;
  readonly asked: readonly Asked[];
  /** The scenes that ask them. */
  readonly slugs: readonly string[];
  readonly lesson: { readonly slug: string; readonly title: string; readonly minutes: number };
  /** The moments of both letters. */
  readonly order: Readonly<Record<'sent_ns' | 'again_ns' | 'answered_ns' | 'written_ns', number>>;
}
