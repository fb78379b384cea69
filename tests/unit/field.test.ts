// What is true of every picture of a run: the world of each scenario, its bodies at any moment, their ways from one moment to
// the next, and the camera.
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import {
  CONNECTION_STATES,
  inLineOf,
  isGone,
  labelling,
  LANES,
  NONE,
  unreadOf,
} from '../../web/src/model/run/frame';
import { passagesPerSecond, timesSlower } from '../../web/src/model/run/passages';
import type { Frame } from '../../web/src/model/run/types';
import { markup } from '../../web/src/ui/marks/markup';
import type { Mark } from '../../web/src/ui/marks/marks';
import { ASLEEP, bodiesFor, ROOM, type Bodies } from '../../web/src/ui/views/scene/at';
import {
  eyeOn,
  flightOf,
  fromShare,
  inWorld,
  moved,
  scaleOf,
  shareOf,
  zoomed,
  type Eye,
} from '../../web/src/ui/views/scene/camera';
import type { Point } from '../../web/src/ui/views/scene/geometry';
import {
  boxOn,
  litMarks,
  roomWords,
  shotOf,
  toScreen,
} from '../../web/src/ui/views/scene/field-marks';
import { isFew } from '../../web/src/ui/views/scene/facts';
import { FieldView, MAPPED } from '../../web/src/ui/views/scene/field';
import { herd, LEAN, wakesAll } from '../../web/src/ui/views/scene/herd';
import { levelOf } from '../../web/src/ui/views/scene/levels';
import { Travel } from '../../web/src/ui/views/scene/travel';
import { plannedFor, unmeasured } from '../../web/src/ui/views/scene/widths';
import { doorsOf, placeAt, snake } from '../../web/src/ui/views/scene/world';
import { meet, overprinted, placesIn, runNamed, seen, wordsIn } from '../seen';
import { turnsOf } from '../turns';

const MOMENTS = 24;
/** From half a phone's screen to the site's widest figure. */
const SIZES = [
  [360, 200],
  [358, 316],
  [420, 260],
  [560, 300],
  [700, 330],
  [760, 180],
  [920, 436],
] as const;

const state = (name: (typeof CONNECTION_STATES)[number]) => CONNECTION_STATES.indexOf(name);

const all = readdirSync('content/scenarios').map((file) => {
  const name = file.replace('.json', '');
  return { name, ...runNamed(name) };
});
const runs = all.filter(({ outcome, first }) => !isFew(outcome, first));
afterAll(() => all.forEach(({ run }) => run.free()));

test('there are runs with many connections', () => {
  expect(runs.length).toBeGreaterThan(15);
});

/** How many are in each room, of a cell if one is given. */
const countIn = ({ room, cell, count }: Bodies, wanted: number, of?: number): number => {
  let found = 0;
  for (let client = 0; client < count; client += 1)
    if (room[client] === wanted && (of === undefined || cell[client] === of)) found += 1;
  return found;
};

const fail = (why: string): never => {
  throw new Error(why);
};

/** On the screen, since somebody has got the latch. */
function sinceMs(frame: Frame, slower: number): number {
  const holder = frame.thread_id.indexOf(frame.latch_holder);
  const since_ns = frame.thread_since_ns[holder] ?? frame.time_ns;
  return ((frame.time_ns - since_ns) * slower) / 1e6;
}

/** The nearest two of a crowd, of which none is farther from its neighbours than a few u. */
function closest({ x, y, count }: Pick<Bodies, 'x' | 'y' | 'count'>): number {
  const side = 2;
  const squares = new Map<string, number[]>();
  let least = Infinity;
  for (let client = 0; client < count; client += 1) {
    const [a = 0, b = 0] = [x[client], y[client]];
    const [column, row] = [Math.floor(a / side), Math.floor(b / side)];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of squares.get(`${column + dx} ${row + dy}`) ?? [])
          least = Math.min(least, Math.hypot(a - (x[other] ?? 0), b - (y[other] ?? 0)));
    const own = squares.get(`${column} ${row}`) ?? [];
    own.push(client);
    squares.set(`${column} ${row}`, own);
  }
  return least;
}

