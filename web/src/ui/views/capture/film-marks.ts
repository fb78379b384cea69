/**
 * The looks of a film over a time axis: the verdict at each, and the longest queues. A look is a moment: nothing is drawn
 * between two of them, because nothing is known.
 */
import { m } from '#paraglide/messages.js';
import { timeOf, type Film, type FilmLook } from '../../../model/diagnosis/film';
import { count } from '../../../model/words/format';
import {
  circle,
  group,
  line,
  path,
  rect,
  text,
  those,
  type Mark,
  type Paint,
} from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { timeScaleIn } from '../time-scale';

export interface FilmBox {
  readonly width: number;
  readonly height: number;
}

const HEAD = 20;
const VERDICTS = 14;
const LEAST_ROW = 13;
const LETTERS = 12;
const SIDE = 9;

/** Places each look at its true time. */
export function filmScale({ looks }: Film, { width }: FilmBox) {
  const gutter = Math.min(78, width * 0.22);
  const from = looks[0]?.at_us ?? 0;
  const scale = timeScaleIn(
    (looks.at(-1)?.at_us ?? 0) - from,
    gutter + SIDE,
    width - gutter - 2 * SIDE,
  );
  return { gutter, x: ({ at_us }: FilmLook) => gutter + SIDE + scale.px(at_us - from) };
}

/** The index of the look nearest to a place of the drawing. */
export function lookAt(film: Film, box: FilmBox, x: number): number {
  const scale = filmScale(film, box);
  const away = film.looks.map((look) => Math.abs(scale.x(look) - x));
  return away.indexOf(Math.min(...away));
}

const toneOf = ({ diagnosed: { diagnosis } }: FilmLook): Paint => {
  switch (diagnosis.level) {
    case 'wrong':
      return '--socket';
    case 'fine':
      return '--run';
    case 'cannot_tell':
    case 'unreadable':
      return '--ink-3';
  }
};

const queueOf = ({ pool }: FilmLook, id: number): number => {
  const found = pool.groups.find(({ group: one }) => one === id);
  return Math.max(found?.row?.queue_length ?? 0, found?.queued?.length ?? 0);
};

/** Groups that are in trouble at some time, else those with the longest queues. */
export function rowsOf({ looks }: Film, most: number): readonly number[] {
  const ids = looks.flatMap(({ pool }) => pool.groups.map(({ group: id }) => id));
  const weight = new Map([...new Set(ids)].map((id) => [id, 0]));
  for (const look of looks)
    for (const { group: id, deaf } of look.pool.groups) {
      const named = look.diagnosed.diagnosis.troubles.some(({ groups }) => groups.includes(id));
      const own = queueOf(look, id) + Number(deaf) + (named ? 1000 : 0);
      weight.set(id, (weight.get(id) ?? 0) + own);
    }
  const by_weight = [...weight].sort((a, b) => b[1] - a[1]);
  return by_weight
    .slice(0, most)
    .map(([id]) => id)
    .sort((a, b) => a - b);
}

export function filmMarks(film: Film, at: number, box: FilmBox): readonly Mark[] {
  const { looks, changes } = film;
  const { gutter, x } = filmScale(film, box);
  const room = box.height - HEAD - VERDICTS;
  const rows = rowsOf(film, Math.max(1, Math.min(4, Math.floor(room / LEAST_ROW))));
  const row_h = room / Math.max(1, rows.length);
  const wide = Math.max(1.5, Math.min(5, (box.width - gutter) / looks.length / 2));
  const most = Math.max(1, ...looks.flatMap((look) => rows.map((id) => queueOf(look, id))));
  const now = looks[at];
  const name = (words: readonly string[], y: number) => {
    const fits = words.find((one) => roomOf(one, LETTERS) <= gutter - 4) ?? '';
    return text(0, y, fits, { size: LETTERS, fill: '--ink-2', key: `name ${y}` });
  };
  const verdicts = looks.map((look, nth) =>
    rect(x(look) - wide / 2, HEAD + 3, wide, VERDICTS - 5, {
      key: `told ${nth}`,
      fill: toneOf(look),
      stroke: '--ink',
      thick: 0.5,
      data: { level: look.diagnosed.diagnosis.level },
    }),
  );
  const turns = changes.flatMap((nth): Mark[] => {
    const look = looks[nth];
    if (!look || nth === 0) return [];
    const left = x(look);
    return [
      path(`M${left - 4} ${HEAD - 3}h8l-4 5z`, {
        key: `turn ${nth}`,
        fill: '--ink',
        class: 'turn',
      }),
    ];
  });
  const lanes = rows.flatMap((id, nth): Mark[] => {
    const bottom = HEAD + VERDICTS + (nth + 1) * row_h - 3;
    const tall = Math.max(4, row_h - 5);
    return [
      name([m.group_n({ group: count(id) }), String(id)], bottom),
      line(gutter + SIDE, bottom, box.width - SIDE, bottom, {
        key: `ground ${id}`,
        stroke: '--grid',
      }),
      ...looks.flatMap((look, of): Mark[] => {
        const high = (queueOf(look, id) / most) * tall;
        const deaf = look.pool.groups.some(({ group: one, deaf }) => one === id && deaf);
        return those(
          high > 0 &&
            rect(x(look) - wide / 2, bottom - Math.max(1.5, high), wide, Math.max(1.5, high), {
              key: `queue ${id} ${of}`,
              fill: '--low',
            }),
          deaf &&
            circle(x(look), bottom, Math.max(1.5, wide / 2 + 0.5), {
              key: `deaf ${id} ${of}`,
              fill: '--ink',
              class: 'deaf',
            }),
        );
      }),
    ];
  });
  if (!now) return [];
  const clock = timeOf(now.at_us, film);
  const place = x(now);
  const [first, last] = [looks[0], looks.at(-1)];
  const half = roomOf(clock, 13, { bold: true }) / 2;
  const middle = Math.min(Math.max(place, half + 2), box.width - half - 2);
  const ends = [
    { look: first, anchor: 'start', at: gutter + SIDE },
    { look: last, anchor: 'end', at: box.width - SIDE },
  ] as const;
  return [
    ...ends.flatMap(({ look, anchor, at: left }): Mark[] => {
      if (!look) return [];
      const words = timeOf(look.at_us, film);
      const wide_words = roomOf(words, LETTERS);
      const from = anchor === 'start' ? left : left - wide_words;
      const meets = from < middle + half + 6 && from + wide_words > middle - half - 6;
      return meets
        ? []
        : [text(left, 12, words, { size: LETTERS, fill: '--ink-2', anchor, key: anchor })];
    }),
    name([m.capture_film_verdict()], HEAD + VERDICTS - 3),
    ...verdicts,
    ...turns,
    ...lanes,
    group(
      [
        text(middle - place, 13, clock, { size: 13, weight: 700, anchor: 'middle' }),
        line(0, HEAD - 2, 0, box.height - 1, { stroke: '--ink', thick: 2 }),
        circle(0, box.height - 5, 4.5, {
          class: 'ring',
          fill: '--paper',
          stroke: '--ink',
          thick: 2.5,
        }),
      ],
      { key: 'handle', x: place, class: 'handle' },
    ),
  ];
}
