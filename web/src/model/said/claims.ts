/**
 * The list of claims about pools that are checked against runs, in their order. The text of each page is in content/said.
 */
import list from '../../../../content/said/claims.json';

export const VERDICTS = ['not-so', 'true-if', 'true', 'open'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface SaidClaim {
  readonly slug: string;
  /** The claim in short. */
  readonly title: string;
  readonly verdict: Verdict;
  /** Its page, from the site's root. */
  readonly address: string;
}

function verdictOf(text: string, slug: string): Verdict {
  const found = VERDICTS.find((one) => one === text);
  if (!found)
    throw new Error(
      `content/said/claims.json: "${slug}" is ${text}; allowed: ${VERDICTS.join(', ')}`,
    );
  return found;
}

export const claims: readonly SaidClaim[] = list.map(({ slug, title, verdict }) => ({
  slug,
  title,
  verdict: verdictOf(verdict, slug),
  address: `/claims/${slug}/`,
}));
