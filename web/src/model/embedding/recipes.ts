/** How to put a figure into the programs that people write with. Every recipe shows the same figure. */
import { NO_STATE } from './carry';
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

/** A file or a place in the program's interface, and what to put there. */
export interface RecipeStep {
  readonly where: string;
  readonly code: string;
}

/** A height that fits every figure in a column of any width, until the frame reports its own. */
const FIRST_HEIGHT = 560;

export const EXAMPLE: Subject = {
  name: 'mariadb-max-threads-6',
  kind: 'scenario',
  title: CHINESE ? '六个线程，八个 sleep' : 'Six threads, eight sleeps',
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
  const line = (form: Form) =>
    snippet({ form, site: edition, subject: EXAMPLE, state, look: PLAIN });
  const site = rootOf(edition, PLAIN);
  const here = (code: string): readonly RecipeStep[] => [{ where: '', code }];
  const { name: figure, title } = EXAMPLE;
  const set = EXAMPLE_QUERY;
  const script = `<script src="${site}embed/resize.js" async></script>`;
  const rest = 'loading="lazy" style="border:0"';
  const frame = `<iframe src="${site}embed/${figure}/?${set.replaceAll('&', '&amp;')}"
  title="${title}" width="100%" height="${FIRST_HEIGHT}" ${rest}></iframe>`;
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
      return [
        {
          where: 'layouts/shortcodes/pool-scope.html',
          code: `<iframe src="${site}embed/{{ .Get "figure" }}/{{ with .Get "set" }}?{{ . | safeURL }}{{ end }}"
  title="{{ .Get "title" }}" width="100%" height="{{ .Get "height" | default "${FIRST_HEIGHT}" }}" ${rest}></iframe>
${script}`,
        },
        {
          where: 'content/posts/threads.md',
          code: `{{< pool-scope figure="${figure}" set="${set}" title="${title}" >}}`,
        },
      ];
    case 'jekyll':
      return [
        {
          where: '_includes/pool-scope.html',
          code: `<iframe src="${site}embed/{{ include.figure }}/{% if include.set %}?{{ include.set | escape }}{% endif %}"
  title="{{ include.title | escape }}" width="100%" height="{{ include.height | default: ${FIRST_HEIGHT} }}" ${rest}></iframe>
${script}`,
        },
        {
          where: '_posts/2026-11-21-threads.md',
          code: `{% include pool-scope.html figure="${figure}" set="${set}" title="${title}" %}`,
        },
      ];
    case 'astro':
      return [
        {
          where: 'src/components/PoolScope.astro',
          code: `---
const { figure, set = '', title, height = ${FIRST_HEIGHT} } = Astro.props;
const src = \`${site}embed/\${figure}/\${set && \`?\${set}\`}\`;
---
<iframe {src} {title} width="100%" {height} ${rest}></iframe>
<script is:inline src="${site}embed/resize.js" async></script>`,
        },
        {
          where: 'src/pages/threads.astro',
          code: `---
import PoolScope from '../components/PoolScope.astro';
---
<PoolScope figure="${figure}" set="${set}" title="${title}" />`,
        },
      ];
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
