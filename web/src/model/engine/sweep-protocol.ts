/** The messages between a page and the threads that run many short runs for it. */
import type { InputError } from '../run/failure';

export type SweepAsk =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly scenario: string;
      readonly overrides: string;
    }
  | {
      /** A point of a benchmark curve. */
      readonly type: 'curve';
      readonly id: number;
      readonly case_json: string;
      readonly system: string;
      readonly clients: number;
      readonly options: string;
    }
  | { readonly type: 'stop'; readonly id: number };

export type SweepAnswer =
  | { readonly type: 'done'; readonly id: number; readonly numbers: Float64Array }
  | { readonly type: 'refused'; readonly id: number; readonly errors: readonly InputError[] }
  | { readonly type: 'broken'; readonly id: number; readonly message: string }
  | { readonly type: 'stopped'; readonly id: number };
