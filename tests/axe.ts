import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a colour scheme can change: colours, and so the rules that look at them. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Look {
  readonly within?: string;
  readonly without?: string;
  readonly rules?: readonly string[];
}

/** What axe finds on a page or a part of it, each with its place. */
export async function findings(page: Page, { within, without, rules }: Look = {}) {
  // All at once instead of frame by frame: our pages have no frames, and it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}
