/** The readings of a reference figure at each stop of its knob. A figure whose knob changes nothing is refused. */
import { m } from '#paraglide/messages.js';
import { evaluate, MeasureError, readMeasure } from '../../model/measures/measure';
import type { Instruments, Outcome, Overrides, OverrideValue } from '../../model/run/types';
import type { Value } from '../../model/run/written';
import { count, duration } from '../../model/words/format';
import { settingWords } from '../../model/words/knob';
import { asking, runOf } from '../runs/engine';
import type { FigureAsk, Reads } from './read';
import { PERCENT } from '../../model/joined';

/** As the server prints it. */
export const valueWords = (value: OverrideValue): string =>
  typeof value === 'boolean' ? (value ? 'ON' : 'OFF') : String(value);

function measured(value: Value): string {
  switch (value.unit) {
    case 'ns':
      return duration(value.value);
    case 'count':
      return count(value.value);
    case 'percent':
      return value.value.toFixed(0) + PERCENT;
    case 'word':
      return value.value;
  }
}

function cell(
  { table, column, row }: Extract<Reads, { kind: 'cell' }>,
  { tables }: Instruments,
): string {
  const found = tables.find(({ name }) => name === table);
  const at = found?.columns.indexOf(column) ?? -1;
  if (!found || at < 0) throw new Error(`the run has no ${table}.${column}`);
  const line =
    typeof row === 'number'
      ? found.rows.at(row)
      : found.rows.find((cells) =>
          Object.entries(row).every(([name, value]) => cells[found.columns.indexOf(name)] === value),
        );
  return line ? String(line[at] ?? 'NULL') : m.reference_no_row();
}

function standing(places: readonly string[], { lives }: Outcome, at_ns: number): string {
  const here = lives.filter(({ segments }) =>
    segments.some(
      ({ place, start_ns, end_ns }) => places.includes(place) && start_ns <= at_ns && at_ns < end_ns,
    ),
  );
  return String(here.length);
}

/** The requested value of a run. */
export function readingOf(json: string, overrides: Overrides, { reads, at_ns }: FigureAsk): string {
  const outcome = () => runOf(json, overrides);
  try {
    if (reads.kind === 'places') return standing(reads.places, outcome(), at_ns);
    if (reads.kind === 'measure') return measured(evaluate(readMeasure(reads.measure), outcome()));
    const told = asking(json, overrides, (run) =>
      run.answer('poolscope-instruments', at_ns, (of) => of.instruments(at_ns)),
    );
    const instruments = JSON.parse(told) as Instruments;
    if (reads.kind === 'cell') return cell(reads, instruments);
    const found = instruments.status.find(([name]) => name === reads.name);
    if (!found) throw new Error(`the run has no counter ${reads.name}`);
    return String(found[1]);
  } catch (thrown) {
    // Not answered or not started is a reading too.
    if (thrown instanceof MeasureError && thrown.kind === 'none') return m.reference_no_answer();
    throw thrown;
  }
}

export interface Reading {
  readonly value: string;
  readonly reading: string;
}

export function readingsOf(
  name: string,
  json: string,
  ask: FigureAsk,
  unit = '',
): readonly Reading[] {
  const rows = ask.stops.map((stop) => ({
    value: settingWords(stop, unit),
    reading: readingOf(json, { ...ask.set, [ask.knob]: stop }, ask),
  }));
  if (new Set(rows.map(({ reading }) => reading)).size < 2)
    throw new Error(
      `content/reference/pages.json/${name}/figure: ${ask.knob} changes nothing; at all of ${rows.map(({ value }) => value).join(', ')} it reads ${rows[0]?.reading ?? ''}`,
    );
  return rows;
}
