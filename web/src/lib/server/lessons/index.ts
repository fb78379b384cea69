/** All lessons, read when the site is built: a mistake in one of them ends the build. */
import type {
  FigureAsk,
  FigureData,
  Lesson,
  LessonCard,
  Picture,
  PictureAsk,
} from '../../lesson/types';
import glossary from '../../../../../content/glossary.json';
import sources from '../../../../../content/sources.json';
import { posterOf } from '../engine';
import { knobsOf, scenarios } from '../scenarios';
import { parseLesson } from './lesson';
import { readLibrary } from './library';

const files = import.meta.glob<string>('/content/lessons/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const library = readLibrary(
  glossary,
  sources,
  Object.fromEntries(scenarios.map(({ name, json }) => [name, json])),
);

export const lessons: readonly Lesson[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b, 'en'))
  .map(([path, text]) => parseLesson(path.slice(1), text, library));

export const cards: readonly LessonCard[] = lessons.map(
  ({ slug, title, kicker, minutes, summary }) => ({ slug, title, kicker, minutes, summary }),
);

function figureData({ scenario, cue, knobs, sections }: FigureAsk): FigureData {
  const poster = posterOf(library.scenarios[scenario] ?? '', cue);
  return { name: scenario, poster, knobs: knobsOf(poster.outcome, knobs), cue, sections };
}

export function pictureOf(ask: PictureAsk): Picture {
  return ask.kind === 'figure'
    ? { kind: 'figure', figure: figureData(ask.figure) }
    : { kind: 'twins', left: figureData(ask.left), right: figureData(ask.right) };
}
