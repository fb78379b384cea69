/** What a page carries of a run: made while the site is built, and again on a device that keeps the engine instead. */
import type { Run } from '#wasm/poolscope_wasm.js';
import type { Frame } from '../run/frame';
import { engineOverrides } from '../run/stalls';
import type { Outcome, Overrides } from '../run/types';
import { PLAIN, type Packed } from './packed';

const STEPS_PER_CALL = 100_000;

/** A run at its end. */
export function finish(
  Class: typeof Run,
  scenario_json: string,
  overrides: Overrides,
): InstanceType<typeof Run> {
  const run = new Class(scenario_json, engineOverrides(overrides));
  while (!run.advance(STEPS_PER_CALL));
  return run;
}

/** What only the lab shows, of runs that it makes itself, is left out. */
export function carried(run: Pick<Run, 'outcome'>): Outcome {
  const { metrics, ...whole } = JSON.parse(run.outcome()) as Outcome;
  const { statements: _, at_least: __, ...some } = metrics;
  return { ...whole, metrics: some };
}

const CROWD = 256;

/** Without the column that no picture reads and that hardly compresses: of a crowd it is most of a page. */
export function pictureAt(run: Run, time_ns: number): Frame {
  const frame = run.frame(time_ns) as Frame;
  if (frame.connection_id.length <= CROWD) return frame;
  return { ...frame, connection_since_ns: new Float64Array() };
}

/** In the words of `packed.ts`, without being shorter. */
export function unpackable(value: unknown): Packed {
  if (Array.isArray(value)) return [PLAIN, ...value.map(unpackable)];
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpackable(one)]))
    : (value as Packed);
}
