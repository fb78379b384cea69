/** How to put a figure into the programs that people write with. Every recipe shows the same figure. */
import example from '../../../../content/scenarios/mariadb-max-threads-6.json' with { type: 'json' };
import { NO_STATE } from './carry';
import {
  FIRST_HEIGHT,
  shortcode,
  shortcodeSetup,
  type RecipeStep,
  type ShortcodeProgram,
} from './programs';
import { PLAIN, queryOf, rootOf, snippet, type Form, type Subject } from './snippets';

export const RECIPES = [
  'html',
  'element',
  'wordpress',
  'hugo',
  'jekyll',
  'astro',
  'mdx',
  'markdown',
  'reveal',
] as const;
export type RecipeName = (typeof RECIPES)[number];

export const EXAMPLE: Subject = {
  name: 'mariadb-max-threads-6',
  kind: 'scenario',
  title: example.title,
  page: 'scenarios/mariadb-max-threads-6/',
};
const state = {
  ...NO_STATE,
  overrides: { thread_pool_max_threads: 8 },
  time_ns: 1_200_000_000,
} as const;
/** The query of the example figure's address. */
export const EXAMPLE_QUERY = queryOf({ state, look: PLAIN, subject: EXAMPLE }).slice(1);

/** `edition`: the site in its language, with a trailing slash. Parts without a place are pasted where the figure goes. */
export function recipe(name: RecipeName, edition: string): readonly RecipeStep[] {
  const shown = { site: edition, subject: EXAMPLE, state, look: PLAIN };
  const line = (form: Form) => snippet({ form, ...shown });
  const site = rootOf(edition, PLAIN);
  const here = (code: string): readonly RecipeStep[] => [{ where: '', code }];
  const { name: figure, title } = EXAMPLE;
  const set = EXAMPLE_QUERY;
  /** Set up once, then used in each post. */
  const short = (program: ShortcodeProgram, post: string, lead = ''): readonly RecipeStep[] => [
    shortcodeSetup(program, site),
    { where: post, code: lead + shortcode(program, shown) },
  ];
  const jsx = `<iframe
  src="${site}embed/${figure}/?${set.replaceAll('&', '&amp;')}"
  title="${title}"
  width="100%"
  height={${FIRST_HEIGHT}}
  loading="lazy"
  style={{ border: 0 }}
/>`;
  switch (name) {
    case 'html':
      return here(line('iframe'));
    case 'element':
      return here(line('element'));
    case 'wordpress':
      return here(line('url'));
    case 'markdown':
      return here(line('markdown'));
    case 'hugo':
      return short('hugo', 'content/posts/threads.md');
    case 'jekyll':
      return short('jekyll', '_posts/2026-11-21-threads.md');
    case 'astro':
      return short(
        'astro',
        'src/pages/threads.astro',
        "---\nimport PoolScope from '../components/PoolScope.astro';\n---\n",
      );
    case 'mdx':
      return here(jsx);
    case 'reveal':
      return here(`<section>
  <iframe data-src="${site}embed/${figure}/?${set.replaceAll('&', '&amp;')}&amp;fit=1"
    title="${title}" width="960" height="600" style="border:0"></iframe>
</section>`);
  }
}
