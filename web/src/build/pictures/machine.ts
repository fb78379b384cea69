/** The server model's row below the groups: cores, run queue, latch, and how they went over time. */
import { m } from '#paraglide/messages.js';
import type { Poster } from '../../figure/player/player.svelte';
import { outline } from '../../ui/views/shapes';
import { cellRows } from '../../ui/views/scene/dense/painter';
import { grid, wrap } from '../../ui/views/scene/geometry';
import {
  CoreSeats,
  latchView,
  MOST_CHIPS,
  type LatchView,
  type MachineExtent,
} from '../../ui/views/scene/machine/machine';
import { lanesOf, type Lane } from '../../ui/views/scene/machine/over-time';
import { latchSentence } from '../../ui/views/scene/machine/summary';
import { clock, count, duration } from '../../model/words/format';
import { box, colour, place, round, stack, text, type Piece } from './draw';

const GAP = 14;
const PAD = 14;
const MOST_CORES = 64;

/** A part in its frame. */
function panel(title: string, inside: Piece, width: number, height: number, alert = false): Piece {
  const stroke = alert ? '--alert' : '--line-strong';
  const frame = box(0, 0, width, height, {
    fill: '--raised',
    stroke,
    radius: 12,
    thick: alert ? 2 : 1,
  });
  const head = text(PAD, 24, title.toUpperCase(), { size: 12, weight: 650, fill: '--ink-2' });
  return { svg: frame + head + place(inside, PAD, 36), width, height };
}
const HEAD = 36;

function cores({ frame }: Poster, width: number): Piece {
  const seats = new CoreSeats().take(frame).slice(0, MOST_CORES);
  const size = seats.length > 24 ? 24 : 34;
  const { places, height } = grid(seats.length, 0, 0, width, { w: size + 5, h: size + 5 });
  const cells = seats.map((thread, index) => {
    const { x = 0, y = 0 } = places[index] ?? {};
    const busy = thread !== undefined;
    return (
      box(x - size / 2, y - size / 2, size, size, {
        fill: busy ? '--run' : '--surface',
        stroke: busy ? '--run-line' : '--line-strong',
        radius: 7,
      }) +
      (busy
        ? text(x, y + 4, String(thread), {
            size: size > 30 ? 12 : 10,
            weight: 600,
            fill: '--on-run',
            anchor: 'middle',
            mono: true,
          })
        : '')
    );
  });
  const busy = seats.filter((thread) => thread !== undefined).length;
  const words =
    frame.cores === 0
      ? m.cores_used({ busy: frame.on_cpu })
      : frame.on_cpu > frame.cores
        ? m.cores_shared({ threads: frame.on_cpu, cores: frame.cores })
        : m.cores_busy({ busy, cores: frame.cores });
  const foot = text(0, height + 18, words, { size: 12, fill: '--muted' });
  return { svg: cells.join('') + foot, width, height: height + 24 };
}

function chips(
  threads: readonly number[],
  asleep: number,
  kind: 'runnable' | 'latch',
  places_most: number,
  width: number,
): Piece {
  const shown = threads.length > MOST_CHIPS ? threads.slice(0, MOST_CHIPS - 1) : threads;
  const total = Math.max(1, Math.min(places_most, MOST_CHIPS));
  const tall = kind === 'latch' ? 56 : 42;
  const { places, height } = grid(Math.max(total, shown.length), 0, 0, width, { w: 44, h: tall });
  const tone = kind === 'latch' ? 'latch' : 'ready';
  const parts = places.map(({ x, y }, index) => {
    const at_y = kind === 'latch' ? y - 8 : y;
    const thread = shown[index];
    if (thread === undefined) {
      if (index === shown.length && threads.length > shown.length)
        return text(x, at_y + 4, m.more_n({ count: threads.length - shown.length }), {
          size: 12,
          weight: 650,
          anchor: 'middle',
          mono: true,
        });
      return `<circle cx="${round(x)}" cy="${round(at_y)}" r="12" fill="none" stroke="${colour('--line-strong')}"/>`;
    }
    const sleeps = index >= threads.length - asleep;
    const look = sleeps
      ? `fill="${colour('--surface')}" stroke="${colour('--latch')}" stroke-dasharray="3 2.4"`
      : `fill="${colour(`--${tone}`)}" stroke="${colour(`--${tone}-line`)}"`;
    const how = sleeps ? m.scene_latch_sleeps() : m.scene_latch_spins();
    return (
      `<path d="${outline(kind, 13.5)}" transform="translate(${round(x)} ${round(at_y)})" stroke-width="1.6" ${look}/>` +
      text(kind === 'latch' ? x : x - 2, at_y + 4, String(thread), {
        size: 11,
        weight: 600,
        fill: sleeps ? '--latch' : `--on-${tone}`,
        anchor: 'middle',
        mono: true,
      }) +
      (kind === 'latch'
        ? text(x, at_y + 27, how, { size: 10.5, fill: '--muted', anchor: 'middle' })
        : '')
    );
  });
  return { svg: parts.join(''), width, height };
}

