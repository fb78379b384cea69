/** The props of the laboratory's panels, and what they may request. */
import type { Outcome, Overrides, OverrideValue, SchedulerName } from '../../model/run/types';

/** Values for the scenario, applied as one step that can be undone. */
export interface LabChange {
  readonly edits: readonly { readonly at: string; readonly value: OverrideValue }[];
  readonly scheduler?: SchedulerName;
  readonly version?: string;
  /** Its name in the history. */
  readonly label: string;
}

export interface PanelProps {
  readonly scenario_json: string;
  readonly overrides: Overrides;
  readonly outcome: Outcome;
  readonly onapply?: ((change: LabChange) => void) | undefined;
}
