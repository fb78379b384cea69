/** The known differences and the reason of each, from content/measured/differences.json. */
import type { ComparisonVerdict } from '../../features/measured/types';
import type { Comparison, Fact, Finding } from './compared';

export interface Difference {
  readonly scenario: string;
  /** In the form of `factKey`. */
  readonly facts: readonly string[];
  readonly reason: string;
  readonly note?: string;
}
export interface Differences {
  readonly reasons: Readonly<Record<string, string>>;
  readonly differences: readonly Difference[];
  readonly not_expressible: readonly { readonly scenario: string; readonly reason: string }[];
}

export const factKey = ({ name, of }: Pick<Fact, 'name' | 'of'>) =>
  of ? `${name} ${of}` : name;

/** Mistakes in the file, and where it disagrees with the comparison. */
export function disagreements(known: Differences, all: readonly Comparison[]): string[] {
  const said: string[] = [];
  const names = new Set(all.map(({ scenario }) => scenario.name));
  for (const { scenario, reason } of [...known.differences, ...known.not_expressible]) {
    if (!names.has(scenario)) said.push(`differences.json: no scenario "${scenario}"`);
    if (!Object.hasOwn(known.reasons, reason))
      said.push(`differences.json: ${scenario}: no reason "${reason}"`);
  }
  for (const { scenario, findings, not_expressible } of all) {
    const { name } = scenario;
    const listed = known.differences.filter((one) => one.scenario === name);
    const expected = new Set(listed.flatMap(({ facts }) => facts));
    const unable = known.not_expressible.some((one) => one.scenario === name);
    if (unable !== (not_expressible !== undefined))
      said.push(
        unable
          ? `${name}: the engine can express it now: take it out of not_expressible`
          : `${name}: not expressible (${not_expressible ?? ''}), and not listed as such`,
      );
    for (const finding of findings) {
      const key = factKey(finding);
      if (finding.holds && expected.has(key))
        said.push(`${name}: "${key}" matches now: take it out of differences.json`);
      if (!finding.holds && !expected.has(key)) said.push(`${name}: "${key}" no longer matches`);
      expected.delete(key);
    }
    for (const key of expected)
      said.push(`${name}: differences.json names no fact of it: "${key}"`);
  }
  return said;
}

/** The facts that could have failed. */
export const decisive = (findings: readonly Finding[]) => findings.filter(({ can_fail }) => can_fail);

export function verdictOf({ findings, not_expressible }: Comparison): ComparisonVerdict {
  if (not_expressible !== undefined) return 'not_expressible';
  if (decisive(findings).length === 0) return 'cannot_fail';
  return findings.every(({ holds }) => holds) ? 'matched' : 'differs';
}
