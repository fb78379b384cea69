/** The story, read when the site is built. A mistake in it stops the build. content/lessons/README.md has the grammar. */
import { parse as parseYaml } from 'yaml';
import { z } from 'zod/v4';
import type { Asked, CardData, Lever, Scene, SceneData, Span } from '../../features/lesson/story/types';
import { parseTime } from '../../model/link/url';
import { evaluate, holds, readCondition, readMeasure } from '../../model/measures/measure';
import { secondCounts } from '../../model/run/series';
import type { Outcome } from '../../model/run/types';
import story from '../../../../content/story.md?raw';
import { fields, list, readContent, whole, words } from '../content/read';
import { lessons, library, pictureOf } from '../lessons';
import { Attributes } from '../lessons/attributes';
import { seedsThat } from '../lessons/claims';
import { StepBlocks } from '../lessons/blocks';
import { Inline } from '../lessons/inline';
import { outcomeOf } from '../lessons/library';
import { readMarkdown, textOf } from '../lessons/markdown';
import { Problems } from '../lessons/problems';

const FILE = 'content/story.md';
const NS_PER_S = 1e9;
const SEEDS = 8;
/** Tells the same at length. */
const LESSON = 'clients-that-give-up';
const ANSWERS = 'answers_per_s';

const time = words.transform((text, context) => {
  const time_ns = parseTime(text);
  if (time_ns !== undefined) return time_ns;
  context.addIssue({ code: 'custom', message: 'a time such as 4.6s' });
  return z.NEVER;
});
const ms = whole(3000, 7000);
const ASKED = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('written'), of: words, to: time, ms }),
  z.strictObject({
    kind: z.literal('curve'),
    from: time,
    to: time,
    ms,
    shapes: list(list(z.number(), 2), 2),
  }),
  z.strictObject({ kind: z.literal('bar'), from: time, to: time, ms, most: whole(1, 1000) }),
  z.strictObject({ kind: z.literal('lever'), to: time, ms }),
]);
type AskedFile = z.infer<typeof ASKED>;
const FRONT = fields({
  title: words,
  lead: words,
  description: words,
  asked: list(words),
  scenes: z.record(
    z.string(),
    z.strictObject({
      to: time.optional(),
      ms: ms.optional(),
      asks: ASKED.optional(),
      line: z.tuple([time, time]).optional(),
    }),
  ),
  /** The condition under which a run is well again. */
  back: words,
  levers: z.record(
    z.string(),
    z.strictObject({ name: words, set: words, from: time, to: time }),
  ),
});

const root = readMarkdown(story);
const [yaml] = root.children;
const front = readContent(
  FRONT,
  parseYaml(yaml?.type === 'yaml' ? yaml.value : '') as unknown,
  FILE,
);

/** Answers in each second from one time to another. */
function answersIn({ metrics }: Outcome, from_ns: number, to_ns: number): readonly number[] {
  return secondCounts(metrics.series, ANSWERS).slice(from_ns / NS_PER_S, to_ns / NS_PER_S);
}
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
const apart = (a: readonly number[], b: readonly number[]) =>
  sum(a.map((value, at) => Math.abs(value - (b[at] ?? 0))));

function leversOf(scenario: string, ms: number): readonly Lever[] {
  return Object.entries(front.levers).map(([key, { name, set, from, to }]) => {
    const overrides = new Attributes('figure', { scenario, set }).set();
    return {
      key,
      name,
      set: overrides,
      span: { from_ns: from, to_ns: to, ms },
      back: seedsThat(library, { scenario, set: overrides }, front.back, SEEDS),
    };
  });
}

function askedOf(asks: AskedFile, scenario: string, end_ns: number, outcome: Outcome): Asked {
  switch (asks.kind) {
    case 'written': {
      const of = readCondition(asks.of);
      const whole = outcomeOf(library, scenario, { '/record/lives': 100_000 });
      return {
        kind: 'written',
        span: { from_ns: end_ns, to_ns: asks.to, ms: asks.ms },
        right: holds(of, whole),
      };
    }
    case 'curve': {
      const truth = answersIn(outcome, asks.from, asks.to);
      const [nearest] = asks.shapes
        .map((shape, at) => ({ at, apart: apart(shape, truth) }))
        .sort((a, b) => a.apart - b.apart);
      return {
        kind: 'curve',
        span: { from_ns: asks.from, to_ns: asks.to, ms: asks.ms },
        shapes: asks.shapes,
        truth,
        right: nearest?.at ?? 0,
      };
    }
    case 'bar': {
      const truth = answersIn(outcome, asks.to - NS_PER_S, asks.to)[0] ?? 0;
      const span: Span = { from_ns: asks.from, to_ns: asks.to, ms: asks.ms };
      return { kind: 'bar', span, most: asks.most, truth };
    }
    case 'lever':
      return { kind: 'lever', levers: leversOf(scenario, asks.ms) };
  }
}

