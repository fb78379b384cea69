import { expect, test } from 'vitest';
import { cardSvg } from '../../web/src/build/pictures/card';
import { lessons } from '../../web/src/build/lessons';
import { widgets } from '../../web/src/build/widgets/widgets';

// A card is what a link shows in a chat: a question, with the picture in the moment before the answer.

const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
/** The headline of a card is its name. */
const headlineOf = (svg: string) => /<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1] ?? '';
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
    // Axes and grid, and of a curve at most the first point of one line: no path leads on.
    const wide = [...svg.matchAll(/<path d="(M[^"]*)"/g)].flatMap(([, d = '']) => {
      const xs = [...d.matchAll(/[MLC]\s*(-?[\d.]+)/g)].map(([, x]) => Number(x));
      return Math.max(...xs) - Math.min(...xs) > 40 ? [d] : [];
    });
    expect(wide, widget.name).toEqual([]);
  }
});
