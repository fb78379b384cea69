/** Crowds: groups as tiles of cells, and one thread for each connection as one field of cells. */
import { m } from '#paraglide/messages.js';
import type { Poster } from '../../figure/player/player.svelte';
import { count } from '../../model/words/format';
import { keyMarks } from '../../ui/marks/cells';
import { group as all, place, rect, text, type Mark, type Piece } from '../../ui/marks/marks';
import { homeGroups } from '../../ui/views/scene/crowd';
import { CELL_ORDER, Census } from '../../ui/views/scene/dense/census';
import { CELL_PAINT, tileCells, tileCount, tileSeats } from '../../ui/views/scene/dense/picture';
import { columnsOf, pitchOf, tileShape } from '../../ui/views/scene/dense/tile';
import { stateWords } from '../../ui/views/state-words';

const GAP = 10;
const PAD = 9;

/** What the cells' colours mean, and how many are in which state. */
function keyOf(census: Census, width: number): Piece {
  const entries = CELL_ORDER.map((state) => ({ state, number: census.total(state) }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => ({
      words: `${count(number)} ${stateWords(state)}`,
      mark: { fill: CELL_PAINT[state] },
    }));
  return { ...keyMarks(entries, width, { column: width / 2 }), width };
}

export function tilesPiece({ outcome, first, frame }: Poster, width: number): Piece {
  const groups = first.group_connections.length;
  const census = new Census(groups, homeGroups(outcome, first));
  census.take(frame);
  const columns = columnsOf(groups).wide;
  const w = (width - GAP * (columns - 1)) / columns;
  const short = w < 125;
  const inner = Math.floor(w - 2 * PAD);
  const shape = tileShape(Math.max(1, ...first.group_connections), inner, inner);
  // Over time nothing is known of one moment: no line below the seats.
  const h = shape.line.y + 2 * PAD;
  const tile = (group: number): Mark => {
    const stalled = (frame.group_stalled[group] ?? 0) > 0;
    const marks = [
      rect(0, 0, w, h, {
        r: 10,
        fill: '--raised',
        stroke: stalled ? '--alert' : '--line-strong',
        thick: stalled ? 2 : 1,
      }),
      text(PAD, 21, String(group), { size: 13, weight: 650, fill: '--ink-2' }),
      ...(stalled
        ? [
            text(PAD + (short ? 16 : 24), 21, short ? '!' : m.scene_stalled(), {
              size: 12,
              weight: 650,
              fill: '--alert',
            }),
          ]
        : []),
      all(
        [
          ...tileCells(census, group, shape),
          ...tileSeats(census, group, shape),
          tileCount(census.queued[group] ?? 0, inner, w - 2 * PAD),
        ],
        { x: PAD, y: PAD },
      ),
    ];
    return place(
      { marks },
      (group % columns) * (w + GAP),
      Math.floor(group / columns) * (h + GAP),
    );
  };
  const bottom = Math.ceil(groups / columns) * (h + GAP) - GAP;
  const key = keyOf(census, width);
  return {
    marks: [
      ...Array.from({ length: groups }, (_, group) => tile(group)),
      place(key, 0, bottom + 10),
    ],
    width,
    height: bottom + 10 + key.height,
  };
}

/** One thread per connection, for very many. */
export function fieldPiece({ outcome, first, frame }: Poster, width: number): Piece {
  const census = new Census(1, homeGroups(outcome, first));
  census.take(frame);
  const total = frame.client_id.length;
  const pitch = Math.min(14, pitchOf(total / 6) + 2);
  const columns = Math.floor(width / pitch);
  const h = Math.ceil(total / columns) * pitch;
  const key = keyOf(census, width);
  const cpu = `${count(frame.on_cpu)} ${m.scene_on_cpu({ cores: count(frame.cores) })}`;
  const bottom = h + 10 + key.height;
  return {
    marks: [
      ...tileCells(census, 0, { pitch, columns, cells: { x: 0, y: 0 } }),
      place(key, 0, h + 10),
      text(0, bottom + 14, cpu, { size: 13, weight: 600, fill: '--ink-2' }),
    ],
    width,
    height: bottom + 20,
  };
}

/** Tiles or the field, in this box. */
export function densePiece(poster: Poster, width: number, height: number): Piece {
  const field = poster.first.group_connections.length === 0;
  const piece = field ? fieldPiece(poster, width) : tilesPiece(poster, width);
  const scale = Math.min(1, height / piece.height);
  const x = (width - piece.width * scale) / 2;
  return { marks: [place(piece, x, 0, scale)], width, height };
}
