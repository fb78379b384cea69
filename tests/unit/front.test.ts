// The applications' connection pools in front of the server, and what nobody waits for: the picture against the frame.
import { describe, expect, test } from 'vitest';
import { isGone, NONE } from '../../web/src/model/run/frame';
import { lifeUntil } from '../../web/src/model/run/until';
import { scenePiece } from '../../web/src/figure/picture/runs';
import { FieldView } from '../../web/src/ui/views/scene/field';
import { frontHeight } from '../../web/src/ui/views/scene/front/front';
import { mostInFront, poolsInFront } from '../../web/src/ui/views/scene/front/in-front';
import { frontMarks, frontSummary, poolsAt } from '../../web/src/ui/views/scene/front/picture';
import { Area, answersOf } from '../../web/src/ui/views/timeline-area';
import { timeScale } from '../../web/src/ui/views/time-scale';
import { forNobodyBetween } from '../../web/src/figure/model/narrator/rate';
import type { Mark } from '../../web/src/ui/marks/marks';
import { overprinted, runNamed, seen, wordsIn } from '../seen';

const WIDTHS = [920, 700, 370, 340] as const;
const SHARES = [0, 0.2, 0.5, 1] as const;
/** How many dashes without length a path has. */
function bodiesIn(mark: Mark): number {
  if (mark.kind !== 'path') return 0;
  const pitch = Number(mark.dash?.split(' ')[1]);
  const columns = [...mark.d.matchAll(/v([\d.]+)/g)];
  return columns.reduce((sum, [, length]) => sum + Math.round(Number(length) / pitch) + 1, 0);
}
const keyed = (marks: Parameters<typeof seen>[0], key: string) =>
  [...seen(marks)].filter(({ mark }) => String(mark.key).startsWith(key));

describe.each([
  'pinned-connections',
  'one-group-each',
  'the-hot-application',
  'times-twenty',
  'sizing-places',
])('pools in front: %s', (name) => {
  const { outcome, first, at } = runNamed(name);
  const crowds = poolsInFront(outcome, first);

  test('shows each place, and how many wait, as the run has them', () => {
    expect(crowds.length).toBeGreaterThan(0);
    for (const share of SHARES) {
      const frame = at(Math.round(outcome.end_ns * share));
      const pools = poolsAt(outcome, frame, crowds);
      for (const [index, pool] of pools.entries()) {
        const crowd = crowds[index] ?? NONE;
        expect(pool.used).toBe(frame.crowd_used[crowd]);
        expect(pool.waiting).toBe(frame.crowd_waiting[crowd]);
        expect(pool.used).toBeLessThanOrEqual(pool.places);
        // Nobody waits while a connection is free.
        if (pool.waiting > 0) expect(pool.used).toBe(pool.places);
      }
      const marks = frontMarks(
        pools,
        920,
        frontHeight(crowds.length, mostInFront(outcome), 920, 390),
      );
      const squares = keyed(marks, 'place ');
      if (pools.every(({ places }) => places <= 10)) {
        const full = squares.filter(({ mark }) => mark.fill === '--ink-2').length;
        expect(squares).toHaveLength(pools.reduce((sum, { places }) => sum + places, 0));
        expect(full).toBe(pools.reduce((sum, { used }) => sum + used, 0));
      }
      const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
      if (waiting > 0) expect(frontSummary(pools)).toMatch(/wait/);
      // In a hall everybody who waits has a body.
      const halls = keyed(marks, 'floor').length;
      const crowd = [...seen(marks)].filter(({ mark }) => mark.key === 'waits');
      if (halls > 0) expect(crowd.reduce((sum, { mark }) => sum + bodiesIn(mark), 0)).toBe(waiting);
    }
  });

  test.each(WIDTHS)('nothing overlaps or sticks out at %i', (width) => {
    for (const height of [390, 200, 130])
      for (const share of SHARES) {
        const pools = poolsAt(outcome, at(Math.round(outcome.end_ns * share)), crowds);
        const high = frontHeight(crowds.length, mostInFront(outcome), width, height);
        const words = wordsIn(frontMarks(pools, width, high));
        // Whoever waits is counted, however small the row is.
        const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
        if (waiting > 0) expect(words.some(({ words: said }) => said.includes('wait'))).toBe(true);
        expect(overprinted(words)).toEqual([]);
        for (const { x, y, w, h, words: said } of words) {
          expect(x + w, said).toBeLessThanOrEqual(width + 1);
          expect(y + h, said).toBeLessThanOrEqual(high + 1);
        }
      }
  });

  test('leaves the server its room', () => {
    const frame = at(outcome.end_ns / 2);
    const poster = { scenario_json: '', overrides: {}, outcome, first, frame };
    expect(scenePiece(poster, 920, 390).height).toBeLessThanOrEqual(391);
  });
});