/** Two of few touch only if they are nearer to each other than both are wide. */
function touching({ x, y, r, count }: Bodies): string[] {
  const found: string[] = [];
  for (let one = 0; one < count; one += 1)
    for (let other = 0; other < one; other += 1) {
      const away = Math.hypot((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0));
      if (away < (r[one] ?? 0) + (r[other] ?? 0)) found.push(`${other} and ${one}`);
    }
  return found;
}

const timesOf = ({ end_ns }: { readonly end_ns: number }) =>
  Array.from({ length: MOMENTS }, (_, at) => Math.round((at / (MOMENTS - 1)) * end_ns));

describe.each(all)('$name', ({ outcome, first, at }) => {
  const view = new FieldView(outcome, first);
  const layout = view.layout(920, 466);
  const { world } = layout;
  const times = timesOf(outcome);

  test('the rooms hold as many as the engine counts, in its order', () => {
    const bodies = bodiesFor(first.connection_id.length);
    for (const time of times) {
      const frame = at(time);
      view.bodies(layout, frame, bodies);
      expect(Array.from(bodies.state)).toEqual(Array.from(frame.connection_state));
      frame.group_low.forEach((_, group) => {
        expect(countIn(bodies, ROOM.LINE, group)).toBe(inLineOf(frame, group));
        const places = world.cells[group]?.house?.letters.x.length ?? 0;
        const unread = frame.connection_state.reduce(
          (sum, one, client) =>
            sum + (one === state('socket') && frame.connection_group[client] === group ? 1 : 0),
          0,
        );
        expect(countIn(bodies, ROOM.DOOR, group)).toBe(Math.min(places, unread));
      });
      if (world.latch) {
        expect(countIn(bodies, ROOM.CROWD)).toBe(frame.latch_queue.length);
        expect(countIn(bodies, ROOM.INSIDE)).toBe(frame.latch_holder === NONE ? 0 : 1);
      }
      const before = new Map<string, number>();
      frame.waiting_conn.forEach((client, nth) => {
        const lane = LANES[frame.waiting_lane[nth] ?? 0] ?? '';
        if (bodies.room[client] !== ROOM.LINE || lane === 'socket') return;
        const key = `${frame.waiting_group[nth]} ${lane}`;
        const rank = bodies.rank[client] ?? 0;
        expect(rank).toBeGreaterThan(before.get(key) ?? -1);
        before.set(key, rank);
      });
    }
  });

  test('nobody is lost, stands on another or leaves the world', () => {
    const bodies = bodiesFor(first.connection_id.length);
    for (const time of times.filter((_, at) => at % 4 === 0)) {
      view.bodies(layout, at(time), bodies);
      if (view.few) expect(touching(bodies)).toEqual([]);
      else expect(closest(bodies)).toBeGreaterThanOrEqual(1.5);
      for (let client = 0; client < bodies.count; client += 1) {
        const [x = NaN, y = NaN] = [bodies.x[client], bodies.y[client]];
        expect(x >= 0 && y >= 0 && x <= world.box.w && y <= world.box.h).toBe(true);
      }
    }
  });

  test('the same moment gives the same picture, whatever was shown before', () => {
    const [early = 0, late = 0] = [times[4], times[15]];
    const once = bodiesFor(first.connection_id.length);
    view.bodies(layout, at(late), once);
    const again = bodiesFor(first.connection_id.length);
    for (const time of [late, early, late]) view.bodies(layout, at(time), again);
    expect(again).toEqual(once);
  });
});

