import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { picturesOf } from '../../web/src/build/pictures/scene';
import { widgets } from '../../web/src/build/widgets/widgets';
import { longPiece } from '../../web/src/figure/picture/long';
import type { Mark } from '../../web/src/ui/marks/marks';
import { widthOf } from '../../web/src/ui/marks/measure';
import { oneOfEach } from '../turns';
import { looksOf } from '../widget-looks';

// The long picture of each kind of figure: nothing leaves it, it is no taller than feeds show, and its code is whole.

/** Pixels of a PNG have half a unit; feeds cut or shrink what is taller than 2,400. */
const TALLEST = 1200;

const texts = (marks: readonly Mark[], x = 0, y = 0, scale = 1): [string, number, number][] =>
  marks.flatMap((mark): [string, number, number][] => {
    if (mark.kind === 'group') {
      const by = typeof mark.scale === 'number' ? mark.scale : 1;
      return texts(
        mark.marks,
        x + Number(mark.x ?? 0) * scale,
        y + Number(mark.y ?? 0) * scale,
        scale * by,
      );
    }
    if (mark.kind !== 'text' || typeof mark.words !== 'string') return [];
    const { size = 13, weight = 400, display = false } = mark;
    const wide = widthOf(mark.words, size, { bold: weight >= 600, display }) * scale;
    const from = mark.anchor === 'end' ? -wide : mark.anchor === 'middle' ? -wide / 2 : 0;
    return [[mark.words, x + Number(mark.x) * scale + from + wide, y + Number(mark.y) * scale]];
  });

const drawn = oneOfEach(
  widgets.filter(({ kind }) => kind !== 'benchmark'),
  looksOf,
);
test.each(drawn.map((widget) => [widget.name, widget] as const))(
  '%s as a long picture: question, finding, address and code, all inside',
  (_, widget) => {
    const posters = picturesOf(widget);
    const { question, page } = widget;
    const address = `https://poolscope.example${page}`;
    const labels = ['left', 'right'];
    const frames = posters.map(({ frame }) => frame);
    const { marks, width, height } = longPiece(posters, frames, { question, labels, address });
    expect(height).toBeLessThanOrEqual(TALLEST);
    const all = texts(marks);
    expect(all.filter(([, right, y]) => right > width || y > height || y < 12)).toEqual([]);
    const flat = all
      .map(([words]) => words)
      .join('')
      .replaceAll(' ', '');
    for (const part of [question, `poolscope.example${page}`.replace(/\/$/, ''), 'answered'])
      expect(flat).toContain(part.replaceAll(' ', ''));

    const black = encode(address, { ecc: 'M', border: 4 }).data.flat().filter(Boolean).length;
    const code = marks.flatMap((mark) => (mark.kind === 'group' ? mark.marks : []));
    const [modules] = code.filter((mark) => mark.kind === 'path' && mark.fill === '#000000');
    expect(modules?.kind === 'path' && modules.d.split('M').length - 1).toBe(black);
  },
);
