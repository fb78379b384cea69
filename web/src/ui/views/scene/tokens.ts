/** Requests and threads as marks, from (0, 0) on: the shape says the state together with the colour. */
import { m } from '#paraglide/messages.js';
import type { ClientState, ThreadState } from '../../../model/run/frame';
import { circle, group, path, text, type Look, type Mark } from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { bodyMarks } from '../glyphs';
import { TONES } from '../shapes';
import { arc } from './geometry';
import type { FullGroup } from './layout-types';
import type { DrawnThread } from './motion';

export const tokenMarks = (
  state: ClientState,
  radius: number,
  label: string,
  chosen: boolean,
): Mark[] => [
  ...(chosen
    ? [circle(0, 0, radius + 4, { fill: 'none', stroke: '--focus', thick: 2.5, key: 'chosen' })]
    : []),
  ...bodyMarks(TONES[state], radius, label),
];

export function threadWord(state: ThreadState): string {
  switch (state) {
    case 'starting':
      return m.scene_thread_starting();
    case 'waking':
      return m.scene_thread_waking();
    case 'listening':
      return m.scene_thread_listening();
    case 'idle':
      return m.scene_thread_idle();
    case 'running':
      return m.scene_thread_running();
    case 'waiting':
      return m.scene_thread_waiting();
    case 'lock':
      return m.scene_thread_lock();
    case 'reading':
      return m.scene_thread_reading();
    case 'cached':
      return m.scene_thread_cached();
    case 'connecting':
      return m.scene_thread_connecting();
    case 'connect_idle':
      return m.scene_thread_connect_idle();
    case 'latch':
      return m.scene_thread_latch();
    case 'holds_latch':
      return m.scene_thread_holds_latch();
    case 'runnable':
      return m.scene_thread_runnable();
  }
}

const RINGS: Readonly<Partial<Record<ThreadState, Look>>> = {
  listening: { stroke: '--high' },
  starting: { stroke: '--ink-2', dash: '3 3' },
  waking: { stroke: '--ink-2', dash: '3 3' },
  latch: { stroke: '--latch', dash: '1.5 2.5' },
  runnable: { stroke: '--run', dash: '5 4' },
};
const DONE: Readonly<Partial<Record<ThreadState, Look>>> = {
  running: { stroke: '--run' },
  waiting: { stroke: '--sleep', dash: '5 2.5' },
  lock: { stroke: '--lock', dash: '1.5 2.5' },
  holds_latch: { stroke: '--latch' },
};
const ASLEEP: ReadonlySet<ThreadState> = new Set(['idle', 'cached', 'connect_idle']);

const sign = (d: string, more: Look = {}): Mark =>
  path(d, { key: 'sign', fill: 'none', stroke: '--ink-2', thick: 1.7, round: true, ...more });

/** What a thread without a request does, in its ring. */
function signOf({ place }: DrawnThread): Mark[] {
  const { state, radius, serves } = place;
  const k = Math.min(1, radius / 17);
  const n = (value: number) => Number((value * k).toFixed(1));
  if (!serves && ASLEEP.has(state)) return [sign('M-4 -3.5H4L-4 4H4')];
  if (state === 'reading' && radius > 10)
    return [sign('M-5 0h.01M0 0h.01M5 0h.01', { thick: 2.8 })];
  if (state !== 'listening') return [];
  const [a, b] = [n(4.5), n(9)];
  return [
    sign(`M${-a} 0A${a} ${a} 0 0 1 ${a} 0M${-b} 0A${b} ${b} 0 0 1 ${b} 0M0 0V${n(7)}`, {
      stroke: '--high',
    }),
  ];
}

/** Number and state of a thread beside its ring, as far as there is room. */
function wordsOf(drawn: DrawnThread, full: FullGroup | undefined): Mark[] {
  const { state, radius, thread, put_away, layout, x } = drawn.place;
  if (!full || radius < 8) return [];
  const { small } = full.type;
  const word = threadWord(state);
  // In the stack, and where seats are small, the number stands at the ring.
  if (put_away) return [];
  const listens = layout.listener !== undefined && x === layout.listener.seat.x;
  if (full.seat_words === 0 && !listens) {
    if (radius < 12) return [];
    return [
      text(radius * 0.84, -radius * 0.64, String(thread), {
        key: 'words',
        size: small * 0.95,
        weight: 600,
        fill: '--ink-2',
      }),
    ];
  }
  const y = radius + 4 + small;
  const fit = (words: string) => Math.min(small, (small * full.seat_w) / roomOf(words, small));
  if (full.seat_words === 2)
    return [
      text(0, y, m.thread_n({ thread }), {
        key: 'words',
        size: fit(m.thread_n({ thread })),
        anchor: 'middle',
        fill: '--ink-2',
      }),
      text(0, y + small + 1.5, word, {
        key: 'state',
        size: fit(word),
        anchor: 'middle',
        fill: '--ink-2',
      }),
    ];
  // A number that is told from its neighbours' is worth more than a word that is not.
  const said = fit(`${thread} ${word}`) < small * 0.85 ? '' : ` ${word}`;
  return [
    text(
      0,
      y,
      [
        { words: String(thread), weight: 600, fill: '--ink-2' },
        { words: said, fill: '--ink-2' },
      ],
      { key: 'words', size: said ? fit(`${thread} ${word}`) : small, anchor: 'middle' },
    ),
  ];
}

/** A thread at its seat. */
export function threadMarks(drawn: DrawnThread): Mark[] {
  const { place, presence, change } = drawn;
  const { state, radius, thread, put_away, layout } = place;
  const thick = radius > 15 ? 3.6 : radius > 10 ? 2.4 : radius > 6 ? 1.8 : 1.2;
  const ring: Look = { fill: '--sheet', stroke: '--ink-3', thick, ...RINGS[state] };
  const done = DONE[state];
  const small = layout.full?.type.small ?? 10;
  const [first, second] = layout.workers.idle?.places ?? [];
  // Where they lie close, each hides what is written on the one below.
  const covered = first && second && second.x - first.x < radius * 1.7;
  const inside =
    put_away && layout.full
      ? covered
        ? []
        : [
            text(0, small * 0.34, String(thread), {
              key: 'number',
              size: Math.min(small * 0.95, (radius * 3) / Math.max(2, String(thread).length)),
              anchor: 'middle',
              fill: '--ink-2',
            }),
          ]
      : signOf(drawn);
  const marks: Mark[] = [
    ...(change === 'created' || change === 'woken'
      ? [circle(0, 0, radius + 4, { key: 'news', fill: 'none', stroke: '--run', thick: 2.5 })]
      : []),
    circle(0, 0, radius, { key: 'ring', ...ring }),
    ...(done && place.progress > 0
      ? [path(arc(radius, place.progress), { key: 'done', fill: 'none', thick, ...done })]
      : []),
    ...inside,
    ...wordsOf(drawn, layout.full),
  ];
  if (presence >= 1) return marks;
  return [group(marks, { key: 'presence', scale: presence, opacity: presence })];
}
