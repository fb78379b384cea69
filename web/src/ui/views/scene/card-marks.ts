/** The fixed parts of a card, and of the strip of groups without work. */
import { m } from '#paraglide/messages.js';
import { NONE } from '../../../model/run/frame';
import type { Frame, SchedulerName } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import {
  circle,
  group as all,
  line,
  rect,
  tenth as n,
  text,
  those,
  type Mark,
} from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { ringMarks } from '../glyphs';
import { basinMarks, doorMarks, onMark } from './basin';
import { NUMBERED_CELL } from './layout-card';
import type { GroupLayout, StripLayout } from './layout-types';
import { partWordsOf } from './part-words';
import { CLAUSE } from '../../../model/joined';

interface CardMore {
  /** Why the first request in the queue waits: the sentence, and shorter ones. */
  readonly why?: readonly string[];
  /** How recent a lasting refusal is, 0 to 1. */
  readonly refused?: number | undefined;
}

/** A small pool: its rim with a door, its queue, and seats without a thread. */
export function cardMarks(
  layout: GroupLayout,
  frame: Frame,
  scheduler: SchedulerName,
  { refused }: CardMore = {},
): Mark[] {
  const { group, box, clients, listener, queue, workers } = layout;
  const pool = {
    ...box,
    x: box.x + clients.box.w,
    y: box.y + 1,
    w: box.w - clients.box.w - 1,
    h: box.h - 2,
  };
  const small = Math.min(box.w, box.h) < 70;
  const basin = {
    box: pool,
    corner: n(Math.min(18, Math.min(pool.w, pool.h) / 4)),
    rim: small ? 1.75 : 2.5,
    door: listener ? { y: listener.seat.y, r: listener.radius } : undefined,
  };
  const listens = (frame.group_listener[group] ?? NONE) !== NONE;
  const tray = queue?.low.tray;
  return those(
    all(basinMarks(basin), { key: 'ground', part: `group:${group}` }),
    headMarks(layout, frame, scheduler, pool.x + pool.w - (small ? 6 : 12)),
    tray &&
      those(
        rect(n(tray.x), n(tray.y), n(tray.w), n(tray.h), {
          key: 'lane',
          part: 'queue',
          r: n(Math.min(10, tray.h / 2.6)),
          fill: '--lane',
        }),
        workers.box.x > tray.x + tray.w &&
          !small &&
          onMark('arrow', { x: tray.x + tray.w + 3, y: tray.y + tray.h / 2 }, [4, 4], 2),
      ),
    workers.seats.map(({ x, y }, at) =>
      all(ringMarks('seat', n(workers.radius)), { key: `seat ${at}`, x: n(x), y: n(y) }),
    ),
    workers.refused &&
      refused !== undefined &&
      refusedSeat(workers.refused.x, workers.refused.y, workers.radius, refused),
    // The listening thread is drawn as an ear.
    !listens && doorMarks(basin, false),
  );
}

function headMarks(
  { group, clients }: GroupLayout,
  frame: Frame,
  scheduler: SchedulerName,
  right: number,
): Mark[] {
  const at = clients.label;
  if (!at) return [];
  const in_line = (frame.group_high[group] ?? 0) + (frame.group_low[group] ?? 0);
  const unread = frame.group_unpolled[group] ?? 0;
  const waiting = in_line + unread;
  const size = right - at.x < 100 ? 11.5 : 12.5;
  const face = { bold: true };
  const names = [partWordsOf(scheduler).group(group), String(group)];
  const told =
    unread > 0
      ? [
          [m.card_in_line({ count: in_line }), m.dense_unread({ count: count(unread) })].join(
            CLAUSE,
          ),
          `${in_line} + ${unread}`,
          String(waiting),
        ]
      : [m.card_in_line({ count: in_line }), String(in_line)];
  const both = names
    .flatMap((name) => told.map((words) => ({ name, words })))
    .find(
      ({ name, words }) => roomOf(name, size, face) + roomOf(words, size, face) + 8 <= right - at.x,
    );
  // If it is too narrow for both, the name is enough: the queue is visible.
  const name = both?.name ?? String(group);
  if (roomOf(name, size, face) > right - at.x) return [];
  return those(
    text(n(at.x), n(at.y), name, { key: 'name', size, weight: 700 }),
    both &&
      text(n(right), n(at.y), both.words, {
        key: 'told',
        size,
        anchor: 'end',
        fill: waiting > 0 ? '--ink' : '--ink-2',
        ...(waiting > 0 ? { weight: 700 } : {}),
      }),
  );
}

/** A seat for which a thread was refused: an ink bar. */
function refusedSeat(x: number, y: number, r: number, glow: number): Mark[] {
  return those(
    glow > 0 && circle(n(x), n(y), n(r * 1.25), { key: 'glow', fill: '--light', opacity: glow }),
    all(
      [
        ...ringMarks('seat', n(r)),
        line(n(-r * 0.7), 0, n(r * 0.7), 0, {
          key: 'bar',
          stroke: '--ink',
          thick: Math.max(2, n(r * 0.35)),
          round: true,
        }),
      ],
      { key: 'refused', x: n(x), y: n(y) },
    ),
  );
}

/** A line of text, and a cell for each group: dotted if it has connections, lit if the text points at it. */
export function stripMarks(
  { label, cells }: StripLayout,
  frame: Frame,
  scheduler: SchedulerName,
): Mark[] {
  const words = partWordsOf(scheduler);
  const connected = (group: number) => (frame.group_connections[group] ?? 0) > 0;
  return [
    text(label.x, label.y, words.at_rest(cells.length), { size: 12, fill: '--ink-2' }),
    ...cells.flatMap(({ group, box: { x, y, w, h } }): Mark[] =>
      those(
        rect(x, y, w, h, {
          key: `rest:${group}`,
          part: `group:${group}`,
          title: words.group(group),
          r: w > 8 ? w / 4 : 1,
          fill: connected(group) ? '--lane' : '--pool',
          stroke: '--rim',
        }),
        w + 2 >= NUMBERED_CELL &&
          text(x + w / 2, y + h / 2 + 4, String(group), {
            size: 11,
            fill: '--ink-2',
            anchor: 'middle',
          }),
      ),
    ),
  ];
}
