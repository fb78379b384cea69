/** What stands still in a card, and in the strip of groups that have nothing to do. */
import { m } from '#paraglide/messages.js';
import { NONE } from '../../../model/run/frame';
import type { Frame, SchedulerName } from '../../../model/run/types';
import { hasListener } from '../../../model/run/families';
import { circle, group as all, path, rect, text, type Look, type Mark } from '../../marks/marks';
import { roomOf, wrap } from '../../marks/measure';
import type { Box } from './geometry';
import { NUMBERED_CELL } from './layout-card';
import type { GroupLayout, StripLayout } from './layout-types';
import { partWordsOf } from './part-words';

interface CardMore {
  /** Why the first in line waits: the sentence, and shorter ones. */
  readonly why?: readonly string[];
  /** How fresh a refusal is that stands, 0 to 1. */
  readonly refused?: number | undefined;
}

const EMPTY: Look = { fill: 'none', stroke: '--ink-3', dash: '2 3' };

export function cardMarks(
  layout: GroupLayout,
  frame: Frame,
  scheduler: SchedulerName,
  { why = [], refused }: CardMore = {},
): Mark[] {
  const { group, box, clients, listener, queue, workers, titled } = layout;
  const words = partWordsOf(scheduler);
  const waiting =
    (frame.group_high[group] ?? 0) +
    (frame.group_low[group] ?? 0) +
    (frame.group_unpolled[group] ?? 0);
  const stalled = (frame.group_stalled[group] ?? 0) > 0;
  const listens = listener && hasListener(scheduler);
  const nobody = listens && (frame.group_listener[group] ?? NONE) === NONE;
  const size = box.h < 60 || box.w < 110 ? 10.5 : 12.5;
  const count = m.card_in_line({ count: waiting });
  const room = box.w - 26;
  const fits = (...both: readonly string[]) =>
    both.reduce((sum, one) => sum + roomOf(one, size, { bold: true }), 0) <= room;
  const number = String(waiting);
  const whole = words.group(group);
  const name = fits(whole, number) ? whole : String(group);
  // Where it is too narrow for both, those in line are seen to be there.
  const told = [count, number].find((one) => fits(name, one)) ?? '';
  const right = box.x + box.w - 9;
  const at = clients.label ?? { x: box.x + 10, y: box.y + 15 };
  return [
    rect(box.x, box.y, box.w, box.h, {
      r: 10,
      part: `group:${group}`,
      fill: '--lens',
      stroke: stalled ? '--ink' : '--ink-3',
      thick: stalled ? 2 : 1,
    }),
    text(at.x, at.y, name, { size, weight: 650, fill: '--ink-2' }),
    text(right, at.y, told, {
      size,
      anchor: 'end',
      fill: waiting > 0 ? '--ink' : '--ink-2',
      ...(waiting > 0 ? { weight: 650 } : {}),
    }),
    ...(titled
      ? [
          ...titledPart(clients.box, m.clients(), 'clients', false),
          ...(listens ? titledPart(listener.box, words.listener(), 'listener', true) : []),
          ...(queue ? titledPart(queue.box, m.queue(), 'queue', true) : []),
          ...titledPart(workers.box, m.workers(), 'workers', true),
        ]
      : queue
        ? [
            rect(queue.box.x - 3, queue.box.y, queue.box.w + 6, queue.box.h, {
              r: 6,
              fill: '--sheet',
              part: 'queue',
            }),
          ]
        : []),
    ...(nobody
      ? [circle(listener.seat.x, listener.seat.y, listener.radius, { ...EMPTY, stroke: '--high' })]
      : []),
    ...workers.seats.map(({ x, y }) => circle(x, y, workers.radius, EMPTY)),
    ...(workers.refused && refused !== undefined
      ? refusedSeat(workers.refused.x, workers.refused.y, workers.radius, refused)
      : []),
    ...(why.length === 0
      ? []
      : layout.why
        ? whyLines(layout.why, why)
        : whyBeside(at.x + roomOf(name, size) + 12, right - roomOf(told, size) - 10, at.y, why)),
  ];
}

/** Between the group's name and how many wait, where it has no room of its own. */
function whyBeside(x: number, end: number, y: number, whys: readonly string[]): Mark[] {
  const words = whys.find((one) => roomOf(one, BESIDE, { bold: true }) <= end - x);
  if (words === undefined) return [];
  return [text(x, y, words, { size: BESIDE, weight: 600, fill: '--ink' })];
}

function titledPart(box: Box, words: string, part: string, ground: boolean): Mark[] {
  return [
    rect(box.x, box.y, box.w, box.h, { r: 7, part, fill: ground ? '--sheet' : 'none' }),
    text(box.x + 6, box.y + 12, words.toUpperCase(), {
      size: 9.5,
      weight: 650,
      spacing: 0.04,
      fill: '--ink-2',
    }),
  ];
}

function refusedSeat(x: number, y: number, r: number, glow: number): Mark[] {
  const arm = Number((r * 0.4).toFixed(1));
  const cross = `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
  return [
    ...(glow > 0 ? [circle(x, y, r + 3, { fill: '--ink', opacity: glow * 0.3 })] : []),
    circle(x, y, r, { fill: '--sheet', stroke: '--ink', dash: '3 3', thick: 1.5 }),
    all([path(cross, { stroke: '--ink', thick: 2 })], { x, y }),
  ];
}

const WHY = 12;
const BESIDE = 11;

function whyLines(at: NonNullable<GroupLayout['why']>, whys: readonly string[]): Mark[] {
  const wrapped = whys.map((why) => wrap(why, at.w - 16, WHY));
  const lines = wrapped.find(({ length }) => length <= at.lines) ?? wrapped.at(-1) ?? [];
  return [
    rect(at.x, at.y, at.w, at.lines * 16 + 2, { r: 4, fill: '--sheet' }),
    rect(at.x, at.y, 3, at.lines * 16 + 2, { fill: '--ink' }),
    ...lines.map((words, index) =>
      text(at.x + 10, at.y + 13 + index * 16, words, { size: WHY, weight: 600, fill: '--ink' }),
    ),
  ];
}

/** One line of words, and a cell for each: dotted where connections stand, lit where words point at it. */
export function stripMarks(
  { label, cells }: StripLayout,
  frame: Frame,
  scheduler: SchedulerName,
): Mark[] {
  const words = partWordsOf(scheduler);
  const connected = (group: number) => (frame.group_connections[group] ?? 0) > 0;
  return [
    text(label.x, label.y, words.at_rest(cells.length), { size: 12, fill: '--ink-2' }),
    ...cells.flatMap(({ group, box: { x, y, w, h } }): Mark[] => [
      rect(x, y, w, h, {
        key: `rest:${group}`,
        part: `group:${group}`,
        title: words.group(group),
        r: w > 8 ? 3 : 1,
        fill: connected(group) ? '--line' : '--sheet',
        stroke: '--ink-3',
      }),
      ...(w + 2 >= NUMBERED_CELL
        ? [
            text(x + w / 2, y + h / 2 + 3.2, String(group), {
              size: w > 18 ? 10 : 9,
              fill: '--ink-2',
              anchor: 'middle',
            }),
          ]
        : []),
    ]),
  ];
}
