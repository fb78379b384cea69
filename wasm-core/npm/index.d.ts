import type { Frame } from './frame.js';
import type { Instruments, Outcome, ScenarioFile } from './types.js';

export type * from './types.js';
export type { Frame } from './frame.js';

/** What is wrong with a scenario or a setting: each problem names its place. */
export declare class ScenarioError extends Error {
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** A finished run. It lives in WebAssembly's memory until `free`. */
export interface Finished {
  /** The scenario with its defaults, each request's life cut into segments, the event log, and the figures. */
  readonly outcome: Outcome;
  /** The picture at a time in ns: columns of numbers, one entry for each connection, thread, group. */
  frame(time_ns: number): Frame;
  /** What the server's own tables and counters would say at a time in ns. */
  instruments(time_ns: number): Instruments;
  /** Of the trace: equal on every machine for the same scenario, settings and version. */
  digest(): string;
  free(): void;
}

/**
 * Runs a scenario to its end. `settings` changes it first: names of server variables and knobs, or JSON pointers.
 * @throws {ScenarioError}
 */
export declare function run(
  scenario: ScenarioFile | string,
  settings?: Readonly<Record<string, unknown>>,
): Finished;
