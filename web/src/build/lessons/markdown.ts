/** Parses Markdown to a tree, and renders pieces of it as HTML. Raw HTML is refused. */
import { LANGUAGE } from '../../model/languages';
import { unbroken } from '../../model/words/unbroken';
import { LONGEST_VERDICT, ONE_BREATH, SENTENCE_END } from '#locale';
import type { Element, ElementContent, Parents } from 'hast';
import type { Emphasis, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const reader = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ['yaml'])
  .use(remarkDirective)
  .use(remarkGfm)
  .freeze();
// Named: what reads the pages for links takes the # of a numbered one for the start of an anchor.
const named = { characterReferences: { useNamedReferences: true } };
const writer = unified()
  .use(remarkRehype)
  .use(() => (tree: Parents) => joinNumbers(tree))
  .use(rehypeStringify, named)
  .freeze();

const lastLetter = (node: Parents['children'][number] | undefined): string =>
  node?.type === 'text'
    ? node.value.slice(-1)
    : node?.type === 'element'
      ? lastLetter(node.children.at(-1))
      : '';

/** Outside code, a number stays with its unit, also if the number alone is marked. */
function joinNumbers(tree: Parents): void {
  for (const [at, node] of tree.children.entries())
    if (node.type === 'text') {
      const last = lastLetter(tree.children[at - 1]);
      node.value = unbroken(last + node.value).slice(last.length);
    } else if (node.type === 'element' && !['code', 'pre', 'svg'].includes(node.tagName))
      joinNumbers(node);
}

export function readMarkdown(text: string): Root {
  const root = reader.parse(text);
  for (const node of walk(root))
    // Right below the title of the step's page, and beside the titles of the lesson's.
    if (node.type === 'heading' && node.depth === 3) writtenAs(node, 'h3', { ariaLevel: '2' });
    else if (node.type === 'root' || node.type === 'containerDirective')
      for (const block of node.children)
        if (block.type !== 'containerDirective') markNewer(block);
  return root;
}

/** A block in English that is newer than its translation (web/tools/translated.mjs), after a line that says so. */
function markNewer(block: RootContent): void {
  for (const node of walk(block)) {
    if (!('children' in node)) continue;
    const [first] = node.children;
    if (first?.type !== 'textDirective' || first.name !== 'newer') continue;
    const english = node.children.slice(1) as PhrasingContent[];
    block.data = { ...block.data, hProperties: { lang: 'en' } };
    if (first.children.length === 0) node.children = english;
    else {
      const line: Emphasis = { type: 'emphasis', children: first.children };
      writtenAs(line, 'small', { lang: LANGUAGE });
      node.children = english.length === 0 ? [line] : [line, { type: 'break' }, ...english];
    }
    return;
  }
}

export function toHtml(children: readonly RootContent[]): string {
  const tree: Root = { type: 'root', children: [...children] };
  return writer.stringify(writer.runSync(tree)).trim();
}

/** The HTML of a paragraph without its `<p>`. */
export function inlineHtml(children: readonly PhrasingContent[]): string {
  const whole = toHtml([{ type: 'paragraph', children: [...children] }]);
  return whole.slice('<p>'.length, -'</p>'.length);
}

/** How a node of our own is rendered as HTML. */
export function writtenAs(
  node: Nodes,
  tag: string,
  properties: Element['properties'],
  children?: readonly ElementContent[],
): void {
  node.data = {
    ...node.data,
    hName: tag,
    hProperties: properties,
    ...(children ? { hChildren: [...children] } : {}),
  };
}

export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

/** The text of a node, without markup. */
export function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The verdict of a reveal: its first paragraph, or if that is long, its first sentence. */
export function verdictFirst(children: readonly RootContent[]): RootContent[] {
  const [first, ...rest] = children;
  if (first?.type !== 'paragraph') return [...children];
  if (textOf(first).length <= ONE_BREATH)
    return [{ type: 'heading', depth: 3, children: first.children }, ...rest];
  const at = first.children.findIndex(
    (node) => node.type === 'text' && SENTENCE_END.test(node.value),
  );
  const last = first.children[at];
  if (last?.type !== 'text') return [...children];
  const cut = (SENTENCE_END.exec(last.value)?.index ?? 0) + 1;
  const verdict = [...first.children.slice(0, at), { ...last, value: last.value.slice(0, cut) }];
  if (textOf({ type: 'paragraph', children: verdict }).length > LONGEST_VERDICT)
    return [...children];
  const more = [
    { ...last, value: last.value.slice(cut).trimStart() },
    ...first.children.slice(at + 1),
  ].filter((node) => node.type !== 'text' || node.value !== '');
  const others: RootContent[] = more.length > 0 ? [{ type: 'paragraph', children: more }] : [];
  return [{ type: 'heading', depth: 3, children: verdict }, ...others, ...rest];
}
