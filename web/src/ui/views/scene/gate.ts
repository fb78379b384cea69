/** A gate before the threads of a group: how many it lets pass, and how many have passed. */
import { m } from '#paraglide/messages.js';
import type { Frame, WaitReason } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import { line, rect, type Mark } from '../../marks/marks';
import type { Bar } from './world';

/** How many of a group may run at once, and who counts. */
export interface Gate {
  readonly places: number;
  /** True if requests of the high queue pass it. */
  readonly low_only?: boolean;
  readonly taken: (frame: Frame, group: number) => number;
  readonly words: string;
}

const MOST_PLACES = 12;

/** One place per request that may pass; with all places taken it is shut. */
export function gateMarks(
  { x, y, h }: Bar,
  { places, taken }: { places: number; taken: number },
  w = 7,
): Mark[] {
  if (places > MOST_PLACES) {
    const full = Math.min(1, taken / places);
    return [
      line(x, y, x, y + h, { key: 'all', stroke: '--rim', thick: 2, round: true }),
      line(x, y + h * (1 - full), x, y + h, {
        key: 'taken',
        stroke: '--ink',
        thick: w,
        round: true,
      }),
    ];
  }
  const gap = Math.min(4, h / places / 4);
  const each = (h - gap * (places - 1)) / places;
  return Array.from({ length: places }, (_, at) =>
    rect(x - w / 2, y + at * (each + gap), w, each, {
      key: `place ${at}`,
      r: Math.min(3, w / 2),
      fill: at < taken ? '--ink' : '--cup',
      stroke: at < taken ? '--ink' : '--rim',
      thick: 1.2,
    }),
  );
}

const at = (column: ArrayLike<number>, group: number) => column[group] ?? 0;

/** The limit that a reason names, and who counts against it. */
export function gateOf(why: WaitReason | undefined): Gate | undefined {
  if (why?.reason === 'too_busy')
    return {
      places: why.limit,
      taken: (frame, group) => at(frame.group_active, group) + at(frame.group_waiting, group),
      low_only: true,
      words: m.scene_gate_all({ limit: why.limit }),
    };
  if (why?.reason === 'transaction_limit')
    return {
      places: why.limit,
      taken: (frame) => frame.open_transactions,
      words: m.scene_gate_transactions({ limit: count(why.limit) }),
    };
  if (why?.reason !== 'saturated' && why?.reason !== 'active_query_limit') return undefined;
  const { limit, reason } = why;
  return {
    places: limit,
    taken: (frame, group) => at(frame.group_active, group),
    words:
      reason === 'saturated'
        ? m.scene_gate_active({ limit })
        : m.scene_gate_queries({ limit: count(limit) }),
  };
}
