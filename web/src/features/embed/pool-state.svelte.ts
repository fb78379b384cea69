/** What the address of the live pool's frame asks for, once it has been read. */
import { LOOK, type LiveLook } from '../../model/embedding/live-params';

/** The data in the page of the frame. */
export interface PoolData {
  readonly title: string;
  readonly plain_title: string;
  /** The site, relative to the frame's address. */
  readonly home: string;
}

export class PoolState {
  look: LiveLook = $state.raw(LOOK);
  /** Sentences about refused values. */
  problems: readonly string[] = $state.raw([]);
}