function runQueue({ frame }: Poster, extent: MachineExtent, width: number): Piece {
  const threads = Array.from(frame.run_queue);
  const foot =
    threads.length === 0
      ? m.scene_run_queue_empty()
      : m.scene_run_queue_foot({ count: count(threads.length) });
  const lines = wrap(foot, width, 12);
  const words = {
    svg: lines
      .map((line, at) => text(0, 12 + at * 16, line, { size: 12, fill: '--muted' }))
      .join(''),
    width,
    height: 4 + lines.length * 16,
  };
  if (extent.run_queue_most <= MOST_CHIPS)
    return stack([chips(threads, 0, 'runnable', extent.run_queue_most, width), words], 6);
  const share = threads.length / Math.max(1, extent.connections);
  const bar: Piece = {
    svg:
      text(0, 24, count(threads.length), {
        size: 26,
        weight: 700,
        fill: '--ready-line',
        mono: true,
      }) +
      text(count(threads.length).length * 16 + 8, 24, m.scene_run_queue_want(), {
        fill: '--ink-2',
      }) +
      box(0, 36, width, 10, { fill: '--line' }) +
      box(0, 36, share * width, 10, { fill: '--ready-line' }),
    width,
    height: 50,
  };
  return stack([bar, words], 6);
}

function heap(latch: LatchView, extent: MachineExtent, width: number): Piece {
  const counts = [latch.spinning.length, latch.asleep.length];
  const pitch =
    extent.connections <= 300
      ? 14
      : extent.connections <= 1_200
        ? 10
        : extent.connections <= 4_200
          ? 6
          : 3;
  const columns = Math.floor(Math.min(560, width) / pitch);
  const h = Math.ceil(extent.connections / columns) * pitch;
  const cells = { pitch, columns, cells: { x: 0, y: 34, w: columns * pitch, h } };
  const row = (d: string, tone: string) =>
    d &&
    `<path d="${d}" fill="none" stroke="${colour(tone)}" stroke-width="${pitch - 1}" stroke-dasharray="${pitch - 1} 1"/>`;
  const total = count(counts.reduce((sum, one) => sum + one, 0));
  const [spins = '', sleeps = ''] = cellRows(counts, cells);
  const key = (at: number, tone: string, number: number, words: string) =>
    box(0, 34 + h + 8 + at * 20, 12, 12, { fill: tone, stroke: '--latch' }) +
    text(18, 34 + h + 18 + at * 20, `${count(number)} ${words}`, { fill: '--ink-2' });
  return {
    svg:
      text(0, 22, total, { size: 26, weight: 700, fill: '--latch', mono: true }) +
      text(total.length * 16 + 8, 22, m.scene_latch_wait_here(), { size: 14, fill: '--ink-2' }) +
      row(cellRows([extent.connections], cells)[0] ?? '', '--line') +
      row(spins, '--latch') +
      row(sleeps, '--latch-asleep') +
      key(0, '--latch', latch.spinning.length, m.scene_latch_spinning()) +
      key(1, '--latch-asleep', latch.asleep.length, m.scene_latch_asleep()),
    width,
    height: 34 + h + 46,
  };
}

function latchPanel({ frame, outcome }: Poster, extent: MachineExtent, width: number): Piece {
  const latch = latchView(frame, outcome);
  const stalled = latch.state === 'stalled';
  const sentence = text(0, 13, latchSentence(latch), {
    weight: 600,
    fill: stalled ? '--alert' : '--ink',
  });
  const held = latch.state !== 'free';
  const holder =
    box(2, 2, 54, 54, {
      fill: '--surface',
      stroke: stalled ? '--alert' : held ? '--latch' : '--line-strong',
      radius: 12,
      thick: held ? 4 : 3,
      ...(held ? {} : { dash: '6 5' }),
    }) +
    text(29, 35, latch.holder === undefined ? '' : String(latch.holder), {
      size: 16,
      weight: 700,
      anchor: 'middle',
      mono: true,
    });
  const beside = width - 74;
  const waiters =
    extent.latch_most > MOST_CHIPS
      ? heap(latch, extent, beside)
      : chips(
          [...latch.spinning, ...latch.asleep],
          latch.asleep.length,
          'latch',
          extent.latch_most,
          beside,
        );
  const inside: Piece = {
    svg: holder + place(waiters, 74, 0),
    width,
    height: Math.max(60, waiters.height),
  };
  const counters = [
    [m.scene_latch_waiting(), count(latch.spinning.length + latch.asleep.length)],
    [m.scene_latch_transactions(), count(frame.open_transactions)],
    [m.scene_latch_grant(), latch.grant_ns === undefined ? '–' : duration(latch.grant_ns)],
  ] as const;
  let x = 0;
  const numbers: Piece = {
    svg:
      `<path d="M0 .5h${round(width)}" stroke="${colour('--line')}"/>` +
      counters
        .map(([name, value]) => {
          const at = x;
          x += Math.max(name.length * 6.5, value.length * 9) + 22;
          return (
            text(at, 22, value, { size: 15, weight: 650, mono: true }) +
            text(at, 37, name, { size: 10.5, fill: '--muted', mono: true })
          );
        })
        .join(''),
    width,
    height: 40,
  };
  return stack([{ svg: sentence, width, height: 18 }, inside, numbers], 10);
}

