/** A picture to share, as large as links' previews: a headline, what it is about, a drawing, and where it was made. */
import { m } from '#paraglide/messages.js';
import type { Colours } from '../../ui/marks/attributes';
import { sheet } from '../../ui/marks/markup';
import { text, type Mark } from '../../ui/marks/marks';
import { roomOf, widthOf, wrap } from '../../ui/marks/measure';

export const CARD = { width: 1200, height: 630 } as const;
export const EDGE = 48;
const WIDTH = CARD.width - 2 * EDGE;

/** Text that fits across the card; long text gets smaller. */
const fitting = (words: string, size: number) =>
  Math.floor(Math.min(size, (size * WIDTH) / roomOf(words, size, { display: true })));

export interface SharedCard {
  readonly headline: string;
  readonly what: string;
  readonly source: string;
  /** Where it was made: "example.org/curves". */
  readonly address: string;
  readonly marks: readonly Mark[];
}

export function sharedCard(
  { headline, what, source, address, marks }: SharedCard,
  colours: Colours,
): string {
  const all = [
    text(EDGE, 88, headline, {
      size: fitting(headline, 62),
      display: true,
      weight: 700,
      fill: '--guess',
    }),
    ...wrap(what, WIDTH, 23)
      .slice(0, 2)
      .map((words, index) => text(EDGE, 128 + 30 * index, words, { size: 23, fill: '--ink-2' })),
    ...marks,
    text(EDGE, CARD.height - 26, source, {
      size: Math.min(17, (17 * 600) / widthOf(source, 17)),
      fill: '--ink-2',
    }),
    text(
      CARD.width - EDGE,
      CARD.height - 26,
      [
        { words: m.site_name(), display: true, weight: 700, size: 22 },
        { words: address, size: 17, dx: 10, fill: '--ink-2' },
      ],
      { anchor: 'end' },
    ),
  ];
  return sheet({ title: headline, desc: what, ...CARD, size: 18, marks: all }, colours);
}
