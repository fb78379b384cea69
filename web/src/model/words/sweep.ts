/** Measures of runs in words, and the shape of their curves. */
import { m } from '#paraglide/messages.js';
import type { CurveShape, ShapePoint } from '../measures/curve-shape';
import type { SweepMeasure } from '../measures/sweep-measure';
import { UNIT } from '../measures/sweep-measure';
import * as measures from './keyed/figure_curve_measure';
import { count, duration, shortDuration, tick } from './format';

const MEASURES: Readonly<Record<SweepMeasure, () => string>> = measures;
export const measureName = (measure: SweepMeasure): string => MEASURES[measure]();

/** "2.000 s", "1,204/s", "8". Means over seeds may have fractions. */
export function measureValue(measure: SweepMeasure, value: number): string {
  switch (UNIT[measure]) {
    case 'ns':
      return duration(value);
    case 'per_s':
      return m.figure_curve_per_s({
        value: value >= 100 ? count(Math.round(value)) : value.toFixed(2),
      });
    case 'count':
      return Number.isInteger(value) ? count(value) : value.toFixed(1);
  }
}

/** A round value of an axis: "0", "2 s", "12k". */
export function measureAxis(measure: SweepMeasure, value: number): string {
  return UNIT[measure] === 'ns' ? tick(value) : measureTick(measure, value);
}

/** For cells: "1.2 s", "300 ms", "12k". */
export function measureTick(measure: SweepMeasure, value: number): string {
  if (UNIT[measure] === 'ns') return value === 0 ? '0' : shortDuration(value);
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(4)));
}

/** "falls from 4.000 s at 6 to 2.000 s from 8 on": the curve for readers who can't see it. */
export function shapeSentence(shape: CurveShape): string {
  switch (shape.kind) {
    case 'empty':
      return m.figure_curve_nothing();
    case 'constant':
      return m.figure_curve_constant({ value: shape.at.text });
    case 'varies':
      return m.figure_curve_varies({
        least: shape.least.text,
        least_at: shape.least.x,
        most: shape.most.text,
        most_at: shape.most.x,
      });
    case 'falls':
    case 'rises': {
      const { first, held, reached, last } = shape;
      const upTo = (at: ShapePoint) =>
        held === first
          ? m.figure_curve_at({ value: first.text, at: at.x })
          : m.figure_curve_up_to({ value: first.text, at: held.x });
      const ends = {
        from: upTo(first),
        to:
          reached === last
            ? m.figure_curve_at({ value: last.text, at: last.x })
            : m.figure_curve_from_on({ value: last.text, at: reached.x }),
      };
      return shape.kind === 'falls' ? m.figure_curve_falls(ends) : m.figure_curve_rises(ends);
    }
  }
}
