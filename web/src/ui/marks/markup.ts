/** The brush that writes a string, for posters, cards and downloads. */
import { escapeXml } from '../../model/words/escape';
import { attributesOf, tagOf, variable, type Attributes, type Colours } from './attributes';
import type { Mark } from './marks';

const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

/** The contents of an element that is not a group: its title, its text. */
export function within(mark: Mark, colours: Colours): string {
  const title = mark.title === undefined ? '' : `<title>${escapeXml(mark.title)}</title>`;
  if (mark.kind !== 'text') return title;
  if (typeof mark.words === 'string') return title + escapeXml(mark.words);
  const spans = mark.words.map(
    (span) => `<tspan${written(attributesOf(span, colours))}>${escapeXml(span.words)}</tspan>`,
  );
  return title + spans.join('');
}

/** `page` and `round` as in `attributesOf`. */
export function markup(
  marks: readonly Mark[],
  colours: Colours = variable,
  page = false,
  round = false,
): string {
  return marks
    .map((mark) => {
      const tag = tagOf(mark);
      const attributes = written(attributesOf(mark, colours, page, round));
      const inside =
        mark.kind === 'group' ? markup(mark.marks, colours, page, round) : within(mark, colours);
      return `<${tag}${attributes}${inside ? `>${inside}</${tag}>` : '/>'}`;
    })
    .join('');
}

export interface Sheet {
  readonly title: string;
  readonly desc?: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly marks: readonly Mark[];
  /** Definitions of the patterns that marks are filled with. */
  readonly defs?: string;
}

const SANS = 'Figtree, Arial, sans-serif';

/** A complete drawing with a background. */
export function sheet(
  { title, desc, width, height, size, marks, defs }: Sheet,
  colours: Colours,
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${SANS}" font-size="${size}">`,
    `<title>${escapeXml(title)}</title>`,
    ...(desc === undefined ? [] : [`<desc>${escapeXml(desc)}</desc>`]),
    ...(defs === undefined ? [] : [`<defs>${defs}</defs>`]),
    `<rect width="${width}" height="${height}" fill="${colours('--paper')}"/>`,
    ...marks.map((mark) => markup([mark], colours)),
    '</svg>\n',
  ].join('\n');
}