describe.each(runs.map((one, nth) => ({ ...one, nth })))('$name', ({ outcome, first, at, nth }) => {
  const view = new FieldView(outcome, first);
  const layout = view.layout(920, 466);
  const { world } = layout;
  const times = timesOf(outcome);

  test.each(turnsOf(SIZES, nth, 3))(
    'in %d by %d: text is large enough and does not overlap, nothing is outside',
    (...size) => {
      const own = view.layout(...size);
      for (const share of [0, 0.13, 0.4, 0.72, 1]) {
        const frame = at(Math.round(share * outcome.end_ns));
        const chosen = share === 0.4 ? first.connection_id.length - 1 : undefined;
        expect(faults(view.piece(own, frame, undefined, { chosen }).marks, size)).toEqual([]);
        expect(faults(view.firstLook(own, frame, undefined, { chosen }), size)).toEqual([]);
        const bodies = view.bodies(own, frame);
        const words = view.wordsOf(own, frame, { chosen });
        const shot = shotOf(own.world, view.whole(own), own.view);
        // As a page has them: in one list.
        expect(
          twice([...view.marks(shot, bodies, words), ...view.over(shot, bodies, words, [], 0)]),
        ).toEqual([]);
      }
    },
  );

  test('what a text points at is framed, and the frame is in the picture', () => {
    const frame = at(times[12] ?? 0);
    const cell = view.hottest(layout, frame);
    const bodies = view.bodies(layout, frame);
    const parts = [
      ...(view.facts.own ? ['clients'] : ['clients', 'workers', `group:${Math.max(0, cell)}`]),
      ...(view.facts.own || !view.facts.doors ? [] : ['listener', 'sockets']),
      ...(world.latch ? ['latch'] : []),
      ...(frame.thread_id.length > 0 && !view.facts.own ? [`thread:${frame.thread_id[0]}`] : []),
    ];
    const { width, height } = layout.view;
    for (const part of parts) {
      const place = view.roomLit(layout, [part]) ?? Math.max(0, cell);
      const shot = shotOf(world, view.placeOf(layout, place, false), layout.view);
      const focus = [Math.max(0, cell)];
      const lit = litMarks(shot, bodies, [part], { frame, focus, clientOf: () => undefined });
      expect(lit, part).not.toEqual([]);
      // With its edge, so that none of its sides is cut.
      for (const { x, y, w, h } of placesIn(lit.filter(({ kind }) => kind === 'rect'))) {
        expect(Math.min(x, y, width - x - w, height - y - h), part).toBeGreaterThanOrEqual(2);
        expect(Math.min(w, h), part).toBeGreaterThan(8);
      }
    }
    const foot = view.foot(layout, frame, { round: undefined });
    for (const part of ['timer', 'cores'] as const)
      expect(view.foot(layout, frame, { round: undefined, light: [part] }).length).toBe(
        foot.length + (layout[part] ? 1 : 0),
      );
  });

  test('a map lies on no part of its place, and a callout not on the group that it is about', () => {
    for (const [w, h] of [...SIZES, [448, 404] as const]) {
      const own = view.layout(w, h);
      const frame = at(times[12] ?? 0);
      const cell = view.hottest(own, frame);
      const { marks } = view.piece(own, frame, undefined);
      const [map] = marks.filter(({ key }) => key === 'map');
      const house = own.world.cells[cell]?.house;
      if (map && house) {
        const shot = shotOf(own.world, view.placeOf(own, cell, true), own.view);
        const { x, y, w, h } = boxOn(shot, house.box);
        const [ground = { x: 0, y: 0, w: 0, h: 0 }] = placesIn([map]);
        expect(meet({ x, y: y + own.heads, w, h }, ground), `${w} by ${h}`).toBe(false);
      }
      const shot = shotOf(own.world, view.whole(own), own.view);
      const [callout] = roomWords(shot, view.wordsOf(own, frame), []).filter(
        ({ key }) => key === 'callout',
      );
      if (!callout || !house) continue;
      const [ground = boxOn(shot, house.box)] = placesIn([callout]);
      expect(meet(boxOn(shot, house.box), ground, 0), `${w} by ${h}`).toBe(false);
    }
  });

  test('a film begins on the whole, and goes to where something happens', () => {
    const whole = view.whole(layout);
    const far = !shotOf(world, whole, layout.view).homes;
    const draw = view.moving(layout);
    const frame = at(times[12] ?? 0);
    const isMapped = (now_ms: number) =>
      draw(frame, { now_ms, follows: true, screenMs: undefined }).marks.some(
        ({ key }) => key === 'map',
      );
    const mapped = [0, 600, 1_000, 1_300, 2_000, 2_700, 3_500].map(isMapped);
    const target = view.hottest(layout, frame);
    // A latch may need most of the picture.
    const goes =
      far &&
      view.warmth(layout, frame, target) > 0 &&
      view.placeOf(layout, target, true).w < whole.w * MAPPED;
    expect([mapped[0], mapped[2], mapped.at(-1)]).toEqual([false, false, goes]);
    // Threads are whole, whenever they came.
    const { marks } = draw(frame, { now_ms: 3_600, follows: true, screenMs: undefined });
    for (const { mark } of seen(marks))
      if (mark.kind === 'group' && String(mark.key).startsWith('thread '))
        expect(mark.scale ?? 1).toBe(1);
    // The next film begins on the whole again.
    expect(isMapped(0)).toBe(false);
  });

  test('in half a screen the place is no sliver', () => {
    for (const [w, h] of [
      [448, 404],
      [448, 190],
    ] as const) {
      const own = view.layout(w, h);
      if (own.world.latch || own.world.cells.length < 2) continue;
      const frame = at(times[12] ?? 0);
      const cell = own.world.cells[Math.max(0, view.hottest(own, frame))];
      const shot = shotOf(own.world, view.placeOf(own, cell?.group ?? 0, false), own.view);
      const house = boxOn(shot, cell?.house?.box ?? own.world.box);
      const { width, height } = own.view;
      expect(Math.min(house.w, house.h)).toBeGreaterThan(Math.min(width, height) / 5);
    }
  });

  test('the number beside a line counts the bodies in it, in the same frame', () => {
    for (const time of times.filter((_, at) => at % 5 === 2)) {
      const frame = at(time);
      const cell = view.hottest(layout, frame);
      const of = world.cells[cell]?.group;
      if (of === undefined) continue;
      const shot = shotOf(world, view.placeOf(layout, cell, false), layout.view);
      if (shot.level === 'far') continue;
      const bodies = view.bodies(layout, frame);
      const marks = view.over(shot, bodies, view.wordsOf(layout, frame), [], cell);
      const said = marks.filter(({ key }) => key === `line ${of}`);
      const words = wordsIn(said)
        .map((one) => one.words.replaceAll(',', ''))
        .join('');
      const queue = /Queue: (\d+)/.exec(words)?.[1];
      const unread = /(\d+) unread/.exec(words)?.[1];
      const line = countIn(bodies, ROOM.LINE, of);
      if (queue !== undefined && unread !== undefined) expect(Number(queue)).toBe(line);
      else if (queue !== undefined)
        expect(Number(queue)).toBe(inLineOf(frame, of) + unreadOf(frame, of));
      if (unread !== undefined) expect(Number(unread)).toBe(unreadOf(frame, of));
    }
  });

  test('where somebody waits or works, the place shows one of them', () => {
    for (const time of times.filter((_, at) => at % 6 === 5)) {
      const frame = at(time);
      const eye = view.placeOf(layout, view.hottest(layout, frame), false);
      const bodies = view.bodies(layout, frame);
      const away = Array.from(bodies.room.keys()).filter(
        (client) => bodies.room[client] !== ROOM.SEAT,
      );
      if (away.length === 0 || world.cells.length < 2) continue;
      const seen = away.filter((client) => {
        const place = toScreen(shotOf(world, eye, layout.view), {
          x: bodies.x[client] ?? 0,
          y: bodies.y[client] ?? 0,
        });
        return (
          place.x > 0 && place.y > 0 && place.x < layout.view.width && place.y < layout.view.height
        );
      });
      expect(seen.length).toBeGreaterThan(0);
    }
  });
});

