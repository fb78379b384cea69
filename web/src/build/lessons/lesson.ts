/** A lesson's file, read and checked whole. The grammar is described in content/lessons/README.md. */
import type { Heading, Root, RootContent } from 'mdast';
import { parse as parseYaml } from 'yaml';
import type { Lesson, Step } from '../../features/lesson/types';
import { isRecord } from '../../model/run/pointer';
import { StepBlocks } from './blocks';
import { Inline } from './inline';
import { sourceOf, type Library } from './library';
import { readMarkdown, textOf } from './markdown';
import { oneOf, Problems } from './problems';

const FIELDS = ['title', 'kicker', 'minutes', 'published', 'summary', 'verified', 'sources', 'act'] as const;
/** The page with the whole lesson has this address. */
const TAKEN = ['whole'];

type Front = Omit<Lesson, 'slug' | 'steps'>;

function frontMatter(root: Root, library: Library, problems: Problems): Front {
  const [yaml] = root.children;
  const read = yaml?.type === 'yaml' ? problems.try(1, () => parseYaml(yaml.value) as unknown) : {};
  const front = isRecord(read) ? read : {};
  const lines = yaml?.type === 'yaml' ? yaml.value.split('\n') : [];
  const line = (key: string) => lines.findIndex((one) => one.startsWith(`${key}:`)) + 2;
  for (const key of Object.keys(front))
    if (!(FIELDS as readonly string[]).includes(key))
      problems.add(line(key), `no field "${key}"; allowed: ${oneOf(FIELDS)}`);

  const text = (key: (typeof FIELDS)[number]) => {
    const value = front[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    problems.add(line(key), `the front matter needs ${key}, some words`);
    return '';
  };
  const minutes = front['minutes'];
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 1 || minutes > 30)
    problems.add(line('minutes'), 'minutes is a whole number from 1 to 30');
  const { published } = front;
  if (published !== undefined && Number.isNaN(Date.parse(String(published))))
    problems.add(line('published'), 'published is a time as ISO 8601 has it');
  const verified = isRecord(front['verified']) ? front['verified'] : {};
  const { date, against } = verified;
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date) || typeof against !== 'string')
    problems.add(line('verified'), 'verified needs date (YYYY-MM-DD) and against (what)');
  const keys = front['sources'];
  if (!Array.isArray(keys) || keys.length === 0)
    problems.add(line('sources'), 'sources is a list of keys of content/sources.json');
  const sources = (Array.isArray(keys) ? keys : []).flatMap(
    (key) => problems.try(line('sources'), () => sourceOf(library, String(key))) ?? [],
  );
  return {
    title: text('title'),
    kicker: text('kicker'),
    minutes: Number(minutes),
    published: typeof published === 'string' ? published : String(date),
    summary: text('summary'),
    verified: { date: String(date), against: String(against).trim().replace(/\.$/, '') },
    sources,
    act: text('act'),
  };
}

interface Part {
  readonly heading: Heading;
  readonly nodes: RootContent[];
}

function partsOf(root: Root, problems: Problems): Part[] {
  const parts: Part[] = [];
  for (const node of root.children) {
    if (node.type === 'yaml') continue;
    if (node.type === 'heading' && node.depth === 2) parts.push({ heading: node, nodes: [] });
    else if (parts.length > 0) parts.at(-1)?.nodes.push(node);
    else problems.add(node, 'nothing stands before the first step: ## Title {#slug}');
  }
  if (parts.length === 0) problems.add(1, 'a lesson has steps: ## Title {#slug}');
  return parts;
}

function nameOf({ heading }: Part, taken: ReadonlySet<string>) {
  const [, title = '', slug = '', aside, was] =
    /^(.+?)\s*\{#([^} ]*)( aside)?(?: was=([^} ]*))?\}\s*$/.exec(textOf(heading)) ?? [];
  if (slug === '') throw new Error('a step needs an address: ## Title {#slug}');
  for (const one of was === undefined ? [slug] : [slug, was]) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(one))
      throw new Error(`#${one}: an address is made of a-z, 0-9 and -`);
    if (TAKEN.includes(one)) throw new Error(`#${one} is the address of the whole lesson`);
    if (taken.has(one)) throw new Error(`a second step with #${one}`);
  }
  return { title, slug, aside: aside !== undefined, ...(was !== undefined && { was }) };
}

export function parseLesson(file: string, text: string, library: Library): Lesson {
  const problems = new Problems(file);
  const root = readMarkdown(text);
  const front = frontMatter(root, library, problems);
  const taken = new Set<string>();
  const steps: Step[] = [];
  for (const part of partsOf(root, problems)) {
    const named = problems.try(part.heading, () => nameOf(part, taken));
    const name: Pick<Step, 'title' | 'slug' | 'was' | 'aside'> = named ?? {
      title: '',
      slug: '-',
      aside: false,
    };
    taken.add(name.slug);
    if (name.was !== undefined) taken.add(name.was);
    const inline = new Inline(library, problems);
    const blocks = new StepBlocks(name.slug, library, inline, problems, front.act);
    for (const node of part.nodes) blocks.add(node);
    const claims = blocks.finish();
    if (blocks.blocks.length === 0) problems.add(part.heading, 'this step is empty');
    steps.push({
      ...name,
      blocks: blocks.blocks,
      picture: blocks.picture,
      claims,
      terms: [...inline.terms.values()],
    });
  }
  problems.raise();
  const slug = file.replace(/^.*\//, '').replace(/^\d+-/, '').replace(/\.md$/, '');
  return { slug, ...front, steps };
}
