/** A reader's guess beside the run's answer, as a picture to share. */
import { m } from '#paraglide/messages.js';
import { sharedCard, CARD, EDGE, type SharedCard } from '../../figure/picture/card';
import { shortDuration } from '../../model/words/format';
import type { Colours } from '../../ui/marks/attributes';
import { rect, text, type Mark } from '../../ui/marks/marks';
import { roomOf, widthOf } from '../../ui/marks/measure';
import type { DrawItem, Option } from './types';

export type Result =
  | { readonly kind: 'predict'; readonly options: readonly Option[]; readonly mine: string }
  | {
      readonly kind: 'draw';
      readonly items: readonly DrawItem[];
      /** One for each item, in ns. */
      readonly mine: readonly number[];
      readonly max_ns: number;
    };

const TOP = 212;
const BOTTOM = 500;
const WIDTH = CARD.width - 2 * EDGE;
const MINE = { fill: 'none', stroke: '--guess', thick: 4, dash: '12 8' } as const;
const TRUE = { fill: '--run' } as const;

export function headlineOf(result: Result): string {
  if (result.kind === 'predict') {
    const { mine, options } = result;
    const truth = options.find(({ right }) => right)?.text ?? '';
    return mine === truth
      ? m.lesson_result_right({ guess: mine })
      : m.lesson_result_wrong({ guess: mine, truth });
  }
  const far = (at: number) => Math.abs((result.items[at]?.truth_ns ?? 0) - (result.mine[at] ?? 0));
  const worst = result.items.map((_, at) => at).reduce((a, b) => (far(b) > far(a) ? b : a), 0);
  const item = result.items[worst];
  if (!item || far(worst) <= result.max_ns / 100) return m.lesson_result_close();
  return m.lesson_result_drawn({
    item: item.label,
    guess: shortDuration(result.mine[worst] ?? 0),
    truth: shortDuration(item.truth_ns),
  });
}

/** The choices in a row, or below each other: mine dashed, the run's filled. */
function choices({ options, mine }: Extract<Result, { kind: 'predict' }>): readonly Mark[] {
  const SIZE = 44;
  const HIGH = 108;
  const GAP = 28;
  const wide = options.map(({ text: words }) => Math.max(HIGH, roomOf(words, SIZE) + 64));
  const all = wide.reduce((sum, one) => sum + one + GAP, -GAP);
  const scale = Math.min(1, WIDTH / all);
  let x = EDGE;
  return options.flatMap(({ text: words, right }, at): Mark[] => {
    const w = (wide[at] ?? HIGH) * scale;
    const h = HIGH * scale;
    const y = (TOP + BOTTOM) / 2 - h / 2;
    const [left, middle] = [x, x + w / 2];
    x += w + GAP * scale;
    const r = h / 2;
    const named = (label: string, below: number, fill: '--guess' | '--run') =>
      text(middle, y + h + 34 + below, label, { size: 22, anchor: 'middle', weight: 700, fill });
    return [
      rect(
        left,
        y,
        w,
        h,
        right ? { r, ...TRUE } : { r, fill: 'none', stroke: '--ink-3', thick: 2 },
      ),
      ...(words === mine ? [rect(left - 8, y - 8, w + 16, h + 16, { r: r + 8, ...MINE })] : []),
      text(middle, y + h / 2 + SIZE * 0.35 * scale, words, {
        size: SIZE * scale,
        display: true,
        weight: 700,
        anchor: 'middle',
        fill: right ? '--on-run' : '--ink',
      }),
      ...(words === mine ? [named(m.lesson_draw_yours(), 8, '--guess')] : []),
      ...(right ? [named(m.lesson_draw_truth(), words === mine ? 38 : 8, '--run')] : []),
    ];
  });
}

/** A row for each item: the guess as a dashed bar, the truth as a filled one within it. */
function bars({ items, mine, max_ns }: Extract<Result, { kind: 'draw' }>): readonly Mark[] {
  const pitch = Math.min(64, (BOTTOM - TOP + 40) / items.length);
  const size = Math.min(26, pitch * 0.6);
  const named = Math.max(...items.map(({ label }) => widthOf(label, size))) + 24;
  const x = EDGE + named;
  const room = WIDTH - named - 140;
  const at = (value_ns: number) => (room * Math.min(value_ns, max_ns)) / max_ns;
  return items.flatMap(({ label, truth_ns }, index): Mark[] => {
    const y = TOP - 20 + index * pitch;
    const h = pitch * 0.7;
    const base = y + h / 2 + size * 0.35;
    return [
      text(x - 16, base, label, { size, anchor: 'end' }),
      rect(x, y + h * 0.28, at(truth_ns), h * 0.44, { r: 3, ...TRUE }),
      rect(x, y, at(mine[index] ?? 0), h, { r: 6, ...MINE }),
      text(x + Math.max(at(truth_ns), at(mine[index] ?? 0)) + 16, base, shortDuration(truth_ns), {
        size,
        weight: 700,
        fill: '--run',
      }),
    ];
  });
}

export function resultCard(
  result: Result,
  of: Pick<SharedCard, 'what' | 'address'>,
  colours: Colours,
): string {
  const marks = result.kind === 'predict' ? choices(result) : bars(result);
  const source = m.embed_picture_simulated();
  return sharedCard({ ...of, headline: headlineOf(result), source, marks }, colours);
}
