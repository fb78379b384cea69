/** How to put a figure into the programs that people write with. Every recipe shows the same figure. */
import example from '../../../../content/scenarios/mariadb-max-threads-6.json' with { type: 'json' };
import { NO_STATE } from './carry';
import {
  FIRST_HEIGHT,
  REST,
  scriptOf,
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
  'docusaurus',
  'mkdocs',
  'sphinx',
  'quarto',
  'ghost',
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
  const script = scriptOf(site);
  /** Set up once, then used in each post. */
  const short = (program: ShortcodeProgram, post: string, lead = ''): readonly RecipeStep[] => [
    shortcodeSetup(program, site),
    { where: post, code: lead + shortcode(program, shown) },
  ];
  const frame = `<iframe src="${site}embed/${figure}/?${set.replaceAll('&', '&amp;')}"
  title="${title}" width="100%" height="${FIRST_HEIGHT}" ${REST}></iframe>`;
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
    case 'ghost':
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
    case 'docusaurus':
      return [
        {
          where: 'docusaurus.config.js',
          code: `scripts: [{ src: '${site}embed/resize.js', async: true }],`,
        },
        { where: 'docs/threads.mdx', code: jsx },
      ];
    case 'mkdocs':
      return [
        { where: 'mkdocs.yml', code: `extra_javascript:\n  - ${site}embed/resize.js` },
        { where: 'docs/threads.md', code: frame },
      ];
    case 'sphinx':
      return [
        {
          where: 'conf.py',
          code: `html_js_files = [("${site}embed/resize.js", {"async": "async"})]`,
        },
        {
          where: 'threads.rst',
          code: `.. raw:: html\n\n   ${frame.replaceAll('\n', '\n   ')}`,
        },
      ];
    case 'quarto':
      return [{ where: 'threads.qmd', code: `\`\`\`{=html}\n${frame}\n${script}\n\`\`\`` }];
    case 'reveal':
      return here(`<section>
  <iframe data-src="${site}embed/${figure}/?${set.replaceAll('&', '&amp;')}&amp;fit=1"
    title="${title}" width="960" height="600" style="border:0"></iframe>
</section>`);
  }
}
