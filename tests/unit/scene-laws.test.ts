// What is true of every picture of one or two groups, for any run and any box: each scenario at five moments, in the boxes
// of figures on the seven viewports, and in the halves that a pair has.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { whyWords } from '../../web/src/figure/model/head-words';
import { CONNECTION_STATES, labelling, NONE } from '../../web/src/model/run/frame';
import { markup } from '../../web/src/ui/marks/markup';
import type { Mark } from '../../web/src/ui/marks/marks';
import {
  answeredMarks,
  awayMarks,
  bodyMarks,
  latchSleeperMarks,
} from '../../web/src/ui/views/glyphs';
import { extentOf } from '../../web/src/ui/views/scene/extent';
import { isField } from '../../web/src/ui/views/scene/field';
import type { Point } from '../../web/src/ui/views/scene/geometry';
import { Motion } from '../../web/src/ui/views/scene/motion';
import type { TokenPlace } from '../../web/src/ui/views/scene/place';
import { SceneView, type SceneLook } from '../../web/src/ui/views/scene/view';
import { along, lengthOf, wayOf } from '../../web/src/ui/views/scene/way';
import { TONES, type Tone } from '../../web/src/ui/views/shapes';
import { read } from '../desk';
import { meet, overprinted, runNamed, seen, wordsIn, type Room } from '../seen';
import { everyNth, turnsOf } from '../turns';
import { looksOfRun } from '../widget-looks';

const BOXES = [
  [920, 390],
  [860, 250],
  [700, 330],
  [760, 300],
  [370, 210],
  [340, 200],
  [420, 250],
  [920, 195],
  [860, 125],
  [700, 165],
  [370, 105],
] as const;
const SHARES = [0, 0.13, 0.4, 0.72, 1];
const LEAST_LETTERS = 11;

const names = readdirSync('content/scenarios').map((file) => file.replace('.json', ''));

function shown(name: string) {
  const one = runNamed(name);
  const view = new SceneView(one.outcome, one.first, extentOf(one.outcome, one.first));
  return { ...one, view };
}

interface Body extends Room {
  readonly state: string;
  readonly client: number | undefined;
}

/** How far a body of a state extends to each side, from its shape's own marks. */
function bodiesIn(marks: readonly Mark[]): Body[] {
  return [...seen(marks)].flatMap(({ mark, x, y, scale }) => {
    if (mark.kind !== 'group' || mark.data?.['request'] === undefined) return [];
    const shape = mark.marks.find(({ key }) => key === 'shape');
    const [w, h] = reach(shape);
    const at = { x: x + Number(mark.x ?? 0) * scale, y: y + Number(mark.y ?? 0) * scale };
    return [
      {
        x: at.x - w,
        y: at.y - h,
        w: 2 * w,
        h: 2 * h,
        state: String(mark.data['state']),
        client: mark.client,
      },
    ];
  });
}

function reach(shape: Mark | undefined): readonly [number, number] {
  if (shape?.kind === 'circle') return [shape.r, shape.r];
  if (shape?.kind === 'rect') return [Number(shape.w) / 2, Number(shape.h) / 2];
  if (shape?.kind !== 'path') return [0, 0];
  const numbers = (shape.d.match(/-?\d+(\.\d+)?/g) ?? []).map((one) => Math.abs(Number(one)));
  const most = Math.max(0, ...numbers);
  return [most, most];
}

const told = new Map<string, ReturnType<typeof shown>>();
const few = names.filter((name) => {
  // Cheaper than a run that tells the same.
  if (looksOfRun(read(name)).includes('many groups')) return false;
  const one = shown(name);
  if (isField(one.outcome, one.first)) return false;
  told.set(name, one);
  return true;
});

const ASKS = new Set(
  CONNECTION_STATES.flatMap((state, index) =>
    state === 'idle' || state === 'closed' || state === 'suspended' ? [] : [index],
  ),
);

