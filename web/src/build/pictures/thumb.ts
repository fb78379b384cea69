/** Thumbnails for lists: a small scene without its text, which would be illegible. */
import { scenePiece } from '../../figure/picture/runs';
import { sheetOf } from '../../figure/picture/sheet';
import type { Poster } from '../../figure/player/player.svelte';
import { place, type Mark } from '../../ui/marks/marks';
import { openPosters } from '../lessons';
import { scenarios } from '../runs/scenarios';
import { widgetNamed } from '../widgets/widgets';
import { picturesOf } from './scene';
import { inTheme, type Theme } from './themes';

/** The drawing's width and margin; lists show it at a third of this width (ui/parts/Stamp.svelte). */
const WIDTH = 600;
const HEIGHT = 250;
const EDGE = 18;

const wordless = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap((mark): Mark[] => {
    if (mark.kind === 'text') return [];
    return mark.kind === 'group' ? [{ ...mark, marks: wordless(mark.marks) }] : [mark];
  });

const LESSON = 'lesson-';

export const thumbNames = (): readonly string[] => [
  ...scenarios.map(({ name }) => name),
  ...Object.keys(openPosters()).map((slug) => LESSON + slug),
];

function posterNamed(name: string): Poster | undefined {
  if (name.startsWith(LESSON)) return openPosters()[name.slice(LESSON.length)];
  const widget = widgetNamed(name);
  return widget?.kind === 'scenario' ? picturesOf(widget)[0] : undefined;
}

export function thumbSvg(name: string, theme: Theme): string | undefined {
  const poster = posterNamed(name);
  if (!poster) return undefined;
  const piece = scenePiece(poster, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE);
  const marks = [place({ marks: wordless(piece.marks) }, EDGE, EDGE, 1)];
  return inTheme(sheetOf({ title: name, width: WIDTH, height: HEIGHT, marks }), theme);
}
