/** The data that the page passes to the lab. */
import type { GivenPoster } from '../../model/run/poster';
import type { ScenarioLink } from '../../model/run/types';
import type { SettingSpec } from './specs';

export interface LabProps {
  readonly poster: GivenPoster;
  /** The scenario that the poster shows. */
  readonly name: string;
  readonly links: readonly ScenarioLink[];
  readonly specs: readonly SettingSpec[];
  /** Puts query and fragment into the page's address. */
  readonly onlink: (search: string, hash: string) => void;
}
