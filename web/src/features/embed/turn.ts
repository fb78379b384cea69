import type { Problem } from '../../model/embedding/params';
import type { Overrides } from '../../model/run/types';

/** Settings from the host, and what is wrong with them. */
export interface Turn {
  readonly type: 'turn';
  readonly overrides: Overrides;
  readonly problems: readonly Problem[];
}
