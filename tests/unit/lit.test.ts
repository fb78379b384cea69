// What a step of a lesson points at is in its picture.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lessons } from '../../web/src/build/lessons';
import { posterOf } from '../../web/src/build/runs/engine';
import type { Cue, ScenePart } from '../../web/src/model/run/cue';
import { place } from '../../web/src/ui/views/scene/place';
import { extentOf } from '../../web/src/ui/views/scene/extent';
import { FieldView, isField } from '../../web/src/ui/views/scene/field';
import { litMarks, shotOf } from '../../web/src/ui/views/scene/field-marks';
import { clientOfRequest, litByAll } from '../../web/src/ui/views/scene/light';
import { SceneView } from '../../web/src/ui/views/scene/view';

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
  if (!isField(outcome, first)) {
    const extent = extentOf(outcome, first);
    const layout = new SceneView(outcome, first, extent).layout(900, 400);
    const placement = place(frame, layout, extent, []);
    const input = { layout, placement, frame, lives: outcome.lives };
    return light.filter((part) => litByAll([part], input).length === 0);
  }
  const view = new FieldView(outcome, first);
  const layout = view.layout(900, 400);
  const cell = Math.max(0, view.hottest(layout, frame));
  const shotOn = (part: ScenePart) =>
    shotOf(layout.world, view.placeOf(layout, view.roomLit(layout, [part]) ?? cell), layout.view);
  const clientOf = (request: number) => clientOfRequest(request, frame, outcome.lives);
  const foot = view.foot(layout, frame, undefined, false).length;
  return light.filter(
    (part) =>
      litMarks(shotOn(part), view.bodies(layout, frame), [part], cell, frame, clientOf).length ===
        0 && view.foot(layout, frame, undefined, false, [part]).length === foot,
  );
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
