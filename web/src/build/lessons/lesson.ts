/** Reads and checks a lesson's file as a whole. content/lessons/README.md describes the grammar. */
import type { Heading, Root, RootContent } from 'mdast';
import { parse as parseYaml } from 'yaml';
import type { Lesson, Step } from '../../features/lesson/types';
import { fields, list, reading, whole, words } from '../content/read';
import { StepBlocks } from './blocks';
import { Inline } from './inline';
import { sourceOf, type Library } from './library';
import { readMarkdown, textOf } from './markdown';
import { Problems } from './problems';

/** The address of the page with the whole lesson. */
const TAKEN = ['whole'];

const FRONT = fields({
  title: words,
  kicker: words,
  minutes: whole(1, 30),
  published: words
    .refine((text) => !Number.isNaN(Date.parse(text)), 'a time as ISO 8601 has it')
    .optional(),
  summary: words,
  /** The date of the last check, and the versions checked. */
  verified: fields({ date: words.regex(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD'), against: words }),
  /** Keys of content/sources.json. */
  sources: list(words, 1),
  act: words,
  /** What people type who look for it; the search finds the lesson first. */
});

function frontMatter(root: Root, library: Library, problems: Problems) {
  const [yaml] = root.children;
  const text = yaml?.type === 'yaml' ? yaml.value : '';
  const line = (key: PropertyKey | undefined) =>
    text.split('\n').findIndex((one) => one.startsWith(`${String(key)}:`)) + 2;
  const given = problems.try(1, () => parseYaml(text) as unknown);
  const { read, wrong } = reading(FRONT, given ?? {});
  for (const { path, said } of wrong) problems.add(line(path[0]), said);
  const sources = (read?.sources ?? []).flatMap(
    (key) => problems.try(line('sources'), () => sourceOf(library, key)) ?? [],
  );
  return (
    read && {
      ...read,
      published: read.published ?? read.verified.date,
      verified: { ...read.verified, against: read.verified.against.trim().replace(/\.$/, '') },
      sources,
    }
  );
}

interface StepSource {
  readonly heading: Heading;
  readonly nodes: RootContent[];
}

function partsOf(root: Root, problems: Problems): StepSource[] {
  const parts: StepSource[] = [];
  for (const node of root.children) {
    if (node.type === 'yaml') continue;
    if (node.type === 'heading' && node.depth === 2) parts.push({ heading: node, nodes: [] });
    else if (parts.length > 0) parts.at(-1)?.nodes.push(node);
    else problems.add(node, 'nothing stands before the first step: ## Title {#slug}');
  }
  if (parts.length === 0) problems.add(1, 'a lesson has steps: ## Title {#slug}');
  return parts;
}

function nameOf({ heading }: StepSource, lesson: string, taken: Set<string>) {
  const [, title = '', slug = '', old] =
    /^(.+?)\s*\{#([^} ]*)(?: was=([^} ]*))?\}\s*$/.exec(textOf(heading)) ?? [];
  if (slug === '') throw new Error('a step needs an address: ## Title {#slug}');
  const was = old?.split(',') ?? [];
  for (const one of [slug, ...was]) {
    if (!/^([a-z0-9-]+\/)?[a-z0-9]+(-[a-z0-9]+)*$/.test(one))
      throw new Error(`#${one}: an address is made of a-z, 0-9 and -`);
    if (TAKEN.includes(one)) throw new Error(`#${one} is the address of the whole lesson`);
    if (taken.has(one)) throw new Error(`a second step with #${one}`);
    taken.add(one);
  }
  const whole = was.map((one) => (one.includes('/') ? one : `${lesson}/${one}`));
  return { title, slug, was: whole };
}

/** The address that a lesson's file is named after. */
export const slugOf = (file: string): string =>
  file.replace(/^.*\//, '').replace(/^\d+-/, '').replace(/\.md$/, '');

export function parseLesson(file: string, text: string, library: Library): Lesson {
  const problems = new Problems(file);
  const root = readMarkdown(text);
  const front = frontMatter(root, library, problems);
  const taken = new Set<string>();
  const steps: Step[] = [];
  for (const part of partsOf(root, problems)) {
    const named = problems.try(part.heading, () => nameOf(part, slugOf(file), taken));
    const name = named ?? { title: '', slug: '-', was: [] };
    const inline = new Inline(library, problems);
    const blocks = new StepBlocks(name.slug, library, inline, problems, front?.act);
    for (const node of part.nodes) blocks.add(node);
    const claims = blocks.finish();
    if (blocks.blocks.length === 0) problems.add(part.heading, 'this step is empty');
    steps.push({
      ...name,
      server: blocks.blocks.some(({ kind }) => kind === 'server'),
      blocks: blocks.blocks,
      picture: blocks.picture,
      claims,
      terms: [...inline.terms.values()],
    });
  }
  problems.raise();
  if (!front) throw new Error(file);
  return { slug: slugOf(file), ...front, steps };
}
