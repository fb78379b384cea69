/** What every panel of the laboratory gets, and what it may ask for. */
import type { Outcome, Overrides, OverrideValue, SchedulerName } from '../../model/run/types';

/** Values to put into the scenario, as one step that can be undone. */
export interface LabChange {
  readonly edits: readonly { readonly at: string; readonly value: OverrideValue }[];
  readonly scheduler?: SchedulerName;
  readonly version?: string;
  /** What the history calls it. */
  readonly label: string;
}

export interface PanelProps {
  readonly scenario_json: string;
  readonly overrides: Overrides;
  readonly outcome: Outcome;
  readonly onapply?: ((change: LabChange) => void) | undefined;
}
