/**
 * What a page carries of a run. Made when the site is built, and made again on a device that keeps the engine instead of
 * the data.
 */
import type { Run } from '#wasm/poolscope_wasm.js';
import type { Frame } from '../run/frame';
import { engineOverrides } from '../run/stalls';
import type { Outcome, Overrides } from '../run/types';
import { COLUMN_KINDS, PLAIN, type Packed } from './packed';

const STEPS_PER_CALL = 100_000;

/** Runs to the end. */
export function finish(
  Class: typeof Run,
  scenario_json: string,
  overrides: Overrides,
): InstanceType<typeof Run> {
  const run = new Class(scenario_json, engineOverrides(overrides));
  while (!run.advance(STEPS_PER_CALL));
  return run;
}

/** Leaves out figures that only the lab shows, which makes its own runs. */
export function carried(run: Pick<Run, 'outcome'>): Outcome {
  const { metrics, ...whole } = JSON.parse(run.outcome()) as Outcome;
  const { statements: _, at_least: __, ...some } = metrics;
  return { ...whole, metrics: some };
}

const CROWD = 256;

/**
 * Leaves out the column that no picture reads and that hardly compresses: with many clients it is most of a page's bytes.
 */
export function pictureAt(run: Run, time_ns: number): Frame {
  const frame = run.frame(time_ns) as Frame;
  if (frame.connection_id.length <= CROWD) return frame;
  return { ...frame, connection_since_ns: new Float64Array() };
}

/** In the format of `packed.ts`, but without compaction. */
export function unpackable(value: unknown): Packed {
  if (Array.isArray(value)) return [PLAIN, ...value.map(unpackable)];
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpackable(one)]))
    : (value as Packed);
}

/** A picture in that format: `unpackFrame` reads it. */
export const unpackableFrame = (frame: Frame): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(frame).map(([name, column]: [string, number | ArrayLike<number>]) => [
        name,
        typeof column === 'number'
          ? column
          : [
              COLUMN_KINDS.findIndex((Kind) => column instanceof Kind),
              [PLAIN, ...Array.from(column)],
            ],
      ]),
    ),
  );