const LANES: Readonly<Record<Lane['kind'], { words: () => string; tone: string }>> = {
  latch: { words: m.scene_over_latch, tone: '--latch' },
  run_queue: { words: m.scene_over_run_queue, tone: '--ready-line' },
  answers: { words: m.scene_over_answers, tone: '--run' },
};

function overTime({ outcome, frame }: Poster, end_ns: number, width: number): Piece {
  const number = (value: number) => (value < 10 ? value.toFixed(1) : count(Math.round(value)));
  const share = Math.min(1, frame.time_ns / end_ns);
  const stalls = (outcome.scenario.stalls ?? []).filter(({ for_us }) => for_us > 0);
  const room = width - 2 * PAD;
  const lanes = lanesOf(outcome, end_ns, frame.time_ns).map(({ kind, most, now, path }): Piece => {
    const { words, tone } = LANES[kind];
    const line = (at: number, stroke: string, dash = '') =>
      `<path d="M${round(at * room)} 20v44" stroke="${colour(stroke)}" stroke-width="2"${dash}/>`;
    return {
      svg:
        `<text x="0" y="13" font-size="13" fill="${colour('--ink-2')}">${words()} <tspan font-weight="650" fill="${colour('--ink')}">${number(now)}</tspan></text>` +
        text(room, 13, m.scene_over_most({ most: number(most) }), {
          size: 11,
          fill: '--muted',
          anchor: 'end',
          mono: true,
        }) +
        box(0, 20, room, 44, { fill: '--surface' }) +
        `<path d="${path}" transform="translate(0 20) scale(${round(room / 100)} .44)" fill="${colour(tone)}"/>` +
        `<rect x="${round(share * room)}" y="20" width="${round((1 - share) * room)}" height="44" fill="${colour('--surface')}" opacity=".62"/>` +
        stalls
          .map(({ at_us }) => line((at_us * 1e3) / end_ns, '--alert', ' stroke-dasharray="4 3"'))
          .join('') +
        line(share, '--ink'),
      width: room,
      height: 66,
    };
  });
  const ends: Piece = {
    svg:
      text(0, 10, '0', { size: 11, fill: '--muted', mono: true }) +
      text(room / 2, 10, clock(frame.time_ns, end_ns), {
        size: 11,
        fill: '--muted',
        anchor: 'middle',
        mono: true,
      }) +
      text(room, 10, duration(end_ns), { size: 11, fill: '--muted', anchor: 'end', mono: true }),
    width: room,
    height: 12,
  };
  const inside = stack([...lanes, ends], 4);
  const height = inside.height + 20;
  return {
    svg:
      box(0, 0, width, height, { fill: '--raised', stroke: '--line-strong', radius: 12 }) +
      place(inside, PAD, 10),
    width,
    height,
  };
}

/** Side by side, as tall as the tallest. */
function row(parts: readonly { title: string; alert?: boolean; w: number; piece: Piece }[]): Piece {
  const height = Math.max(...parts.map(({ piece }) => piece.height)) + HEAD + 12;
  let x = 0;
  const drawn = parts.map(({ title, w, piece, alert = false }) => {
    const at = x;
    x += w + GAP;
    return place(panel(title, piece, w, height, alert), at, 0);
  });
  return { svg: drawn.join(''), width: x - GAP, height };
}

export function machinePiece(
  poster: Poster,
  extent: MachineExtent,
  end_ns: number,
  width: number,
): Piece {
  const aside = Math.round((width - GAP) * (extent.run_queue ? 0.4 : 0.36));
  const rest = width - GAP - aside;
  const alert = latchView(poster.frame, poster.outcome).state === 'stalled';
  const of_cores = { title: m.cores(), w: aside, piece: cores(poster, aside - 2 * PAD) };
  const of_queue = () => ({
    title: m.scene_run_queue(),
    w: rest,
    piece: runQueue(poster, extent, rest - 2 * PAD),
  });
  const of_latch = (w: number) => ({
    title: m.scene_latch(),
    w,
    piece: latchPanel(poster, extent, w - 2 * PAD),
    alert,
  });
  const rows: Piece[] = [];
  if (extent.run_queue) {
    rows.push(row([of_cores, of_queue()]));
    if (extent.latch) rows.push(row([of_latch(width)]));
  } else rows.push(row(extent.latch ? [of_cores, of_latch(rest)] : [of_cores]));
  if (extent.latch) rows.push(overTime(poster, end_ns, width));
  return stack(rows, GAP);
}