describe.each(few.map((name, nth) => [name, nth] as const))('%s', (name, nth) => {
  const one = told.get(name) as ReturnType<typeof shown>;
  const frames = SHARES.map((share) => one.at(share * one.outcome.end_ns));

  test.each(turnsOf(BOXES, nth, 2))('in %d by %d', (w, h) => {
    // Two groups in so low a box are cards.
    const groups = one.first.group_connections.length;
    if (groups === 2 && h / 2 < (w < 520 ? 92 : 78)) return;
    const layout = one.view.layout(w, h);
    expect([layout.width, layout.height]).toEqual([w, h]);
    frames.forEach((frame, at) => {
      const look: SceneLook = at % 2 === 0 ? { playing: true } : {};
      const { marks } = one.view.marks(layout, frame, look);
      const where = `${w} by ${h} at ${SHARES[at]}`;

      expect(markup(marks), where).not.toMatch(/NaN|undefined|Infinity/);
      const words = wordsIn(marks);
      expect(
        words.filter(({ size }) => size < LEAST_LETTERS),
        where,
      ).toEqual([]);
      const outside = (box: Room) =>
        box.x < -1 || box.y < -1 || box.x + box.w > w + 1 || box.y + box.h > h + 1;
      expect(words.filter(outside), where).toEqual([]);
      expect(overprinted(words), where).toEqual([]);

      const bodies = bodiesIn(marks);
      expect(bodies.filter(outside), where).toEqual([]);
      const waiting = bodies.filter(({ state }) =>
        ['low', 'high', 'socket', 'soon'].includes(state),
      );
      const on_top = waiting.flatMap((a, index) =>
        waiting.slice(index + 1).flatMap((b) => (meet(a, b) ? [[a, b]] : [])),
      );
      expect(on_top, where).toEqual([]);

      // Each busy client has one body in the look of its state; those without room are counted.
      const drawn = new Map<number, string[]>();
      for (const { client, state } of bodies)
        if (client !== undefined) drawn.set(client, [...(drawn.get(client) ?? []), state]);
      let missing = 0;
      frame.connection_state.forEach((state, client) => {
        if (!ASKS.has(state)) return;
        const its = drawn.get(client) ?? [];
        if (its.length === 0) missing += 1;
        else
          expect(its, `${where}: client ${client}`).toEqual([
            TONES[CONNECTION_STATES[state] ?? 'idle'],
          ]);
      });
      const counted = [...seen(marks)].reduce(
        (sum, { mark }) => sum + Number(mark.data?.['more'] ?? 0),
        0,
      );
      expect(missing, where).toBe(counted);
    });
  });
});

test.each(few)('%s: "Why 7?" is about the body with that number', (name) => {
  const { outcome, first, at } = told.get(name) as ReturnType<typeof shown>;
  const labels = labelling(first);
  for (const life of everyNth(Math.ceil(outcome.lives.length / 40), outcome.lives)) {
    const [number] = /\d+/.exec(whyWords(life, outcome)) ?? [];
    if (number === undefined) continue;
    const frame = at(((life.end_ns ?? outcome.end_ns) + life.arrive_ns) / 2);
    expect(labels(frame)[frame.connection_id.indexOf(life.connection)]).toBe(number);
  }
});

test('nobody who listens stands on the name of a part, in halves of a phone’s screen either', () => {
  const { at, outcome, view } = told.get('unread-order-kill-query') as ReturnType<typeof shown>;
  const frame = at(outcome.end_ns * 0.2);
  let listen = 0;
  for (let h = 96; h <= 240; h += 8) {
    const layout = view.layout(366, h);
    const words = wordsIn(view.marks(layout, frame, {}).marks);
    for (const { group, listener } of layout.groups) {
      if (!listener || frame.group_listener[group] === NONE) continue;
      listen += 1;
      const { seat, radius } = listener;
      const on = ({ x, y, w, h }: Room) =>
        Math.hypot(
          seat.x - Math.min(Math.max(seat.x, x), x + w),
          seat.y - Math.min(Math.max(seat.y, y), y + h),
        ) < radius;
      expect(words.filter(on), `${h} px`).toEqual([]);
    }
  }
  expect(listen).toBeGreaterThan(5);
});

test('a moving request keeps its look until it arrives, and nothing else changes', () => {
  const { at, view, outcome } = told.get('mariadb-max-threads-6') as ReturnType<typeof shown>;
  const layout = view.layout(920, 390);
  const motion = new Motion();
  // The first event that moves a request from its socket into a queue.
  const queued = outcome.events.find(({ kind }) => kind === 'queued');
  const at_ns = queued?.at_ns ?? 0;
  const look = (now_ms: number): SceneLook => ({ playing: true, moves: true, now_ms });
  const [before, after] = [at(at_ns - 1), at(at_ns)];
  const toneOf = (marks: readonly Mark[], client: number) =>
    bodiesIn(marks).find((one) => one.client === client)?.state;
  view.marks(layout, before, look(0), motion);
  const client = after.connection_state.findIndex(
    (state) => CONNECTION_STATES[state] === 'low_queue',
  );
  expect(client).toBeGreaterThanOrEqual(0);
  const tones = [16, 100, 200].map((now) =>
    toneOf(view.marks(layout, after, look(now), motion).marks, client),
  );
  expect(tones).toEqual(['socket', 'socket', 'socket']);
  for (const now of [300, 500, 700]) view.marks(layout, after, look(now), motion);
  expect(toneOf(view.marks(layout, after, look(720), motion).marks, client)).toBe('low');
});