test.each(['mysql-60-one-mutex', 'sizing-unequal', 'unread-order', 'many-queues-16-workers'])(
  'where nobody ever waits in an application nothing is in front: %s',
  (name) => {
    const { outcome, first } = runNamed(name);
    expect(poolsInFront(outcome, first)).toEqual([]);
  },
);

describe.each(['unread-order', 'reconnect-and-hope', 'retry-storm', 'hung-up-on-a-thread'])(
  'for nobody: %s',
  (name) => {
    const { outcome, first, at } = runNamed(name);
    const view = new FieldView(outcome, first);

    test('what is struck through has no client in the frame, and nothing else is', () => {
      let struck = 0;
      for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
        const frame = at(Math.round(outcome.end_ns * share));
        const layout = view.layout(920, 390);
        const { marks } = view.piece(layout, frame, undefined);
        const bodies = [...seen(marks)].filter(
          ({ mark }) => mark.kind === 'group' && mark.client !== undefined,
        );
        for (const { mark } of bodies) {
          if (mark.kind !== 'group') continue;
          const gone = mark.marks.some(({ key }) => key === 'gone');
          if (gone) expect(isGone(frame, mark.client ?? NONE)).toBe(true);
          // Its writer has left, so that only the request is drawn.
          else expect(isGone(frame, mark.client ?? NONE)).toBe(false);
          struck += gone ? 1 : 0;
        }
        // Many are one shape.
        const many = keyed(marks, 'all gone').flatMap(({ mark }) =>
          mark.kind === 'path' ? (mark.d.match(/M/g) ?? []) : [],
        );
        struck += many.length;
        const { gone } = view.bodies(layout, frame);
        expect(gone.reduce((sum, one) => sum + one, 0)).toBe(
          frame.connection_gone.reduce((sum, one) => sum + one, 0),
        );
      }
      expect(struck).toBeGreaterThan(0);
    });

    test('a life that is cut off before its client leaves does not tell of it', () => {
      for (const life of outcome.lives) {
        const { given_up_ns } = life;
        if (given_up_ns === undefined) continue;
        expect(lifeUntil(life, given_up_ns - 1)).not.toHaveProperty('given_up_ns');
        expect(lifeUntil(life, given_up_ns).given_up_ns).toBe(given_up_ns);
      }
    });

    test('has no more dots than connections at once', () => {
      expect(first.connection_id.length).toBeLessThan(700);
    });
  },
);

test('the chart of a retry storm has the answers of the series, and those for nobody', () => {
  const { outcome } = runNamed('retry-storm');
  const { end_ns } = outcome;
  const sumOf = (of: readonly number[] = []) => Math.round(of.reduce((all, one) => all + one, 0));
  const chart = answersOf(outcome, end_ns);
  const { clients } = outcome.metrics;
  expect(sumOf(chart?.vain)).toBe(clients?.for_nobody);
  expect(forNobodyBetween(outcome, 0, end_ns)).toBe(clients?.for_nobody);
  const area = new Area({ outcome, rows: [], last_ns: 0 }, end_ns).in(
    timeScale(0, end_ns, 800),
    0,
    140,
  );
  const shown = (state: string, to_ns: number) =>
    [...seen([area(to_ns)])].filter(({ mark }) => mark.data?.['state'] === state).length;
  expect(shown('gone', 4e9)).toBe(0);
  expect(shown('gone', end_ns)).toBeGreaterThan(20);
});
