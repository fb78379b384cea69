/** All lessons, read when the site is built: a mistake in one of them ends the build. */
import type {
  BenchClaim,
  CourseLesson,
  FigureAsk,
  FigureData,
  Lesson,
  LessonCard,
  Picture,
  PictureAsk,
  StepData,
  ThumbBar,
  ThumbPicture,
} from '../../features/lesson/types';
import { playableEnd } from '../../model/run/end';
import type { Point, System } from '../../model/benchmarks/benchmark';
import { livesCut } from '../../model/run/record';
import type { Outcome, Segment } from '../../model/run/types';
import { livesUntil } from '../../model/run/until';
import { toneOf } from '../../ui/views/timeline';
import glossary from '../../../../content/glossary.json';
import map from '../../../../content/lessons/en/course.json';
import sources from '../../../../content/sources.json';
import { benchmarkNamed } from '../benchmarks';
import { posterOf } from '../runs/engine';
import { files as measured, sysbench } from '../measured';
import { knobsOf, scenarios } from '../runs/scenarios';
import { modelOf } from './bench-model';
import { chartPicture, curvePicture } from './curves';
import { readCourse } from './course';
import { asks, openingOf } from '../../features/lesson/asked';
import { parseLesson } from './lesson';
import { outcomeOf, readLibrary, type Bench } from './library';