/** Keys that two neighbours have: one of them would stay on the page for good. */
function twice(marks: readonly Mark[]): string[] {
  const keys = marks.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return [
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `two marks are ${key}`),
    ...marks.flatMap((mark) => (mark.kind === 'group' ? twice(mark.marks) : [])),
  ];
}

/** What is illegible, left behind, or outside the box. */
function faults(marks: readonly Mark[], [width, height]: readonly [number, number]): string[] {
  const words = wordsIn(marks);
  const rooms = [...words, ...placesIn(marks).map((room) => ({ ...room, words: 'a shape' }))];
  return [
    ...(markup(marks).match(/NaN|undefined|Infinity/g) ?? []),
    ...twice(marks),
    ...words.filter(({ size }) => size < 11.5).map((one) => `"${one.words}" has ${one.size} px`),
    ...overprinted(words),
    ...rooms
      .filter(({ x, y, w, h }) => x < -3 || y < -3 || x + w > width + 3 || y + h > height + 3)
      .map((one) => `${one.words} at ${one.x.toFixed(0)}, ${one.y.toFixed(0)} is outside`),
  ];
}

test.each([
  // Of figures on a page with a script: beside their text on a laptop, on a low one, on a tablet and on a phone.
  [920, 474, 'tall'],
  [920, 550, 'tall'],
  [920, 458, 'tall'],
  [869, 298, 'broad'],
  [869, 264, 'broad'],
  [772, 344, 'middle'],
  [772, 319, 'middle'],
  [772, 387, 'middle'],
  [358, 216, 'narrow'],
  // Of those that no style sheet has ever shown before.
  [1320, 600, undefined],
  [448, 404, undefined],
  [260, 200, undefined],
] as const)(
  'in %d by %d: what the script draws is where the page has drawn it',
  (width, height, name) => {
    const form = unmeasured().find((one) => one.name === name);
    const { x, y, scale, ...planned } = plannedFor({ width, height });
    expect(planned).toEqual(form ? { width: form.width, height: form.height } : { width, height });
    // As a browser fits an SVG into a box.
    expect(scale).toBeCloseTo(Math.min(width / planned.width, height / planned.height));
    expect(2 * x + planned.width * scale).toBeCloseTo(width);
    expect(2 * y + planned.height * scale).toBeCloseTo(height);
    expect(scale * 11.5).toBeGreaterThan(11);
  },
);

