// What a frame asks before it plays: the right answer is the run's own, and stands among others that differ from it.
import { expect, test } from 'vitest';
import { queueFigures } from '../../web/src/build/figures';
import { runOf } from '../../web/src/build/runs/engine';
import { fill } from '../../web/src/build/widgets/frame-data';
import { widgetNamed, type AnyWidget } from '../../web/src/build/widgets/widgets';
import { guessOf } from '../../web/src/features/embed/guess';
import { frameHeight, GUESSED, NO_CONTROLS } from '../../web/src/model/embedding/heights';
import type { Overrides } from '../../web/src/model/run/types';
import { shortDuration } from '../../web/src/model/words/format';

function asked(widget: AnyWidget | undefined, set: Overrides = {}) {
  if (!widget) throw new Error('no such figure');
  const { data } = fill(widget, '');
  if (data.kind === 'benchmark') throw new Error(`${widget.name} is a chart`);
  const runs = data.runs.map((run) => runOf(run.scenario_json, { ...run.overrides, ...set }));
  const guess = guessOf(
    runs,
    data.runs.map(({ label }) => label),
  );
  return { runs, guess };
}

const figures = queueFigures().map(({ widget }) => widget);

test.each(figures.map((widget) => [widget.name, widget] as const))('%s', (_, widget) => {
  const { guess } = asked(widget);
  const { choices = [], right = -1, told = '' } = guess ?? {};
  expect(choices.length).toBeGreaterThan(2);
  expect(new Set(choices).size).toBe(choices.length);
  expect(choices[right]).toBeDefined();
  expect(told).toMatch(/\d/);
  for (const words of [guess?.asks, told, ...choices])
    expect(words).not.toMatch(/NaN|undefined|Infinity|\{/);
});

test('the right answer does not always stand in the same place', () => {
  const single = figures.filter(({ kind }) => kind === 'scenario');
  const places = new Set(single.map((widget) => asked(widget).guess?.right));
  expect(places.size).toBeGreaterThan(2);
});

test('of many it is the 99th of a hundred, and follows the settings of the address', () => {
  const busy = widgetNamed('busy');
  const rights = [26_316, 50_000].map((gap) => {
    const { runs, guess } = asked(busy, { gap });
    const p99_ns = runs[0]?.metrics.latency.p99_ns ?? NaN;
    expect(guess?.choices[guess.right]).toBe(shortDuration(p99_ns));
    expect(guess?.told).toContain(shortDuration(p99_ns));
    return p99_ns;
  });
  expect(rights[1]).toBeLessThan(rights[0] ?? 0);
});

test('of a few it is the last answer', () => {
  const { runs, guess } = asked(widgetNamed('mariadb-max-threads-6'));
  const ends = runs[0]?.lives.map(({ end_ns }) => end_ns ?? NaN) ?? [];
  expect(guess?.choices[guess.right]).toBe(shortDuration(Math.max(...ends)));
});

test('of a few of which one is never answered it is never', () => {
  const { guess } = asked(widgetNamed('waits-for-itself'));
  expect(guess?.choices[guess.right]).toBe('Never');
  const { guess: five } = asked(widgetNamed('waits-for-itself'), { thread_pool_size: 5 });
  expect(five?.choices[five.right]).toMatch(/ms$/);
});

test('where many of many are not answered, it is how many of a hundred are', () => {
  const { runs, guess } = asked(widgetNamed('backpressure'));
  const { arrived, finished } = runs[0]?.metrics ?? { arrived: NaN, finished: NaN };
  expect(guess?.choices[guess.right]).toBe(String(Math.round((100 * finished) / arrived)));
  expect(guess?.choices).toHaveLength(5);
});

test('of two runs it is the one that answers sooner, in either order', () => {
  const widget = widgetNamed('one-queue-16-workers-vs-many-queues-16-workers');
  const { runs } = asked(widget);
  const [one, many] = runs;
  if (!one || !many) throw new Error('a pair has two runs');
  expect(one.metrics.latency.p99_ns).toBeLessThan(many.metrics.latency.p99_ns);
  expect(guessOf([one, many], ['one', 'many'])?.right).toBe(0);
  expect(guessOf([many, one], ['many', 'one'])?.right).toBe(1);
  expect(guessOf([one, one], ['a', 'b'])?.right).toBe(2);
});

test('its frame is higher by the lines of the guess; a chart asks nothing', () => {
  for (const width of [360, 720]) {
    const own = frameHeight('scenario', width);
    expect(frameHeight('scenario', width, { view: 'guess' })).toBe(own + GUESSED);
    expect(frameHeight('scenario', width, { view: 'guess', controls: 'none' })).toBe(
      own + GUESSED - NO_CONTROLS,
    );
    expect(frameHeight('benchmark', width, { view: 'guess' })).toBe(
      frameHeight('benchmark', width),
    );
  }
});
