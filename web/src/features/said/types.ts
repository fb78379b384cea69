/** A claim's trial in the form that its page uses. Made when the site is built (build/said). */

/** The kind of source; `told` is a claim that many make, in our own words. */
export const KINDS = [
  'documentation',
  'article',
  'comment',
  'message',
  'report',
  'ours',
  'told',
] as const;
export type SourceKind = (typeof KINDS)[number];

export interface TriedClaim {
  /** What would be visible if the claim were true. */
  readonly words: string;
  /** The same as a condition for the engine. */
  readonly of: string;
  readonly title: string;
  /** The page that opens the run or the points, from the site's root. */
  readonly page: string;
}
export type Trial =
  | (TriedClaim & {
      /** How the runs differ: by the seed, or by the stall timer's first look. */
      readonly kind: 'seeds' | 'phases';
      /** The number of runs in which it is true. */
      readonly holds: number;
      readonly tries: number;
      /** True if the runs contain chance; without it all of them are alike. */
      readonly luck: boolean;
    })
  | (TriedClaim & { readonly kind: 'published'; readonly holds: boolean });