test('no more than eight move at once; the others move in the body of one of them', () => {
  const { at, first, view } = told.get('one-thread-eight-sleeps') as ReturnType<typeof shown>;
  const layout = view.layout(920, 390);
  const motion = new Motion();
  const look = (now_ms: number): SceneLook => ({ playing: true, moves: true, now_ms });
  view.marks(layout, first, look(0), motion);
  const { marks } = view.marks(layout, { ...at(1e9), time_ns: 1 }, look(16), motion);
  expect(bodiesIn(marks).length).toBeLessThanOrEqual(8);
});

test.each(
  [
    'mariadb-max-threads-6',
    'percona-oversubscribe-1',
    'percona-two-groups',
    'starving-percona',
    'windows-eight-sleeps',
    'mysql-60-hang',
    'lock-holder-mariadb',
  ].map((name, nth) => [name, nth] as const),
)('%s: no path of a request crosses a name', (name, nth) => {
  const { at: frameAt, view, outcome } = told.get(name) as ReturnType<typeof shown>;
  for (const [w, h] of turnsOf(BOXES, nth, 2)) {
    const whole = view.layout(w, h);
    const { marks } = view.marks(whole, frameAt(outcome.end_ns * 0.72), { playing: true });
    const names = wordsIn(marks, { wanted: ({ key }) => key !== 'label' && key !== 'age' });
    const used = new Set(names.map(({ words }) => words));
    for (const group of whole.groups) {
      const layout = group.before && !used.has('High priority') ? group.before : group;
      const { sockets, queue, workers } = layout;
      const token = (zone: TokenPlace['zone'], at: Point, state: TokenPlace['state']) =>
        ({ ...at, zone, state, layout, radius: queue?.low.radius ?? 9 }) as TokenPlace;
      const lines = [
        ['low_queue', queue?.low],
        ['high_queue', queue?.high],
      ] as const;
      const letters = sockets?.places ?? [...layout.clients.places.values()];
      const ways = [
        ...letters.flatMap((from) => [
          ...lines.flatMap(([state, line]) =>
            (line?.places ?? []).map((at) => wayOf(from, 'socket', token('queue', at, state))),
          ),
          ...workers.seats.flatMap((at) => [
            wayOf(from, 'socket', token('worker', at, 'running')),
            wayOf(from, 'socket', token('worker', at, 'running'), true),
          ]),
        ]),
        ...lines.flatMap(([, line]) =>
          (line?.places ?? []).flatMap((from) =>
            workers.seats.map((at) => wayOf(from, 'queue', token('worker', at, 'running'))),
          ),
        ),
      ];
      const met = new Set<string>();
      for (const way of ways) {
        const length = lengthOf(way ?? []);
        for (let share = 0; share <= 1; share += 0.02) {
          const at = along(way ?? [], length, share);
          for (const one of names) if (meet({ ...at, w: 0.1, h: 0.1 }, one, 0)) met.add(one.words);
        }
      }
      expect([...met], `${w} by ${h}`).toEqual([]);
    }
  }
});

test('each state has a shape of its own, whatever its colour', () => {
  const tones = [...new Set(Object.values(TONES))].filter(
    (tone): tone is Tone => tone !== 'closed',
  );
  const plain = (marks: readonly Mark[]) =>
    JSON.stringify(marks, (name, value: unknown) =>
      ['fill', 'stroke', 'fill_opacity'].includes(name)
        ? value === 'none' ||
          value === '--paper' ||
          value === '--idle' ||
          value === '--away' ||
          value === '--cup'
          ? 'hollow'
          : 'full'
        : value,
    );
  const glyphs = [
    ...tones.map((tone) => [tone, plain(bodyMarks(tone, 14, '7'))] as const),
    ['away from home', plain(awayMarks(14, '7'))] as const,
    ['answered', plain(answeredMarks(14, '7'))] as const,
    ['asleep at the latch', plain(latchSleeperMarks(14))] as const,
  ];
  const alike = glyphs.flatMap(([a, one], at) =>
    glyphs.slice(at + 1).flatMap(([b, other]) => (one === other ? [`${a} = ${b}`] : [])),
  );
  expect(alike).toEqual([]);
});
