import { readdirSync } from 'node:fs';
import { expect, type Frame } from '@playwright/test';
import { frameHeight } from '../../web/src/model/embedding/heights';
import type { WidgetKind } from '../../web/src/model/embedding/params';
import { holdClock } from '../clock';
import { representatives } from '../kinds';
import { faults, FEW, look, pointAt, SIZES } from '../looks';
import { inPanes, openPanes, until } from '../panes';
import { test } from '../watch';

// Every frame has its stated height, its parts are visible, nothing is too wide, and the pointer that wakes it moves
// nothing that it is about to press: in columns and heights of all kinds, asleep, awake and playing. Among frames that
// differ only in words and numbers, those with the most and the fewest (tests/kinds.ts).

const PANES = 3;
const PARTS = [0, 1] as const;

const widgets = readdirSync('build/embed', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const kindOf = (name: string): WidgetKind =>
  name.startsWith('benchmark-') ? 'benchmark' : name.includes('-vs-') ? 'pair' : 'scenario';

const pageOf = (name: string) => `/embed/${name}/`;
const stand = (['scenario', 'pair', 'benchmark'] as const).flatMap((kind) => [
  ...representatives(widgets.filter((name) => kindOf(name) === kind).map(pageOf)),
]);

async function prove(pane: Frame, name: string): Promise<string[]> {
  const kind = kindOf(name);
  const tall = (width: number) => frameHeight(kind, width);
  await (await pane.frameElement()).evaluate((one: HTMLElement) => (one.style.height = '200px'));
  await pane.goto(pageOf(name));
  // It has given the page a moment to apply its height.
  await until(pane, 'html', 'data-fitted', '');
  const asleep = await pane.evaluate(look, SIZES);
  await pane.evaluate(pointAt, null);
  await until(pane, 'html', 'data-awake', '');
  const awake = await pane.evaluate(look, SIZES);
  const found = faults(name, SIZES, asleep, awake, tall);
  if (kind === 'benchmark') return found;
  await pane.locator('.main').dispatchEvent('click');
  await until(pane, 'figure', 'data-state', 'playing');
  const playing = await pane.evaluate(look, FEW);
  return [...found, ...faults(`${name}, playing`, FEW, playing, playing, tall)];
}

for (const part of PARTS)
  test(`frames of every kind keep their height and their places in every column, part ${part + 1}`, async ({
    page,
  }) => {
    const problems: string[] = [];
    await holdClock(page);
    const names = widgets
      .filter((name) => stand.includes(pageOf(name)))
      .filter((_, index) => index % PARTS.length === part);
    await inPanes(await openPanes(page, PANES), names, async (pane, name) => {
      problems.push(...(await prove(pane, name)));
    });
    expect(problems).toEqual([]);
  });

const MOST: Readonly<Record<WidgetKind, Readonly<Record<number, number>>>> = {
  scenario: { 720: 480, 360: 520 },
  pair: { 720: 560, 360: 620 },
  benchmark: { 720: 440, 360: 420 },
};
test('oEmbed and the panel state the heights that the frames above were tested with', () => {
  for (const kind of ['scenario', 'pair', 'benchmark'] as const) {
    const many = widgets.filter((name) => kindOf(name) === kind).length;
    const all = [360, 480, 600, 720].map((width) => [width, frameHeight(kind, width)] as const);
    const row = all.map(([width, height]) => `${width} wide ${height}`).join(', ');
    process.stdout.write(`  ${kind}, ${many} figures: ${row} px tall\n`);
    for (const [width, height] of all)
      expect(height, `${kind} at ${width}`).toBeLessThanOrEqual(MOST[kind][width] ?? Infinity);
  }
});
