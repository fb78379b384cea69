// What a step of a lesson points at is in its picture.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lessons } from '../../web/src/build/lessons';
import { posterOf } from '../../web/src/build/runs/engine';
import type { Cue, ScenePart } from '../../web/src/model/run/cue';
import { FieldView } from '../../web/src/ui/views/scene/field';
import { shotOf } from '../../web/src/ui/views/scene/field-marks';
import { seen } from '../seen';

interface Asked {
  readonly scenario: string;
  readonly cue: Cue;
}

/** Every figure of a lesson, wherever it is. */
function figuresIn(value: unknown): Asked[] {
  if (typeof value !== 'object' || value === null) return [];
  const { scenario, cue } = value as Partial<Asked>;
  const own = typeof scenario === 'string' && cue?.light ? [{ scenario, cue }] : [];
  return [...own, ...Object.values(value).flatMap(figuresIn)];
}

/** Those of the parts that have no mark in a figure of the width of a laptop's. */
function missing({ scenario, cue }: Asked): readonly ScenePart[] {
  const poster = posterOf(readFileSync(`content/scenarios/${scenario}.json`, 'utf8'), cue);
  const { outcome, first, frame } = poster;
  const light = cue.light ?? [];
  const view = new FieldView(outcome, first);
  const layout = view.layout(900, 400);
  const cell = Math.max(0, view.hottest(layout, frame));
  const shotOn = (part: ScenePart) =>
    view.few
      ? shotOf(layout.world, view.whole(layout), layout.view)
      : shotOf(
          layout.world,
          view.placeOf(layout, view.roomLit(layout, [part]) ?? cell, false),
          layout.view,
        );
  const bodies = view.bodies(layout, frame);
  const lit = (part: ScenePart) =>
    [
      ...view.over(shotOn(part), bodies, view.wordsOf(layout, frame), [part], cell),
      ...view.foot(layout, frame, { round: undefined, light: [part] }),
    ].flatMap((mark) => [...seen([mark])].filter((one) => one.mark.stroke === '--light'));
  return light.filter((part) => lit(part).length === 0);
}

test('what a step of a lesson points at is in its picture, or in one of its two', () => {
  let pointed = 0;
  const absent = lessons.flatMap(({ slug, steps }) =>
    steps.flatMap((step) => {
      const figures = figuresIn(step);
      const nowhere = figures.map((figure) => new Set(missing(figure)));
      return [...new Set(figures.flatMap(({ cue }) => cue.light ?? []))].flatMap((part) => {
        pointed += 1;
        const there = figures.some(
          ({ cue }, at) => cue.light?.includes(part) && !nowhere[at]?.has(part),
        );
        return there ? [] : [`${slug}, ${step.slug}: nothing is ${part}`];
      });
    }),
  );
  expect(absent).toEqual([]);
  expect(pointed).toBeGreaterThan(60);
});
