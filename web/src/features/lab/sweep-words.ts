/** A sweep's results in the form that charts need, with a text for each value. */
import { m } from '#paraglide/messages.js';
import type { HeatCell } from '../../ui/charts/heat';
import type { LinePoint } from '../../ui/charts/line-chart';
import type { SweepMeasure } from '../../model/measures/sweep-measure';
import { duration } from '../../model/words/format';
import { settingWords } from '../../model/words/knob';
import { measureTick, measureValue } from '../../model/words/sweep';
import type { SweepAxis, SweepCell, SweepSpec } from './sweep-plan';
import { NEXT } from '../../model/joined';

type Cells = readonly (readonly SweepCell[])[];

function cellText(cell: SweepCell, measure: SweepMeasure): string {
  switch (cell.kind) {
    case 'pending':
      return '';
    case 'none':
      return '–';
    case 'refused':
      return '✕';
    case 'known':
      return measureTick(measure, cell.interval.mean);
  }
}

function cellWords(cell: SweepCell, at: string, measure: SweepMeasure): string {
  switch (cell.kind) {
    case 'pending':
      return m.figure_curve_point_pending({ at });
    case 'none':
      return m.figure_curve_point_none({ at });
    case 'refused':
      return m.figure_curve_point_refused({ at, message: cell.message });
    case 'known': {
      const { mean, half, count } = cell.interval;
      const words = (value: number) => measureValue(measure, value);
      const value =
        half === undefined
          ? words(mean)
          : m.lab_sweep_mean({ mean: words(mean), half: words(half), count });
      const parts = [m.figure_curve_point({ at, value })];
      if (cell.open > 0) parts.push(m.figure_curve_point_open({ count: cell.open }));
      else if (cell.waits_ns !== undefined)
        parts.push(m.lab_sweep_waits({ time: duration(cell.waits_ns) }));
      if (cell.cut) parts.push(m.figure_curve_point_cut());
      return parts.join(NEXT);
    }
  }
}

/** A sweep of one knob as points of a line. */
export function linePoints(spec: SweepSpec, cells: Cells, measure: SweepMeasure): LinePoint[] {
  return spec.across.values.map((value, index) => {
    const cell = cells[0]?.[index] ?? { kind: 'pending' };
    const known = cell.kind === 'known' ? cell : undefined;
    return {
      label: settingWords(value),
      x: typeof value === 'number' ? value : undefined,
      y: known?.interval.mean,
      half: known?.interval.half ?? 0,
      doubtful:
        known !== undefined && (known.open > 0 || known.waits_ns !== undefined || known.cut),
      words:
        cell.kind === 'pending'
          ? ''
          : cellWords(cell, settingWords(value, spec.across.knob.unit), measure),
    };
  });
}

/** A sweep of two knobs as cells of a heat map. */
export function heatCells(spec: SweepSpec, cells: Cells, measure: SweepMeasure): HeatCell[][] {
  const words = ({ knob, values }: SweepAxis, index: number) =>
    `${knob.label} ${settingWords(values[index] ?? null, knob.unit)}`;
  return cells.map((row, at_row) =>
    row.map((cell, at_column) => {
      const across = words(spec.across, at_column);
      const at = spec.down
        ? m.lab_sweep_at_two({ across, down: words(spec.down, at_row) })
        : across;
      return {
        value: cell.kind === 'known' ? cell.interval.mean : undefined,
        text: cellText(cell, measure),
        words: cellWords(cell, at, measure),
      };
    }),
  );
}
