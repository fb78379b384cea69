/** Shortcodes for programs that make sites from text, and the code that a site needs once for them. */
import { queryOf, titleOf, type EmbedSnippet } from './snippets';

export const SHORTCODES = ['hugo', 'jekyll', 'astro'] as const;
export type ShortcodeProgram = (typeof SHORTCODES)[number];

/** A file or a place in the program's interface, and what to put there. */
export interface RecipeStep {
  readonly where: string;
  readonly code: string;
}
export type Line = Omit<EmbedSnippet, 'form'>;

/** A height that fits every figure in a column of any width, until the frame reports its own. */
export const FIRST_HEIGHT = 560;
export const REST = 'loading="lazy" style="border:0"';
export const scriptOf = (site: string) => `<script src="${site}embed/resize.js" async></script>`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The line in a post. */
export function shortcode(program: ShortcodeProgram, line: Line): string {
  const set = queryOf(line).slice(1);
  const title = oneLine(titleOf(line));
  const { height } = line.look;
  const given = (quoted: string) =>
    [
      `figure="${line.subject.name}"`,
      ...(set === '' ? [] : [`set="${set}"`]),
      `title=${quoted}`,
      ...(height === undefined ? [] : [`height="${height}"`]),
    ].join(' ');
  switch (program) {
    case 'hugo':
      return `{{< pool-scope ${given(JSON.stringify(title))} >}}`;
    case 'jekyll':
      // Liquid looks for the end of a tag before it looks for quotes.
      return `{% include pool-scope.html ${given(`"${title.replaceAll('"', '\\"').replaceAll('%}', '% }')}"`)} %}`;
    case 'astro':
      return `<PoolScope ${given(/[&"{<]/.test(title) ? `{${JSON.stringify(title)}}` : `"${title}"`)} />`;
  }
}

/** What a shortcode needs, once in a site. */
export function shortcodeSetup(program: ShortcodeProgram, site: string): RecipeStep {
  switch (program) {
    case 'hugo':
      return {
        where: 'layouts/shortcodes/pool-scope.html',
        code: `<iframe src="${site}embed/{{ .Get "figure" }}/{{ with .Get "set" }}?{{ . | safeURL }}{{ end }}"
  title="{{ .Get "title" }}" width="100%" height="{{ .Get "height" | default "${FIRST_HEIGHT}" }}" ${REST}></iframe>
${scriptOf(site)}`,
      };
    case 'jekyll':
      return {
        where: '_includes/pool-scope.html',
        code: `<iframe src="${site}embed/{{ include.figure }}/{% if include.set %}?{{ include.set | escape }}{% endif %}"
  title="{{ include.title | escape }}" width="100%" height="{{ include.height | default: ${FIRST_HEIGHT} }}" ${REST}></iframe>
${scriptOf(site)}`,
      };
    case 'astro':
      return {
        where: 'src/components/PoolScope.astro',
        code: `---
const { figure, set = '', title, height = ${FIRST_HEIGHT} } = Astro.props;
const src = \`${site}embed/\${figure}/\${set && \`?\${set}\`}\`;
---
<iframe {src} {title} width="100%" {height} ${REST}></iframe>
<script is:inline src="${site}embed/resize.js" async></script>`,
      };
  }
}
