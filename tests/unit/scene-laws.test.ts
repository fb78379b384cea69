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
import { partsOf } from '../../web/src/model/run/parts';
import { ROOM } from '../../web/src/ui/views/scene/at';
import { isFew } from '../../web/src/ui/views/scene/facts';
import { FieldView, type Look } from '../../web/src/ui/views/scene/field';
import {
  boxOn,
  LEAST_DISC,
  plainShape,
  shotOf,
  toScreen,
} from '../../web/src/ui/views/scene/field-marks';
import { along, lengthOf, wayIn } from '../../web/src/ui/views/scene/way';
import type { Line } from '../../web/src/ui/views/scene/world';
import { outline, TONES, type Tone } from '../../web/src/ui/views/shapes';
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
  const view = new FieldView(one.outcome, one.first);
  const marks = (time_ns: number, [w, h]: readonly [number, number], look: Look = {}) => {
    const frame = one.at(time_ns);
    return view.piece(view.layout(w, h), frame, view.chronicle.lastRound(frame), look).marks;
  };
  return { ...one, view, marks };
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
  if (!isFew(one.outcome, one.first)) return false;
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
  const times = SHARES.map((share) => share * one.outcome.end_ns);

  test.each(turnsOf(BOXES, nth, 2))('in %d by %d', (w, h) => {
    const layout = one.view.layout(w, h);
    expect([layout.width, layout.height]).toEqual([w, h]);
    times.forEach((time_ns, at) => {
      const frame = one.at(time_ns);
      const present = one.view.chronicle.present(frame);
      const marks = one.marks(time_ns, [w, h], {
        light: at % 2 === 0 || !present ? [] : partsOf(present),
      });
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

      // Each busy client has one body in the look of its state.
      const drawn = new Map<number, string[]>();
      for (const { client, state } of bodies)
        if (client !== undefined) drawn.set(client, [...(drawn.get(client) ?? []), state]);
      frame.connection_state.forEach((state, client) => {
        if (!ASKS.has(state)) return;
        expect(drawn.get(client) ?? [], `${where}: client ${client}`).toEqual([
          TONES[CONNECTION_STATES[state] ?? 'idle'],
        ]);
      });
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
  const { at, outcome, view, marks } = told.get('unread-order-kill-query') as ReturnType<
    typeof shown
  >;
  const time_ns = outcome.end_ns * 0.2;
  const frame = at(time_ns);
  let listen = 0;
  for (let h = 96; h <= 240; h += 8) {
    const layout = view.layout(366, h);
    const words = wordsIn(marks(time_ns, [366, h]));
    const shot = shotOf(layout.world, view.whole(layout), layout.view);
    layout.world.cells.forEach(({ house }, group) => {
      if (!house || frame.group_listener[group] === NONE) return;
      listen += 1;
      const seat = toScreen(shot, house.door);
      const radius = house.door.r * shot.s;
      const on = ({ x, y, w, h }: Room) =>
        Math.hypot(
          seat.x - Math.min(Math.max(seat.x, x), x + w),
          seat.y - Math.min(Math.max(seat.y, y), y + h),
        ) < radius;
      expect(words.filter(on), `${h} px`).toEqual([]);
    });
  }
  expect(listen).toBeGreaterThan(5);
});

const isOfDoor = ({ key }: Mark, of: number) => String(key).startsWith(`door words ${of} `);

test.each(['mariadb-two-groups', 'mariadb-max-threads-6', 'percona-two-groups'])(
  '%s: an ear or a bar at a door, and its words, say the same, in any box and in motion',
  (name) => {
    const { at, outcome, view, marks } = told.get(name) as ReturnType<typeof shown>;
    const changes = outcome.events.flatMap(({ kind, at_ns }) =>
      kind === 'thread_listens' ? [at_ns] : [],
    );
    const saidAt = (all: readonly Mark[], of: number) =>
      wordsIn(all, { wanted: (mark) => mark.kind === 'group' || isOfDoor(mark, of) })
        .map(({ words }) => words)
        .join(' ');
    const check = (all: readonly Mark[], time_ns: number, where: string): number => {
      const flat = [...seen(all)].map(({ mark }) => mark);
      const { group_listener } = at(time_ns);
      return group_listener.reduce((sum, thread, of) => {
        const listens = thread !== NONE;
        const door = flat.find(({ key }) => key === `door ${of}`);
        expect(door?.kind, where).toBe(listens ? 'group' : 'line');
        expect(door?.opacity ?? 1, where).toBe(1);
        if (door?.kind === 'group') expect(door.scale ?? 1, where).toBe(1);
        const words = saidAt(all, of);
        expect(['', listens ? 'listens' : 'nobody listens'], where).toContain(words);
        return sum + (words === '' ? 0 : 1);
      }, 0);
    };
    for (const [w, h] of BOXES)
      for (const share of SHARES)
        check(marks(share * outcome.end_ns, [w, h]), share * outcome.end_ns, `${w} by ${h}`);
    // As wide as a phone's or a frame's, and as low as each of its groups may be.
    for (const [w, h] of [
      [358, 212],
      [340, 250],
      [720, 216],
    ] as const)
      expect(check(marks(outcome.end_ns, [w, h]), outcome.end_ns, `${w} by ${h}`)).toBe(
        view.layout(w, h).world.cells.length,
      );
    const draw = view.moving(view.layout(920, 390));
    let now_ms = 0;
    expect(changes.length).toBeGreaterThan(0);
    for (const time_ns of changes.flatMap((change) => [change - 1, change, change + 1e6])) {
      const frame = at(time_ns);
      now_ms += 16;
      check(
        draw(frame, { now_ms, follows: true, screenMs: undefined }).marks,
        frame.time_ns,
        `${now_ms}`,
      );
    }
  },
);

test('a body is as round from afar as in the key', () => {
  for (const tone of Object.values(TONES))
    expect(plainShape(tone, LEAST_DISC) === 'disc', tone).toBe(outline(tone, 3).includes('A'));
});

/** The pictures of a run at so many times of the screen, each of a moment of the run. */
function watched(name: string) {
  const one = told.get(name) as ReturnType<typeof shown>;
  const draw = one.view.moving(one.view.layout(920, 390));
  return {
    ...one,
    draw: (time_ns: number, now_ms: number) =>
      draw(one.at(time_ns), { now_ms, follows: true, screenMs: undefined }).marks,
  };
}

test('a moving request keeps its look until it arrives, and nothing else changes', () => {
  const { at, outcome, draw } = watched('mariadb-max-threads-6');
  // The first event that moves a request from its socket into a queue.
  const queued = outcome.events.find(({ kind }) => kind === 'queued');
  const at_ns = queued?.at_ns ?? 0;
  const toneOf = (marks: readonly Mark[], client: number) =>
    bodiesIn(marks).find((one) => one.client === client)?.state;
  draw(at_ns - 1, 0);
  const client = at(at_ns).connection_state.findIndex(
    (state) => CONNECTION_STATES[state] === 'low_queue',
  );
  expect(client).toBeGreaterThanOrEqual(0);
  const tones = [16, 100, 200].map((now) => toneOf(draw(at_ns, now), client));
  expect(tones).toEqual(['socket', 'socket', 'socket']);
  for (const now of [300, 500, 700, 900]) draw(at_ns, now);
  expect(toneOf(draw(at_ns, 1_200), client)).toBe('low');
});

test('those who set out together go one behind the other, each as itself', () => {
  const { draw, at } = watched('one-thread-eight-sleeps');
  draw(0, 0);
  draw(1e9, 16);
  const bodies = bodiesIn(draw(1e9, 200));
  expect(bodies.length).toBe(at(1e9).thread_id.length);
  expect(bodies.length).toBeGreaterThan(6);
  const there = new Set(bodies.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`));
  expect(there.size).toBe(bodies.length);
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
  const { view, outcome, marks } = told.get(name) as ReturnType<typeof shown>;
  for (const [w, h] of turnsOf(BOXES, nth, 2)) {
    const layout = view.layout(w, h);
    const { world } = layout;
    const shot = shotOf(world, view.whole(layout), layout.view);
    const names = wordsIn(marks(outcome.end_ns * 0.72, [w, h]), {
      wanted: ({ key }) => key !== 'label' && !String(key).startsWith('age'),
    });
    const used = names.some(({ words }) => words === 'High priority');
    const placesOf = ({ x, y }: Line) =>
      Array.from(x, (at, rank) => ({ x: at, y: y[rank] ?? NaN }));
    world.cells.forEach(({ house }, at) => {
      if (!house) return;
      const { letters, lane, high, rings } = house;
      const lines = [
        { places: placesOf(lane), high: false },
        // Until somebody has priority the other line is not there.
        ...(high && used ? [{ places: placesOf(high.line), high: true }] : []),
      ];
      const own = (world.members[at] ?? []).map((client) => ({
        x: world.seats.x[client] ?? NaN,
        y: world.seats.y[client] ?? NaN,
      }));
      const [room, outside] =
        letters.x.length > 0
          ? ([ROOM.DOOR, placesOf(letters)] as const)
          : ([ROOM.SEAT, own] as const);
      const ways = [
        ...outside.flatMap((from) => [
          ...lines.flatMap((line) =>
            line.places.map((to) => wayIn(house, room, ROOM.LINE, from, to, line.high)),
          ),
          ...rings.map((to) => wayIn(house, room, ROOM.THREAD, from, to)),
        ]),
        ...lines.flatMap((line) =>
          line.places.flatMap((from) =>
            rings.map((to) => wayIn(house, ROOM.LINE, ROOM.THREAD, from, to)),
          ),
        ),
      ];
      const met = new Set<string>();
      for (const way of ways) {
        const length = lengthOf(way ?? []);
        for (let share = 0; share <= 1; share += 0.02) {
          const point = boxOn(shot, { ...along(way ?? [], length, share), w: 0, h: 0 });
          for (const one of names)
            if (meet({ ...point, w: 0.1, h: 0.1 }, one, 0)) met.add(one.words);
        }
      }
      expect([...met], `${w} by ${h}`).toEqual([]);
    });
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