describe('ways', () => {
  const named = (name: string) => {
    const found = runs.find((one) => one.name === name);
    if (!found) throw new Error(`no run ${name}`);
    return found;
  };
  const PICTURE_MS = 16;

  // One passage of the busiest gate in 400 ms of watching.
  test.each(['dense-16384-connections', 'dense-36-groups', 'latch-pile-up-threads', 'nodes-one'])(
    '%s: between two pictures nobody goes far, and the end is where the run has them',
    (name) => {
      const { outcome, first, at } = named(name);
      const view = new FieldView(outcome, first);
      const layout = view.layout(920, 466);
      const travel = new Travel(layout.world);
      const bodies = bodiesFor(first.connection_id.length);
      const slower = timesSlower(outcome);
      const start = Math.round(outcome.end_ns * 0.4);
      let frame: Frame = at(start);
      let before: readonly number[] = [];
      let farthest = 0;
      let moving = 0;
      for (let picture = 0; picture < 90; picture += 1) {
        frame = at(Math.round(start + (picture * PICTURE_MS * 1e6) / slower));
        view.bodies(layout, frame, bodies);
        travel.step(bodies, picture * PICTURE_MS, true);
        moving = Math.max(moving, travel.moving);
        const now = [...bodies.x, ...bodies.y];
        for (let client = 0; picture > 0 && client < bodies.count; client += 1) {
          if (bodies.room[client] === ROOM.INSIDE) continue;
          const way = Math.hypot(
            (now[client] ?? 0) - (before[client] ?? 0),
            (now[bodies.count + client] ?? 0) - (before[bodies.count + client] ?? 0),
          );
          farthest = Math.max(farthest, way);
        }
        before = now;
      }
      expect(moving).toBeGreaterThan(0);
      expect(farthest).toBeLessThanOrEqual(8);
      // A pause: everybody arrives, and stays.
      for (let later = 0; later < 700; later += 1) {
        view.bodies(layout, frame, bodies);
        travel.step(bodies, (90 + later) * PICTURE_MS, true);
      }
      expect(travel.moving).toBe(0);
      const rest = view.bodies(layout, frame);
      expect(bodies.x).toEqual(rest.x);
      expect(bodies.y).toEqual(rest.y);
      expect(bodies.look).toEqual(rest.look);
    },
  );

  test('a line closes up in order, and neighbours do not touch', () => {
    const { outcome, first, at } = named('dense-36-groups');
    const view = new FieldView(outcome, first);
    const layout = view.layout(920, 466);
    const travel = new Travel(layout.world);
    const bodies = bodiesFor(first.connection_id.length);
    const start = Math.round(outcome.end_ns * 0.4);
    let most = 0;
    for (let picture = 0; picture < 400; picture += 1) {
      view.bodies(layout, at(start + picture * 160_000), bodies);
      travel.step(bodies, picture * PICTURE_MS, true);
      const line = Array.from(bodies.room.keys()).filter(
        (client) =>
          bodies.room[client] === ROOM.LINE && bodies.cell[client] === 5 && !travel.onWay(client),
      );
      most = Math.max(most, line.length);
      for (const one of line)
        for (const other of line)
          if (one < other)
            expect(
              Math.hypot(
                (bodies.x[one] ?? 0) - (bodies.x[other] ?? 0),
                (bodies.y[one] ?? 0) - (bodies.y[other] ?? 0),
              ),
            ).toBeGreaterThanOrEqual(1.76);
    }
    expect(most).toBeGreaterThan(4);
  });

  test.each(['latch-pile-up-threads', 'latch-pile-up-pool', 'times-twenty', 'nodes-four'])(
    '%s: nobody touches anybody at the latch while the herd wakes, the line closes up, and one comes back',
    (name) => {
      const { outcome, first, at } = named(name);
      const view = new FieldView(outcome, first);
      const layout = view.layout(920, 466);
      const { world } = layout;
      const { ground, gate } = world.latch ?? fail('no latch');
      const travel = new Travel(world);
      const bodies = bodiesFor(first.connection_id.length);
      const slower = timesSlower(outcome);
      const touch: string[] = [];
      const inside = (at: number, size: number) => at > 0 && at < size;
      let most = 0;
      for (const share of [0.3, 0.5, 0.7])
        for (let picture = 0; picture < 150; picture += 1) {
          const now_ns = share * outcome.end_ns + (picture * PICTURE_MS * 1e6) / slower;
          const frame = at(Math.round(now_ns));
          view.bodies(layout, frame, bodies);
          travel.step(bodies, picture * PICTURE_MS, picture > 0);
          herd(world, bodies, { since_ms: sinceMs(frame, slower), lasts_ms: 400, leans: true });
          const there = Array.from({ length: bodies.count }, (_, client) => ({
            x: bodies.x[client] ?? 0,
            y: bodies.y[client] ?? 0,
            r: bodies.r[client] ?? 0,
            on_way: travel.onWay(client),
          })).filter(
            ({ x, y }) =>
              inside(x - ground.x, ground.w) &&
              inside(y - ground.y, ground.h) &&
              // Those who pass at once are in the gate together.
              Math.hypot(x - gate.x, y - gate.y) > gate.r + 3,
          );
          most = Math.max(most, there.length);
          there.forEach((one, nth) => {
            for (const other of there.slice(nth + 1))
              if (
                !(one.on_way && other.on_way) &&
                Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r
              )
                touch.push(`${share}, picture ${picture}`);
          });
        }
      expect(touch).toEqual([]);
      expect(most).toBeGreaterThan(1);
    },
  );

  test('a herd opens its eyes from the gate outward, leans a little, and falls asleep again', () => {
    const { outcome, first, at } = named('times-twenty');
    const view = new FieldView(outcome, first);
    const layout = view.layout(920, 466);
    const [frame = first] = Array.from({ length: MOMENTS }, (_, nth) =>
      at(Math.round((outcome.end_ns * nth) / MOMENTS)),
    ).sort((a, b) => b.latch_asleep - a.latch_asleep);
    const { gate } = layout.world.latch ?? fail('no latch');
    expect(wakesAll(outcome)).toBe(true);
    const asleep = frame.latch_asleep;
    expect(asleep).toBeGreaterThan(100);
    const open = (since_ms: number, leans = true) => {
      const [still, now] = [view.bodies(layout, frame), view.bodies(layout, frame)];
      herd(layout.world, now, { since_ms, lasts_ms: 400, leans });
      const ranks: number[] = [];
      let farthest = 0;
      for (let client = 0; client < now.count; client += 1) {
        if (still.look[client] !== ASLEEP) continue;
        if (now.look[client] !== ASLEEP) ranks.push(now.rank[client] ?? 0);
        const to = ({ x, y }: Bodies) =>
          Math.hypot((x[client] ?? 0) - gate.x, (y[client] ?? 0) - gate.y);
        const nearer = to(still) - to(now);
        expect(nearer).toBeGreaterThanOrEqual(-1e-4);
        farthest = Math.max(farthest, nearer / (now.r[client] ?? 1));
      }
      return { ranks, farthest };
    };
    expect(open(0)).toEqual({ ranks: [], farthest: 0 });
    const [soon, all, late] = [open(60).ranks, open(180), open(260).ranks];
    expect(soon.length).toBeGreaterThan(0);
    expect(soon.length).toBeLessThan(asleep);
    expect(Math.max(...soon)).toBeLessThan(frame.latch_queue.length - 1);
    expect(all.ranks.length).toBe(asleep);
    expect(all.farthest).toBeGreaterThan(LEAN * 0.9);
    expect(all.farthest).toBeLessThan(LEAN * 1.01);
    // Those nearest to the gate sleep first.
    expect(late.length).toBeGreaterThan(0);
    expect(Math.min(...late)).toBeGreaterThan(Math.min(...soon));
    expect(open(700).ranks).toEqual([]);
    expect(open(180, false)).toEqual({ ranks: all.ranks, farthest: 0 });
  });

  test('what can’t be followed is shown at once', () => {
    const { outcome, first, at } = named('dense-36-groups');
    const view = new FieldView(outcome, first);
    const layout = view.layout(920, 466);
    const travel = new Travel(layout.world);
    const bodies = bodiesFor(first.connection_id.length);
    for (const [nth, share] of [0.2, 0.4, 0.6].entries()) {
      const frame = at(Math.round(share * outcome.end_ns));
      view.bodies(layout, frame, bodies);
      travel.step(bodies, nth * PICTURE_MS, false);
      expect(bodies.x).toEqual(view.bodies(layout, frame).x);
      expect(travel.moving).toBe(0);
    }
  });
});

