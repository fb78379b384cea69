/** What a claim's page shows of its trial. Made when the site is built (build/said). */

/** What kind of source says it; `told` is said by many, and stands here in our words. */
export const KINDS = [
  'documentation',
  'article',
  'comment',
  'message',
  'report',
  'ours',
  'told',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Tried {
  /** What would be seen if the claim were true. */
  readonly words: string;
  /** The condition that says so to the engine. */
  readonly of: string;
  readonly title: string;
  /** The page that opens the run, or the points, from the site's root. */
  readonly page: string;
}
export type Trial =
  | (Tried & {
      /** What differs between the runs: seeds of the dice, or the stall timer's first look. */
      readonly kind: 'seeds' | 'phases';
      /** In how many of them it is seen. */
      readonly holds: number;
      readonly tries: number;
      /** Something in them was luck; else they are all alike. */
      readonly luck: boolean;
    })
  | (Tried & { readonly kind: 'published'; readonly holds: boolean });
