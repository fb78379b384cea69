import { expect, test } from 'vitest';
import type { ClientListener } from '../../web/src/model/engine/client';
import { Player, type Poster } from '../../web/src/figure/player/player.svelte';
import type { Frame, Outcome } from '../../web/src/model/run/types';

const outcome = (title: string) =>
  ({
    scenario: { title },
    lives: [],
    events: [],
    end_ns: 10,
    stopped: 'until',
  }) as unknown as Outcome;
const frame = { time_ns: 0 } as Frame;

function desk() {
  const opened: string[] = [];
  let listener: ClientListener | undefined;
  const poster: Poster = {
    scenario_json: 'first',
    overrides: {},
    outcome: outcome('first'),
    first: frame,
    frame,
  };
  const player = new Player(poster, {}, (own) => {
    listener = own;
    return {
      open: (json: string) => {
        opened.push(json);
        return Promise.resolve();
      },
      frame: () => undefined,
      instruments: () => undefined,
      reset: () => undefined,
      close: () => undefined,
    };
  });
  const accept = (title: string) => listener?.opened(outcome(title), frame);
  const refuse = (path: string) =>
    listener?.failed({
      kind: 'input',
      errors: [{ path, value: '0', allowed: '1 to 9', message: `${path}: 0` }],
    });
  return { player, opened, accept, refuse };
}

test('an edited scenario takes the place of the one before', () => {
  const { player, opened, accept } = desk();
  player.edit('second');
  expect(opened).toEqual(['second']);
  accept('second');
  expect(player.outcome.scenario.title).toBe('second');
  player.turn(player.main, 'seed', 2);
  expect(opened).toEqual(['second', 'second']);
});

test('a refused edit leaves the run before, and its sentence until the next edit', () => {
  const { player, opened, accept, refuse } = desk();
  player.edit('second');
  accept('second');
  player.edit('bad');
  refuse('seed');
  expect(player.outcome.scenario.title).toBe('second');
  expect(player.problems.map(({ path }) => path)).toEqual(['seed']);
  expect(player.state).toBe('ready');
  player.edit('second');
  expect(player.problems).toEqual([]);
  player.turn(player.main, 'seed', 2);
  expect(opened).toEqual(['second', 'bad', 'second']);
});

test('an edit that is refused before the first run leaves the picture of the page', () => {
  const { player, opened, accept, refuse } = desk();
  player.edit('bad');
  refuse('seed');
  expect(opened).toEqual(['bad', 'first']);
  accept('first');
  expect(player.outcome.scenario.title).toBe('first');
  expect(player.problems).toHaveLength(1);
});

test('another case opens at a moment of its own, not where the reader was', () => {
  const { player, accept } = desk();
  player.start();
  accept('first');
  player.seek(7);
  player.edit('first, edited');
  accept('first, edited');
  expect(player.time_ns).toBe(7);
  player.edit('second', true);
  accept('second');
  expect(player.touched).toBe(false);
  expect(player.time_ns).toBe(0);
});