test('slow time lets the eye follow one passage', () => {
  const slow: string[] = [];
  for (const { name, outcome } of runs) {
    const times = timesSlower(outcome);
    const ms = (1000 / passagesPerSecond(outcome)) * times;
    expect(ms).toBeGreaterThanOrEqual(250);
    if (times === 1 && ms > 1_100) slow.push(name);
    else expect(ms).toBeLessThanOrEqual(1_100);
    expect(String(times)).toMatch(/^[125]0*$/);
  }
  // Slower than the eye by themselves.
  expect(slow).toEqual(['backpressure', 'login-storm', 'plantegg-96-groups']);
});

describe('a line', () => {
  const line = snake({ x: 0, y: 0, w: 26, h: 26 }, 90);

  test('goes on without a jump, also between two places', () => {
    for (let rank = 0; rank < 88; rank += 0.1) {
      const [a, b] = [placeAt(line, rank), placeAt(line, rank + 0.1)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(0.6);
    }
  });

  test('a turn is walked in a bow: two who turn together do not touch', () => {
    for (let rank = 0; rank < 88; rank += 0.1) {
      const [a, b] = [placeAt(line, rank), placeAt(line, rank + 1)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(1.76);
    }
  });
});

test.each([1, 12, 30, 187, 1_024])('a corridor has room for %d doors', (count) => {
  for (const box of [
    { x: 3, y: 5, w: 30, h: 60 },
    { x: 0, y: 0, w: 12, h: 110 },
  ]) {
    const { room, pitch, columns } = doorsOf(box, count);
    const rows = Math.ceil(count / columns);
    expect(columns * pitch).toBeLessThanOrEqual(room.w + 1e-6);
    expect(rows * pitch).toBeLessThanOrEqual(room.h + 1e-6);
    expect(room.x + room.w).toBeLessThanOrEqual(box.x + box.w);
  }
});

describe('the camera', () => {
  const world = { x: 0, y: 0, w: 400, h: 200 };
  const view = { width: 920, height: 436 };
  const whole = eyeOn(world, view);
  const onScreen = (eye: Eye, at: Point) => toScreen({ eye, view, s: scaleOf(eye, view) }, at);

  test('the whole has every corner of the world', () => {
    for (const [x, y] of [
      [0, 0],
      [400, 200],
    ] as const) {
      const at = onScreen(whole, { x, y });
      expect(at.x).toBeGreaterThanOrEqual(-0.01);
      expect(at.y).toBeGreaterThanOrEqual(-0.01);
      expect(at.x).toBeLessThanOrEqual(view.width + 0.01);
      expect(at.y).toBeLessThanOrEqual(view.height + 0.01);
    }
  });

  test('what is under the finger stays there, and the edge of the world is the end', () => {
    const finger = { x: 300, y: 200 };
    const before = inWorld(whole, view, finger);
    const eye = zoomed(whole, view, finger, 3, world);
    const after = inWorld(eye, view, finger);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    const far = moved(eye, view, { x: 1e6, y: -1e6 }, world);
    expect(onScreen(far, { x: 400, y: 0 }).x).toBeCloseTo(view.width);
    expect(zoomed(eye, view, finger, 1e-3, world).w).toBeCloseTo(whole.w);
  });

  test('a view in percent is the same view again, and never leaves the world', () => {
    const eye = { x: 120, y: 60, w: 90 };
    const back = fromShare(shareOf(eye, world), view, world);
    for (const of of ['x', 'y', 'w'] as const) expect(back[of]).toBeCloseTo(eye[of]);
    expect(shareOf(whole, world)).toEqual({ x: 50, y: 50, w: 100 });
    const out = fromShare({ x: 100, y: 0, w: 20 }, view, world);
    expect(onScreen(out, { x: 400, y: 0 })).toEqual({ x: view.width, y: 0 });
  });

  test('a flight begins and ends where it should, in at most 1.4 s', () => {
    const to = { x: 40, y: 60, w: 32 };
    const { at, lasts_ms } = flightOf(whole, to);
    expect(lasts_ms).toBeGreaterThanOrEqual(350);
    expect(lasts_ms).toBeLessThanOrEqual(1_400);
    for (const [share, there] of [
      [0, whole],
      [1, to],
    ] as const)
      for (const of of ['x', 'y', 'w'] as const) expect(at(share)[of]).toBeCloseTo(there[of], 3);
    expect(flightOf(to, to).at(0.5).w).toBeCloseTo(32);
  });

  test('a level of detail is left only well past its limit', () => {
    expect([3.4, 3.6, 15, 16].map((r) => levelOf(r))).toEqual(['far', 'middle', 'middle', 'near']);
    expect(levelOf(3.2, 'middle')).toBe('middle');
    expect(levelOf(2.9, 'middle')).toBe('far');
    expect(levelOf(14, 'near')).toBe('near');
  });
});

test('the subject has a tag until its number fits into its body', () => {
  const one = runs.find(({ name }) => name === 'dense-36-groups');
  if (!one) throw new Error('no such scenario');
  const view = new FieldView(one.outcome, one.first);
  const layout = view.layout(920, 466);
  const frame = one.at(Math.round(one.outcome.end_ns * 0.6));
  const bodies = view.bodies(layout, frame);
  const client = Array.from(bodies.room.keys()).find((at) => bodies.room[at] === ROOM.LINE) ?? 0;
  expect(isGone(frame, client)).toBe(false);
  const label = labelling(one.first)(frame)[client] ?? '';
  const said = (w: number) => {
    const eye = { x: bodies.x[client] ?? 0, y: bodies.y[client] ?? 0, w };
    const words = view.wordsOf(layout, frame, { chosen: client });
    return wordsIn(view.over(shotOf(layout.world, eye, layout.view), bodies, words, [], 0)).map(
      (text) => text.words,
    );
  };
  expect(said(layout.world.box.w)).toContain(label);
  expect(said(20)).not.toContain(label);
});