interface ReadScene {
  readonly scene: Scene;
  readonly scenario: string;
  readonly figure: () => SceneData['figure'];
}

function sceneOf(nodes: typeof root.children, problems: Problems): ReadScene {
  const [heading, ...inside] = nodes;
  const [, title = '', slug = ''] = /^(.+?)\s*\{#(\d)\}$/.exec(heading ? textOf(heading) : '') ?? [];
  const given = front.scenes[slug];
  const inline = new Inline(library, problems);
  const blocks = new StepBlocks(slug, library, inline, problems, undefined);
  let after = -1;
  for (const node of inside)
    if (node.type === 'thematicBreak') after = blocks.blocks.length;
    else blocks.add(node);
  const claims = blocks.finish();
  const { picture } = blocks;
  if (picture?.kind !== 'figure' || !given)
    throw new Error(`${FILE}: scene ${slug} needs a figure, and a line in "scenes"`);
  if (after < 0 === (given.asks !== undefined))
    throw new Error(`${FILE}: scene ${slug}: *** stands below a question, and only there`);
  const { scenario, cue } = picture.figure;
  const from_ns = cue.time_ns ?? 0;
  const outcome = outcomeOf(library, scenario, {});
  const plays =
    given.to !== undefined && given.ms !== undefined
      ? { from_ns, to_ns: given.to, ms: given.ms }
      : undefined;
  const asked = given.asks && askedOf(given.asks, scenario, plays?.to_ns ?? from_ns, outcome);
  const line = given.line && {
    from_s: given.line[0] / NS_PER_S,
    to_s: given.line[1] / NS_PER_S,
    before: answersIn(outcome, 0, from_ns),
  };
  const scene: Scene = {
    slug,
    title,
    blocks: blocks.blocks,
    after: after < 0 ? blocks.blocks.length : after,
    claims,
    terms: [...inline.terms.values()],
    plays,
    asked,
    line,
  };
  return {
    scene,
    scenario,
    figure: () => {
      const made = pictureOf(picture);
      if (made.kind !== 'figure') throw new Error(`${FILE}: scene ${slug} has no figure`);
      // A request of that name, not of that number.
      const { request } = made.figure.cue;
      return request === undefined
        ? made.figure
        : { ...made.figure, cue: { ...made.figure.cue, request: String(request) } };
    },
  };
}

function scenesOf(): readonly ReadScene[] {
  const problems = new Problems(FILE);
  const parts: (typeof root.children)[] = [];
  for (const node of root.children)
    if (node.type === 'heading' && node.depth === 2) parts.push([node]);
    else if (node.type !== 'yaml') parts.at(-1)?.push(node);
  const found = parts.map((nodes) => sceneOf(nodes, problems));
  problems.raise();
  return found;
}

const read = scenesOf();
export const { title, lead, description, asked: askedFor } = front;
export const scenes: readonly Scene[] = read.map(({ scene }) => scene);

/** From the site's root. The first scene has the address of the story. */
export const addressOf = (at: number): string =>
  at === 0 ? '/story/' : `/story/${scenes[at]?.slug ?? ''}/`;

export function sceneData(slug: string): SceneData | undefined {
  const at = scenes.findIndex((scene) => scene.slug === slug);
  const found = read[at];
  return (
    found && {
      title,
      lead,
      scenes: scenes.map((scene) => ({ slug: scene.slug, title: scene.title })),
      at,
      scene: found.scene,
      figure: found.figure(),
    }
  );
}

export function cardData(): CardData {
  const scenario = read[0]?.scenario ?? '';
  const outcome = outcomeOf(library, scenario, {});
  const moment = (of: string) => {
    const { unit, value } = evaluate(readMeasure(of), outcome);
    if (unit !== 'ns') throw new Error(`${FILE}: ${of} is no time`);
    return value;
  };
  const [, second] = outcome.lives.filter(({ name }) => name === '42');
  const lesson = lessons.find(({ slug }) => slug === LESSON);
  if (!lesson) throw new Error(`${FILE}: no lesson ${LESSON}`);
  if (!second) throw new Error(`${FILE}: order 42 was sent once`);
  return {
    title,
    scenario,
    asked: scenes.flatMap(({ asked }) => asked ?? []),
    slugs: scenes.flatMap(({ slug, asked }) => (asked ? slug : [])),
    lesson: { slug: lesson.slug, title: lesson.title, minutes: lesson.minutes },
    order: {
      sent_ns: moment('arrived(42)'),
      again_ns: second.arrive_ns,
      answered_ns: moment(`ended(${second.request})`),
      written_ns: moment('done(42)'),
    },
  };
}
