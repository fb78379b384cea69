import { expect, test } from 'vitest';
import {
  next,
  SIGNALS,
  STATES,
  TRANSITIONS,
  type Signal,
  type State,
} from '../../web/src/figure/player/transitions';

const walk = (from: State, ...signals: Signal[]) =>
  signals.reduce<State>((state, signal) => next(state, signal) ?? state, from);

test('a figure goes from its poster to its end', () => {
  expect(walk('poster', 'load', 'loaded', 'play', 'pause', 'play', 'end')).toBe('ended');
});

test('it plays again from the end and is paused by scrubbing from rest', () => {
  expect(walk('ended', 'play')).toBe('playing');
  expect(walk('ready', 'seek')).toBe('paused');
  expect(walk('ended', 'seek')).toBe('paused');
});

test('scrubbing while it plays does not stop it', () => {
  expect(walk('playing', 'seek')).toBe('playing');
});

test('a failure is reached from wherever the engine is at work, and a new load leaves it', () => {
  for (const state of STATES.filter((one) => one !== 'failed')) {
    expect(next(state, 'fail'), state).toBe('failed');
  }
  expect(walk('failed', 'load', 'loaded')).toBe('ready');
});

test('nothing plays before it is loaded', () => {
  for (const state of ['poster', 'loading', 'failed'] as const) {
    expect(next(state, 'play'), state).toBeUndefined();
  }
});

test('every state can be left and every signal is used somewhere', () => {
  for (const state of STATES) expect(Object.keys(TRANSITIONS[state])).not.toEqual([]);
  for (const signal of SIGNALS) {
    expect(
      STATES.some((state) => next(state, signal) !== undefined),
      signal,
    ).toBe(true);
  }
});
