/** Crowds: groups as tiles of cells, and one thread for each connection as one field of cells. */
import { m } from '#paraglide/messages.js';
import type { Poster } from '../../figure/player/player.svelte';
import { homeGroups } from '../../ui/views/scene/crowd';
import { CELL_ORDER, Census, STATES } from '../../ui/views/scene/dense/census';
import { cellRows } from '../../ui/views/scene/dense/painter';
import {
  columnsOf,
  pitchOf,
  SEAT_PITCH,
  SEAT_RADIUS,
  tileShape,
} from '../../ui/views/scene/dense/tile';
import { TONES, type Tone } from '../../ui/views/shapes';
import { stateWords } from '../../ui/views/state-words';
import { count } from '../../model/words/format';
import { box, colour, place, round, text, type Piece } from './draw';

const GAP = 10;
const PAD = 9;

/** As the canvases have it: what only lines in a large drawing fills a cell here. */
function cellColour(tone: Tone): string {
  switch (tone) {
    case 'idle':
      return '--line-strong';
    case 'closed':
      return '--line';
    case 'socket':
    case 'soon':
    case 'away':
    case 'ready':
      return `--${tone}-line`;
    case 'low':
    case 'high':
    case 'run':
    case 'wait':
    case 'lock':
    case 'login':
    case 'latch':
      return `--${tone}`;
  }
}

function cells(counts: readonly number[], shape: Parameters<typeof cellRows>[1]): string {
  const size = shape.pitch > 2 ? shape.pitch - 1 : shape.pitch;
  return cellRows(counts, shape)
    .map((d, rank) => {
      const tone = cellColour(TONES[CELL_ORDER[rank] ?? 'closed']);
      const dash = size === shape.pitch ? '' : ` stroke-dasharray="${size} 1"`;
      return d && `<path d="${d}" stroke="${colour(tone)}" stroke-width="${size}"${dash}/>`;
    })
    .join('');
}

/** What the cells' colours mean, and how many are in which state. */
function keyOf(census: Census, width: number): Piece {
  const states = CELL_ORDER.map((state) => ({ state, number: census.total(state) })).filter(
    ({ number }) => number > 0,
  );
  const entries = states.map(({ state, number }, index) => {
    const x = (index % 2) * (width / 2);
    const y = 14 + Math.floor(index / 2) * 22;
    return (
      box(x, y - 10, 11, 11, { fill: cellColour(TONES[state]) }) +
      text(x + 18, y, `${count(number)} ${stateWords(state)}`, { fill: '--ink-2' })
    );
  });
  return { svg: entries.join(''), width, height: Math.ceil(states.length / 2) * 22 };
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
  const tile = (group: number): string => {
    const queued = census.queued[group] ?? 0;
    const stalled = (frame.group_stalled[group] ?? 0) > 0;
    const threads = Math.min(frame.group_threads[group] ?? 0, shape.seats.most);
    const active = frame.group_active[group] ?? 0;
    const counts = [...census.cells.subarray(group * STATES, (group + 1) * STATES)];
    const seats = Array.from({ length: threads }, (_, index) => {
      const look =
        index < active
          ? `fill="${colour('--run')}" stroke="${colour('--run')}"`
          : `fill="none" stroke="${colour('--muted')}"`;
      return `<circle cx="${index * SEAT_PITCH + 6}" cy="${round(shape.seats.y + shape.seats.h / 2)}" r="${SEAT_RADIUS}" ${look}/>`;
    });
    return (
      box(0, 0, w, h, {
        fill: '--raised',
        stroke: stalled ? '--alert' : '--line-strong',
        radius: 10,
        thick: stalled ? 2 : 1,
      }) +
      text(PAD, 21, String(group), { weight: 650, fill: '--ink-2' }) +
      (stalled
        ? text(PAD + (short ? 16 : 24), 21, short ? '!' : m.scene_stalled(), {
            size: 12,
            weight: 650,
            fill: '--alert',
          })
        : '') +
      text(w - PAD, 21, m.scene_tile_queue({ count: count(queued) }), {
        size: short ? 10 : 11.5,
        ...(queued > 0 ? { weight: 600 } : {}),
        fill: queued > 0 ? '--alert' : '--muted',
        anchor: 'end',
        mono: true,
      }) +
      `<g transform="translate(${PAD} ${PAD})">${cells(counts, shape)}${seats.join('')}</g>`
    );
  };
  const rows = Math.ceil(groups / columns);
  const tiles = Array.from({ length: groups }, (_, group) =>
    place(
      { svg: tile(group), width: w, height: h },
      (group % columns) * (w + GAP),
      Math.floor(group / columns) * (h + GAP),
    ),
  );
  const bottom = rows * (h + GAP) - GAP;
  const key = keyOf(census, width);
  return {
    svg: tiles.join('') + place(key, 0, bottom + 10),
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
  const field = cells([...census.cells], {
    pitch,
    columns,
    cells: { x: 0, y: 0, w: columns * pitch, h },
  });
  const key = keyOf(census, width);
  const cpu = `${count(frame.on_cpu)} ${m.scene_on_cpu({ cores: count(frame.cores) })}`;
  const bottom = h + 10 + key.height;
  return {
    svg:
      field + place(key, 0, h + 10) + text(0, bottom + 14, cpu, { weight: 600, fill: '--ink-2' }),
    width,
    height: bottom + 20,
  };
}
