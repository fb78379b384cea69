import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a colour scheme can change. They are slow, so each look of a page is held to them once, in colours.spec.ts. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Look {
  readonly within?: string;
  readonly without?: string;
  /** These rules alone, instead of all the others. */
  readonly colours?: boolean;
}

/** What axe finds on a page or a part of it, each with its place. */
export async function findings(page: Page, { within, without, colours = false }: Look = {}) {
  // All at once instead of frame by frame: our pages have no frames, and it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  if (colours) axe.withRules(COLOUR_RULES);
  else axe.disableRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}
