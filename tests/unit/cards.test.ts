import { expect, test } from 'vitest';
import { Resvg } from '@resvg/resvg-js';
import { AT_THE_DOOR, cardNames, cardSvg } from '../../web/src/build/pictures/card';
import { lessons } from '../../web/src/build/lessons';
import { fill } from '../../web/src/build/widgets/frame-data';
import { seriesOf } from '../../web/src/figure/curves/series';
import { inTheme } from '../../web/src/build/pictures/themes';
import { widgets, type AnyWidget } from '../../web/src/build/widgets/widgets';

// A card is what a link shows in a chat: a question, with the picture in the moment before the answer.

const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
/** The headline of a card is its name. */
const headlineOf = (svg: string) => /<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1] ?? '';
/** What was measured of a chart's first line, which its card shows the beginning of. */
function firstLine(widget: AnyWidget) {
  if (widget.kind === 'benchmark' && widget.chart.kind === 'curve')
    return (
      seriesOf(widget.chart.pair(), { usl: false }).find(({ tone }) => tone === 'threads')
        ?.measured ?? []
    );
  const { data } = fill(widget, '');
  return (data.kind === 'benchmark' && data.charts[0]?.series[0]?.measured) || [];
}
const made = new Map<string, string | undefined>();
const cardOf = (name: string) => {
  const svg = made.get(name) ?? cardSvg(name);
  made.set(name, svg);
  if (svg === undefined) throw new Error(`${name} has no card`);
  return svg;
};

test('every figure and every lesson asks, and no two ask the same', () => {
  const asked = [
    ...widgets.map(({ name }) => name),
    ...lessons.map(({ slug }) => `lesson-${slug}`),
  ];
  const cards = asked.map((name) => ({ name, svg: cardOf(name) }));
  const mute = cards.filter(({ svg }) => !headlineOf(svg).endsWith('?'));
  expect(mute.map(({ name, svg }) => `${name}: ${headlineOf(svg)}`)).toEqual([]);
  const words = cards.map(({ svg }) => textsOf(svg).join(' '));
  expect(words.filter((one, at) => words.indexOf(one) !== at)).toEqual([]);
});

test('titles and questions of figures differ', () => {
  for (const of of [widgets.map(({ title }) => title), widgets.map(({ question }) => question)])
    expect(of.filter((one, at) => of.indexOf(one) !== at)).toEqual([]);
});

test('a card shows nothing that comes after its question: no time, no answer, no finding', () => {
  for (const widget of widgets) {
    const svg = cardOf(widget.name);
    const told = textsOf(svg).join(' ');
    expect(told, widget.name).not.toMatch(/\bat [\d.]+ m?s of\b/);
    if (widget.kind !== 'benchmark') continue;
    // Of one line what was measured before its most, and the rest as dashes that go every way.
    const line = firstLine(widget);
    const most = line.findIndex(([, y]) => y === Math.max(...line.map(([, value]) => value)));
    const solid = [...svg.matchAll(/<path d="(M[^"Z]*)"(?![^>]*dasharray)/g)];
    const points = Math.max(0, ...solid.map(([, d = '']) => d.split(/[ML]/).length - 1));
    expect(points, widget.name).toBeLessThanOrEqual(Math.max(1, most));
  }
});

test('no card ends in the middle of a sentence', () => {
  const torn = [...cardNames()].filter((name) =>
    textsOf(cardOf(name)).some((one) => /…$/.test(one)),
  );
  expect(torn).toEqual([]);
});

/** Paper, pool, lane and hall, as the light theme has them. */
const EMPTY = ['--paper', '--pool', '--lane', '--hilite'].map((name) => {
  const hex = inTheme(`var(${name})`, 'light');
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join();
});

test('below its title a lesson’s card is neither paper nor an empty pool', () => {
  for (const { slug } of lessons) {
    const svg = cardOf(`lesson-${slug}`);
    const { width, height, pixels } = new Resvg(svg, {
      fitTo: { mode: 'width', value: 240 },
    }).render();
    const colours = new Map<string, number>();
    for (let at = Math.round(height * 0.28) * width * 4; at < height * 0.9 * width * 4; at += 4) {
      const colour = pixels.subarray(at, at + 3).join();
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    const below = [...colours.values()].reduce((sum, one) => sum + one, 0);
    const empty = EMPTY.reduce((sum, colour) => sum + (colours.get(colour) ?? 0), 0);
    // The first lesson asks about a pool in which nearly nothing happens.
    expect(1 - empty / below, slug).toBeGreaterThan(slug === 'the-cast' ? 0.1 : 0.2);
  }
});

test('every figure whose card shows the door is one of the site', () => {
  const names = new Set(widgets.map(({ name }) => name));
  expect([...AT_THE_DOOR].filter((name) => !names.has(name))).toEqual([]);
});
