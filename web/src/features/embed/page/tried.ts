/**
 * How each recipe was tried. One that was rendered by a program keeps the digest of what was tried: a
 * changed recipe is to be tried again (tests/unit/embed-recipes.test.ts).
 */
import type { RecipeName } from '../../../model/embedding/recipes';

export type Tried =
  | { readonly kind: 'page' | 'wordpress' | 'ghost' | 'markdown' | 'not' }
  | {
      readonly kind: 'program';
      readonly program: string;
      readonly date: string;
      readonly digest: string;
    };

export const TRIED: Readonly<Record<RecipeName, Tried>> = {
  html: { kind: 'page' },
  element: { kind: 'page' },
  wordpress: { kind: 'wordpress' },
  hugo: {
    kind: 'program',
    program: 'Hugo 0.111.3',
    date: '21 November 2026',
    digest: '357776ee9694ed69',
  },
  jekyll: {
    kind: 'program',
    program: 'LiquidJS 10.30.1 (Jekyll’s template language, not Jekyll itself)',
    date: '21 November 2026',
    digest: '16d3c1af190aa215',
  },
  astro: {
    kind: 'program',
    program: 'Astro 5.18.2',
    date: '21 November 2026',
    digest: 'cf068b4e9cf198cd',
  },
  mdx: {
    kind: 'program',
    program: 'MDX 3.1.1 and React 19.3.1',
    date: '21 November 2026',
    digest: '20268a0cf10c3f2c',
  },
  docusaurus: { kind: 'not' },
  mkdocs: {
    kind: 'program',
    program: 'MkDocs 1.6.1',
    date: '22 November 2026',
    digest: '12633d105b130093',
  },
  sphinx: {
    kind: 'program',
    program: 'Sphinx 9.0.4',
    date: '22 November 2026',
    digest: 'dc58808abd19c226',
  },
  quarto: { kind: 'not' },
  ghost: { kind: 'ghost' },
  markdown: { kind: 'markdown' },
  reveal: {
    kind: 'program',
    program: 'reveal.js 6.0.2',
    date: '21 November 2026',
    digest: '1b1f7c31a3cdf4cd',
  },
};
