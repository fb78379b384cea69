/** A list of marks as text that people can read and tests can compare: a line for each mark. */
import type { GroupMark, Mark, Span } from '../web/src/ui/marks/marks';

const short = (value: string | number) =>
  typeof value === 'number' ? String(Number(value.toFixed(1))) : value;

const spans = (words: string | readonly Span[]) =>
  typeof words === 'string' ? words : words.map((span) => span.words).join('');

function where(mark: Mark): string {
  switch (mark.kind) {
    case 'rect':
      return `${short(mark.x)},${short(mark.y)} ${short(mark.w)}x${short(mark.h)}`;
    case 'circle':
      return `${short(mark.x)},${short(mark.y)} r${short(mark.r)}`;
    case 'line':
      return `${short(mark.x1)},${short(mark.y1)} to ${short(mark.x2)},${short(mark.y2)}`;
    case 'path':
      return mark.d.length > 60 ? `${mark.d.slice(0, 40)}... (${mark.d.length})` : mark.d;
    case 'text':
      return `${short(mark.x)},${short(mark.y)} "${spans(mark.words)}"`;
    case 'group':
      return `${short(mark.x ?? 0)},${short(mark.y ?? 0)}`;
  }
}

/** Colours by their tokens, so that the list is the same in every theme. */
export function told(marks: readonly Mark[], indent = ''): string {
  return marks
    .flatMap((mark) => {
      const look = [
        mark.part && `part ${mark.part}`,
        mark.title && `"${mark.title}"`,
        mark.fill && `fill ${mark.fill}`,
        mark.stroke && `stroke ${mark.stroke}${mark.dash ? ' dashed' : ''}`,
      ].filter(Boolean);
      const line = [`${indent}${mark.kind}`, where(mark), ...look].join(' ');
      return mark.kind === 'group'
        ? [line, told((mark satisfies GroupMark).marks, `${indent}  `)]
        : [line];
    })
    .filter((line) => line !== '')
    .join('\n');
}
