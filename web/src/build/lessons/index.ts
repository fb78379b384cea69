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
import { byLatency } from '../../model/measures/ranks';
import type { Point, System } from '../../model/benchmarks/benchmark';
import { livesCut } from '../../model/run/record';
import type { Outcome, Segment } from '../../model/run/types';
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

/** The first run of a lesson with something to compare, as small as a stamp; else the curves that it tells of. */
function thumbOf(lesson: Lesson): ThumbPicture {
  const runs = lesson.steps.flatMap(({ picture }) => {
    if (picture?.kind !== 'figure' && picture?.kind !== 'twins') return [];
    const figure = picture.kind === 'twins' ? picture.left : picture.figure;
    return [outcomeOf(library, figure.scenario, figure.cue.overrides ?? {})];
  });
  const few = runs.find(
    (run) => !livesCut(run) && run.lives.length >= LEAST_ROWS && run.lives.length <= MOST_LIVES,
  );
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
  const outcome = few ?? runs[0];
  return outcome ? barThumb(outcome) : { kind: 'bars', rows: [] };
}

export function barThumb(outcome: Outcome): Extract<ThumbPicture, { kind: 'bars' }> {
  const end_ns = playableEnd(outcome);
  const rows = byLatency(outcome.lives)
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
const LEAST_ROWS = 4;
const MOST_LIVES = 100;
const MOST_ROWS = 12;
/** Short, as it stands in the page's data. */
const share = (time_ns: number, end_ns: number) => Number(Math.min(1, time_ns / end_ns).toFixed(3));

export function course(): CourseLesson[] {
  const ways = readCourse(
    map,
    lessons.map(({ slug }) => slug),
  );
  return lessons.map((lesson, at) => ({
    ...cardOf(lesson),
    question: ways[at]?.question ?? '',
    needs: ways[at]?.needs ?? [],
    steps: lesson.steps.map(({ slug }) => slug),
    thumb: thumbOf(lesson),
  }));
}

/** Where a guess comes first, the picture stands at the start of the run. */
type Opening = 'as told' | 'at the start';

function figureData(
  { scenario, cue, knobs, sections }: FigureAsk,
  opening: Opening,
): FigureData {
  const shown = opening === 'at the start' ? { ...cue, time_ns: 0 } : cue;
  const poster = posterOf(library.scenarios[scenario] ?? '', shown);
  return { name: scenario, poster, knobs: knobsOf(poster.outcome, knobs), cue, sections };
}

function pictureOf(ask: PictureAsk, opening: Opening): Picture {
  switch (ask.kind) {
    case 'figure':
      return { kind: 'figure', figure: figureData(ask.figure, opening) };
    case 'twins':
      return {
        kind: 'twins',
        left: figureData(ask.left, opening),
        right: figureData(ask.right, opening),
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
  opening?: Opening,
): StepData | undefined {
  const place = lessons.findIndex((lesson) => lesson.slug === slug);
  const lesson = lessons[place];
  const at =
    lesson?.steps.findIndex(({ slug, was }) => [slug, was].includes(step_slug ?? slug)) ?? -1;
  const found = lesson?.steps[at];
  if (!lesson || !found) return undefined;
  const { picture, was: _, ...step } = found;
  const { steps, ...rest } = lesson;
  const kinds = step.blocks.map(({ kind }) => kind);
  const guess = kinds.findIndex((kind) => kind === 'predict' || kind === 'draw');
  const guessed_first = guess >= 0 && guess < kinds.indexOf('figure');
  const near = (index: number) => {
    const other = lessons[index];
    return other && cardOf(other);
  };
  return {
    lesson: { ...rest, steps: steps.map(({ slug, title, aside }) => ({ slug, title, aside })) },
    step,
    at,
    picture: picture && pictureOf(picture, opening ?? (guessed_first ? 'at the start' : 'as told')),
    previous: near(place - 1),
    next: near(place + 1),
  };
}
