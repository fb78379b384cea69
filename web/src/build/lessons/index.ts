/** All lessons, read when the site is built. A mistake in any of them stops the build. */
import type {
  CourseLesson,
  FigureAsk,
  FigureData,
  Lesson,
  LessonCard,
  Picture,
  PictureAsk,
  ShortStep,
  Step,
  StepData,
} from '../../features/lesson/types';
import { m } from '#paraglide/messages.js';
import { CONNECTION_STATES } from '../../model/run/frame';
import glossary from '../../../../content/glossary.json';
import map from '../../../../content/lessons/en/course.json';
import sources from '../../../../content/sources.json';
import type { Poster } from '../../figure/player/player.svelte';
import { asMade, posterOf } from '../runs/engine';
import { clients, files as measured, sysbench } from '../measured';
import { knobsOf, scenarios } from '../runs/scenarios';
import { modelOf } from './bench-model';
import { chartPicture, curvePicture } from './curves';
import { readCourse } from './course';
import { asks, openingOf } from '../../features/lesson/asked';
import { saidElsewhere } from './elsewhere';
import { parseLesson, slugOf } from './lesson';
import { readLibrary, type Bench } from './library';

const files = import.meta.glob<string>('/content/lessons/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const benches = import.meta.glob<Bench>('/content/benchmarks/*.json', {
  import: 'default',
  eager: true,
});

/** In the order of the course. */
const ordered = Object.entries(files).sort(([a], [b]) => a.localeCompare(b, 'en'));

export const library = readLibrary(
  glossary,
  sources,
  Object.fromEntries(scenarios.map(({ name, json }) => [name, json])),
  Object.fromEntries(
    Object.values(benches).map((bench) => [bench.id, { ...bench, model: () => modelOf(bench.id) }]),
  ),
  { files: measured, sysbench, clients: [clients] },
  ordered.map(([path]) => slugOf(path)),
);

export const lessons: readonly Lesson[] = ordered.map(([path, text], at) => {
  const lesson = parseLesson(path.slice(1), text, library);
  return { ...lesson, kicker: m.lesson_kicker({ number: at + 1, about: lesson.kicker }) };
});

const untrue = lessons.flatMap((lesson) => saidElsewhere({ ...lesson, name: lesson.slug }, lessons));
if (untrue.length > 0) throw new Error(untrue.join('\n'));

function cardOf({ slug, title, kicker, minutes, summary }: Lesson): LessonCard {
  return { slug, title, kicker, minutes, summary };
}

/** If no request has arrived yet, the picture shows the run at this share of the time between question and answer. */
const INTO_THE_QUESTION = 1 / 3;
const IDLE = CONNECTION_STATES.indexOf('idle');

/** The first question of a lesson that a run answers, at its moment; else its first picture of a run. */
function openPoster({ slug, steps }: Lesson): Poster | undefined {
  const figureOf = ({ picture }: Step) =>
    picture?.kind === 'figure'
      ? picture.figure
      : picture?.kind === 'twins'
        ? picture.left
        : undefined;
  for (const step of steps) {
    const figure = figureOf(step);
    const block = step.blocks.find(asks);
    if (!figure || block?.opens_ns === undefined || block.show_ns === undefined) continue;
    const { opens_ns, show_ns } = block;
    const at = (time_ns: number) =>
      posterOf(library.scenarios[figure.scenario] ?? '', { ...figure.cue, time_ns });
    const poster = at(opens_ns);
    return poster.frame.connection_state.every((state) => state <= IDLE)
      ? at(opens_ns + (show_ns - opens_ns) * INTO_THE_QUESTION)
      : poster;
  }
  const picture = stepData(slug, steps.find(figureOf)?.slug)?.picture;
  if (picture?.kind === 'twins') return asMade(picture.left.poster);
  return picture?.kind === 'figure' ? asMade(picture.figure.poster) : undefined;
}

/** For lists of lessons, by slug. */
export const openPosters = (): Readonly<Record<string, Poster>> =>
  Object.fromEntries(
    lessons.flatMap((lesson) => {
      const poster = openPoster(lesson);
      return poster ? [[lesson.slug, poster]] : [];
    }),
  );

const ways = readCourse(
  map,
  lessons.map(({ slug }) => slug),
);

/** The path of twelve minutes, which passes through the lessons. */
const short = ways.flatMap((way, at) =>
  (way.short ?? []).map(({ step, ...said }) => {
    const lesson = lessons[at];
    const found = lesson?.steps.find(({ slug }) => slug === step);
    if (!lesson || !found)
      throw new Error(`course.json: no step "${step}" in ${lesson?.slug ?? ''}, whose short path has it`);
    return { ...said, lesson: lesson.slug, step, title: found.title };
  }),
);

function shortOf(lesson: string, step: string): ShortStep | undefined {
  const at = short.findIndex((one) => one.lesson === lesson && one.step === step);
  const found = short[at];
  if (!found) return undefined;
  const next = short[at + 1];
  return {
    at: at + 1,
    of: short.length,
    alone: found.alone,
    skips: found.skips,
    next: next && { lesson: next.lesson, step: next.step, title: next.title },
  };
}

/** Where the path of twelve minutes begins. */
export const shortStart = () => short.slice(0, 1).map(({ lesson, step }) => ({ lesson, step }));

/** The pages for a server of one's own: one for each lesson, by its title, and those with a title of their own first. */
export function onServers() {
  const all = lessons.flatMap(({ slug: lesson, title, steps }) => {
    const own = steps.filter(({ server }) => server);
    return own.map(({ slug: step, title: named }, at) => ({
      ...{ lesson, step, own: at > 0 },
      title: at > 0 ? named : title,
    }));
  });
  return { first: all.filter(({ own }) => own), pages: all.filter(({ own }) => !own) };
}

export function course(): CourseLesson[] {
  return lessons.map((lesson, at) => ({
    ...cardOf(lesson),
    question: ways[at]?.question ?? '',
    needs: ways[at]?.needs ?? [],
    steps: lesson.steps.map(({ slug, was, server }) => ({ slug, was, server })),
  }));
}

function figureData(
  { scenario, cue, knobs, sections }: FigureAsk,
  opens_ns: number | undefined,
): FigureData {
  const shown = opens_ns === undefined ? cue : { ...cue, time_ns: opens_ns };
  const poster = posterOf(library.scenarios[scenario] ?? '', shown);
  return { name: scenario, poster, knobs: knobsOf(poster.outcome, knobs), cue, sections };
}

/** If a guess comes first, the picture is at the moment of the guess; else at its own. */
export function pictureOf(ask: PictureAsk, opens_ns?: number): Picture {
  switch (ask.kind) {
    case 'figure':
      return { kind: 'figure', figure: figureData(ask.figure, opens_ns) };
    case 'twins':
      return {
        kind: 'twins',
        left: figureData(ask.left, opens_ns),
        right: figureData(ask.right, opens_ns),
      };
    case 'curve':
      return curvePicture(ask);
    case 'chart':
      return chartPicture(ask);
  }
}

/** A step's place: the first step's without an address; the one that took in the step of a former address. */
function placed(slug: string, step_slug: string | undefined): { lesson: number; step: number } {
  const lesson = lessons.findIndex((one) => one.slug === slug);
  const steps = lessons[lesson]?.steps ?? [];
  const step = step_slug === undefined ? 0 : steps.findIndex((one) => one.slug === step_slug);
  if (step >= 0) return { lesson, step };
  const has = ({ was }: Step) => was.includes(`${slug}/${step_slug ?? ''}`);
  const found = lessons.findIndex((one) => one.steps.some(has));
  return { lesson: found, step: lessons[found]?.steps.findIndex(has) ?? -1 };
}

/** The page of a lesson's step; undefined if there is no such step. */
export function stepData(
  slug: string,
  step_slug?: string,
  { as_told = false }: { readonly as_told?: boolean } = {},
): StepData | undefined {
  const { lesson: place, step: at } = placed(slug, step_slug);
  const lesson = lessons[place];
  const found = lesson?.steps[at];
  if (!lesson || !found) return undefined;
  const { picture, was: _, server: __, ...step } = found;
  const { steps, summary: ___, ...rest } = lesson;
  const question = ways[place]?.question ?? '';
  const first = as_told ? undefined : openingOf(step.blocks);
  const near = (index: number) => {
    const other = lessons[index];
    return other && cardOf(other);
  };
  return {
    lesson: { ...rest, question, steps: steps.map(({ slug, title, server }) => ({ slug, title, server })) },
    step,
    at,
    picture: picture && pictureOf(picture, first),
    previous: near(place - 1),
    next: near(place + 1),
    short: shortOf(lesson.slug, step.slug),
  };
}