const files = import.meta.glob<string>('/content/lessons/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const benches = import.meta.glob<Bench>('/content/benchmarks/*.json', {
  import: 'default',
  eager: true,
});

export const library = readLibrary(
  glossary,
  sources,
  Object.fromEntries(scenarios.map(({ name, json }) => [name, json])),
  Object.fromEntries(
    Object.values(benches).map((bench) => [bench.id, { ...bench, model: () => modelOf(bench.id) }]),
  ),
  { files: measured, sysbench },
);

export const lessons: readonly Lesson[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b, 'en'))
  .map(([path, text]) => parseLesson(path.slice(1), text, library));

function cardOf({ slug, title, kicker, minutes, summary }: Lesson): LessonCard {
  return { slug, title, kicker, minutes, summary };
}

/** Between a question and its answer: how far a picture that stands for a lesson may show its run. */
const INTO_THE_QUESTION = 1 / 3;

/** The first question of a lesson that a run answers, and a moment at which it is still open: for its card. */
export function openMoment(
  lesson: Lesson,
): { readonly figure: FigureAsk; readonly time_ns: number } | undefined {
  for (const { blocks, picture } of lesson.steps) {
    const block = blocks.find(asks);
    const figure =
      picture?.kind === 'figure'
        ? picture.figure
        : picture?.kind === 'twins'
          ? picture.left
          : undefined;
    if (!figure || block?.opens_ns === undefined || block.show_ns === undefined) continue;
    const { opens_ns, show_ns } = block;
    return { figure, time_ns: opens_ns + (show_ns - opens_ns) * INTO_THE_QUESTION };
  }
  return undefined;
}

/** The first question of a lesson that a run of few requests answers, as small as a stamp; else the curves that it tells of. */
function thumbOf(lesson: Lesson): ThumbPicture {
  const asked = openMoment(lesson);
  const run = asked && outcomeOf(library, asked.figure.scenario, asked.figure.cue.overrides ?? {});
  const few = run && !livesCut(run) && run.lives.length <= MOST_LIVES ? run : undefined;
  const [claim] = lesson.steps.flatMap(({ claims }) =>
    claims.filter((one): one is BenchClaim => one.kind === 'bench'),
  );
  if (!few && claim) {
    const named = benchmarkNamed(claim.bench.id).curves.find(({ id }) => claim.of.includes(id));
    // Where no step shows curves, the lesson is about that one.
    const both = lesson.steps.some(({ picture }) => picture?.kind === 'curve');
    if (named)
      return lineThumb({ ...named, bench: claim.bench.id, system: both ? undefined : named.system });
  }
  return run && asked ? barThumb(run, asked.time_ns) : { kind: 'bars', rows: [] };
}

/** A run as far as it is shown. */
export function barThumb(
  outcome: Outcome,
  seen_ns = Infinity,
): Extract<ThumbPicture, { kind: 'bars' }> {
  const end_ns = playableEnd(outcome);
  const rows = livesUntil(outcome.lives, seen_ns)
    .slice(0, MOST_ROWS)
    .map(({ segments }) => joined(segments, end_ns));
  return { kind: 'bars', rows };
}

/** The published curves of a machine and workload: clients on a scale of powers, throughput from nought. */
export function lineThumb({ bench, machine, workload, system }: Named): ThumbPicture {
  const curves = benchmarkNamed(bench).curves.filter(
    (curve) =>
      curve.machine === machine &&
      curve.workload === workload &&
      (system ?? curve.system) === curve.system,
  );
  const all = curves.flatMap(({ points }) => points);
  const [least, most] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const top = Math.max(...all.map(([, y]) => y));
  const lines = curves.map(({ system, points }) => ({
    system,
    points: points.map(
      ([x, y]): Point => [share(Math.log(x / least), Math.log(most / least)), share(y, top)],
    ),
  }));
  return { kind: 'lines', lines };
}
interface Named {
  readonly bench: string;
  readonly machine: string;
  readonly workload: string;
  /** Of one system alone. */
  readonly system?: System | undefined;
}

/** The stretches that can be seen, neighbours of one tone as one. */
function joined(segments: readonly Segment[], run_ns: number): ThumbBar[] {
  const length = ({ start_ns, end_ns }: Segment) => end_ns - start_ns;
  const longest = Math.max(...segments.map(length));
  const bars: ThumbBar[] = [];
  for (const segment of segments) {
    if (length(segment) <= run_ns / 400 && length(segment) < longest) continue;
    const tone = toneOf(segment);
    const to = share(segment.end_ns, run_ns);
    const last = bars.at(-1);
    if (last?.tone === tone) bars[bars.length - 1] = { ...last, to };
    else bars.push({ tone, from: share(segment.start_ns, run_ns), to });
  }
  return bars;
}
const MOST_LIVES = 100;
const MOST_ROWS = 12;
/** Short, as it stands in the page's data. */
const share = (time_ns: number, end_ns: number) => Number(Math.min(1, time_ns / end_ns).toFixed(3));

const ways = readCourse(
  map,
  lessons.map(({ slug }) => slug),
);

export function course(): CourseLesson[] {
  return lessons.map((lesson, at) => ({
    ...cardOf(lesson),
    question: ways[at]?.question ?? '',
    needs: ways[at]?.needs ?? [],
    steps: lesson.steps.map(({ slug }) => slug),
    thumb: thumbOf(lesson),
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

/** Where a guess comes first, the picture stands at the moment that it speaks of; else at its own. */
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

/** The page of a lesson's step; undefined if there is no such step. */
export function stepData(
  slug: string,
  step_slug?: string,
  { as_told = false }: { readonly as_told?: boolean } = {},
): StepData | undefined {
  const place = lessons.findIndex((lesson) => lesson.slug === slug);
  const lesson = lessons[place];
  const at =
    lesson?.steps.findIndex(({ slug, was }) => [slug, was].includes(step_slug ?? slug)) ?? -1;
  const found = lesson?.steps[at];
  if (!lesson || !found) return undefined;
  const { picture, was: _, ...step } = found;
  const { steps, summary: __, ...rest } = lesson;
  const question = ways[place]?.question ?? '';
  const first = as_told ? undefined : openingOf(step.blocks);
  const near = (index: number) => {
    const other = lessons[index];
    return other && cardOf(other);
  };
  return {
    lesson: { ...rest, question, steps: steps.map(({ slug, title, aside }) => ({ slug, title, aside })) },
    step,
    at,
    picture: picture && pictureOf(picture, first),
    previous: near(place - 1),
    next: near(place + 1),
  };
}
