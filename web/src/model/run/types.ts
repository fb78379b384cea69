/** The run's data as the engine returns it, read-only. The page draws from nothing else. */
import type * as engine from '../generated/types';

export type * from '../generated/types';
export type { Frame } from './frame';

type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;

export type Setting = Read<engine.Setting>;
export type Series = Read<engine.Series>;
export type Source = Read<engine.Source>;
export type Published = Read<engine.Published>;
export type ScenarioKnob = Read<engine.Knob>;
export type Instruments = Read<engine.Instruments>;
export type InstrumentTable = Read<engine.Table>;

/** The part of a scenario that the page itself reads; it passes the rest through. */
export type ScenarioView = Read<
  Pick<engine.ScenarioFile, 'source' | 'knobs' | 'published' | 'clients' | 'requests' | 'loops'> &
    Required<Pick<engine.ScenarioFile, 'title' | 'question' | 'about'>> & {
      server: Pick<engine.Server, 'scheduler' | 'version'> & Record<string, unknown>;
      machine?: {
        cores?: number | null;
        latch?: { scan_us?: number; herd_us?: number } | null;
        run_queue?: unknown;
        disk?: { channels: number } | null;
      } | null;
      stalls?: { at_us: number; for_us: number }[] | null;
    }
>;

/** An entry of a list of scenarios. */
export interface ScenarioLink {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly scheduler: engine.SchedulerName;
}

type Metrics = Omit<engine.Metrics, 'series' | 'statements' | 'at_least'> &
  // Pages leave out what only the lab shows.
  Partial<Pick<engine.Metrics, 'statements' | 'at_least'>> & { readonly series: Series };
type Lists<T> = {
  readonly [K in keyof T]: T[K] extends (infer One)[] ? readonly One[] : T[K];
};

/** `scenario` is the file as it was run, with overrides applied. */
export type Outcome = Lists<
  Omit<engine.Outcome, 'scenario' | 'settings' | 'metrics' | 'not_kept' | 'last_answer_ns'>
> & {
  readonly scenario: ScenarioView;
  readonly settings: readonly Setting[];
  readonly metrics: Metrics;
  readonly not_kept?: Read<engine.NotKept> | null;
};

export type OverrideValue = number | string | boolean | null;
/** Keys are names of server variables, labels of knobs, or JSON pointers. */
export type Overrides = Readonly<Record<string, OverrideValue>>;
