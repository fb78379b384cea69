import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

/** Rules that depend on the colour scheme. They are slow, so colours.spec.ts applies them once to each look of a page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Scope {
  readonly within?: string;
  readonly without?: string;
  /** Only these rules, instead of all the others. */
  readonly colours?: boolean;
}

interface Axe {
  run(
    context: Readonly<Record<string, readonly (readonly string[])[]>>,
    options: RunOptions,
  ): Promise<AxeResults>;
}
type Tested = typeof globalThis & { readonly axe?: Axe };

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page or a part of it, each with its place. */
export async function findings(page: Page, { within, without, colours = false }: Scope = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ([context, options]) => {
      const { axe } = globalThis as Tested;
      if (!axe) throw new Error('axe is not there');
      const { violations } = await axe.run(context, options);
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    },
    [
      {
        include: [[within ?? 'html']],
        ...(without !== undefined && { exclude: [[without]] }),
      },
      {
        // Our pages have no frames, films or sounds. Passed checks are left out: listing each place takes half of the time.
        iframes: false,
        preload: false,
        resultTypes: ['violations'],
        ...(colours
          ? { runOnly: COLOUR_RULES }
          : { rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) }),
      } satisfies RunOptions,
    ] as const,
  );
}
