/**
 * Lines for programs that make sites from text: a shortcode, or a fenced block whose first line is a frame's address, and
 * the code that a site needs once for them.
 */
import { frameAddress, queryOf, titleOf, type EmbedSnippet } from './snippets';

export const SHORTCODES = ['hugo', 'jekyll', 'astro'] as const;
export type ShortcodeProgram = (typeof SHORTCODES)[number];
export const BLOCKS = [
  'hugo',
  'mkdocs',
  'docusaurus',
  'quarto',
  'jekyll',
  'eleventy',
  'hexo',
] as const;
export type BlockProgram = (typeof BLOCKS)[number];

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

/** The block in a text, the same for every program; where nothing is set up, readers see the address and the title. */
export const block = (line: Line): string =>
  [
    '```poolscope',
    frameAddress(line),
    oneLine(titleOf(line)),
    ...(line.look.height === undefined ? [] : [line.look.height]),
    '```',
  ].join('\n');

/** What turns such blocks into frames, once in a site. */
export function blockSetup(program: BlockProgram, site: string): readonly RecipeStep[] {
  const script = scriptOf(site);
  const frame = (src: string, title: string, height: string) =>
    `<iframe src="${src}" title="${title}" width="100%" height="${height}" ${REST}></iframe>`;
  switch (program) {
    case 'hugo':
      return [
        {
          where: 'layouts/_default/_markup/render-codeblock-poolscope.html',
          code: `{{ $of := split (trim .Inner "\\n") "\\n" }}
${frame('{{ index $of 0 }}', '{{ index $of 1 }}', `{{ index $of 2 | default "${FIRST_HEIGHT}" }}`)}
${script}`,
        },
      ];
    case 'mkdocs':
      return [
        {
          where: 'mkdocs.yml',
          code: `hooks: [poolscope.py]\nextra_javascript: ['${site}embed/resize.js']`,
        },
        {
          where: 'poolscope.py',
          code: `import html, re

def frame(block):
    src, title, height = map(html.escape, block.groups("${FIRST_HEIGHT}"))
    return f'${frame('{src}', '{title}', '{height}')}'

def on_page_markdown(markdown, **_):
    return re.sub(r"^\`\`\`poolscope\\n(\\S+)\\n(.+)\\n(?:(\\d+)\\n)?\`\`\`$", frame, markdown, flags=re.M)`,
        },
      ];
    case 'docusaurus':
      return [
        {
          where: 'docusaurus.config.js',
          code: `import poolscope from './poolscope.mjs';
scripts: [{ src: '${site}embed/resize.js', async: true }],
docs: { remarkPlugins: [poolscope] },`,
        },
        {
          where: 'poolscope.mjs',
          code: `export default () => (tree) => {
  for (const node of tree.children.filter(({ lang }) => lang === 'poolscope')) {
    const [src, title, height = '${FIRST_HEIGHT}'] = node.value.split('\\n');
    const given = { src, title, height, width: '100%', loading: 'lazy', frameBorder: '0' };
    const attributes = Object.entries(given).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value }));
    Object.assign(node, { type: 'mdxJsxFlowElement', name: 'iframe', attributes, children: [] });
  }
};`,
        },
      ];
    case 'quarto':
      return [
        { where: '_quarto.yml', code: 'filters: [poolscope.lua]' },
        {
          where: 'poolscope.lua',
          code: `function CodeBlock(block)
  if not block.classes:includes("poolscope") then return end
  local src, title, height = block.text:match("^(%S+)\\n([^\\n]+)\\n?(%d*)")
  if not FORMAT:match("html") then return pandoc.Para(pandoc.Link(title, src)) end
  local safe = function(text) return (text:gsub('[&<>"]', {["&"]="&amp;", ["<"]="&lt;", [">"]="&gt;", ['"']="&quot;"})) end
  local frame = [[${frame('%s', '%s', '%s').replace('100%', '100%%')}${script}]]
  return pandoc.RawBlock("html", frame:format(safe(src), safe(title), height ~= "" and height or "${FIRST_HEIGHT}"))
end`,
        },
      ];
    case 'jekyll':
      return [
        {
          where: '_plugins/poolscope.rb',
          code: `require 'cgi'
Jekyll::Hooks.register [:pages, :documents], :pre_render do |page|
  page.content = page.content&.gsub(/^\`\`\`poolscope\\n(\\S+)\\n(.+)\\n(?:(\\d+)\\n)?\`\`\`$/) do
    src, title, height = CGI.escapeHTML($1), CGI.escapeHTML($2), $3 || ${FIRST_HEIGHT}
    %q(${frame('%s', '%s', '%s').replace('100%', '100%%')}) % [src, title, height] + '${script}'
  end
end`,
        },
      ];
    case 'hexo':
      return [
        {
          where: 'scripts/poolscope.js',
          // Before Hexo's own blocks of code, which have priority 10; and its tags would read what stands in braces.
          code: `const safe = (text) => text.replace(/[&<>"{]/g, (sign) => \`&#\${sign.charCodeAt()};\`);
hexo.extend.filter.register('before_post_render', (post) => {
  post.content = post.content.replace(
    /^\`\`\`poolscope\\n(\\S+)\\n(.+)\\n(?:(\\d+)\\n)?\`\`\`$/gm,
    (_, src, title, height = ${FIRST_HEIGHT}) => \`${frame('${safe(src)}', '${safe(title)}', '${height}')}
${script}\`,
  );
}, 5);`,
        },
      ];
    case 'eleventy':
      return [
        {
          where: 'eleventy.config.js',
          code: `eleventyConfig.amendLibrary('md', (md) => {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    if (tokens[at].info.trim() !== 'poolscope') return fence(tokens, at, ...rest);
    const [src, title, height = ${FIRST_HEIGHT}] = tokens[at].content.trim().split('\\n').map(md.utils.escapeHtml);
    return \`${frame('${src}', '${title}', '${height}')}
${script}\`;
  };
});`,
        },
      ];
  }
}
