/**
 * How each recipe was tried. A recipe that a program rendered has the digest of what was tried: if it changes, it must be
 * tried again (tests/unit/embed-recipes.test.ts).
 */
import type { RecipeName } from '../../../model/embedding/recipes';

export type RecipeTrial =
  | { readonly kind: 'page' | 'wordpress' | 'markdown' }
  | {
      readonly kind: 'program';
      readonly program: string;
      readonly date: string;
      readonly digest: string;
    };

const by = (program: string, date: string, digest: string): RecipeTrial => ({
  kind: 'program',
  program,
  date,
  digest,
});

export const TRIED: Readonly<Record<RecipeName, RecipeTrial>> = {
  html: { kind: 'page' },
  element: { kind: 'page' },
  wordpress: { kind: 'wordpress' },
  hugo: by('Hugo 0.111.3', '2026-11-21', '357776ee9694ed69'),
  jekyll: by('Jekyll 4.3.1', '2026-11-26', '16d3c1af190aa215'),
  astro: by('Astro 5.18.2', '2026-11-21', 'cf068b4e9cf198cd'),
  mdx: by('MDX 3.1.1, React 19.3.1', '2026-11-21', '20268a0cf10c3f2c'),
  markdown: { kind: 'markdown' },
  reveal: by('reveal.js 6.0.2', '2026-11-21', '1b1f7c31a3cdf4cd'),
};
