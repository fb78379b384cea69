/** A refused thread in the picture, because it was refused just now or because the reason still applies. */
import type { RefuseReason, WaitReason } from '../../../model/run/types';
import type { Refusal } from './chronicle';

export interface ShownRefusal {
  readonly reason: RefuseReason;
  /** How recent it is, 0 to 1. */
  readonly glow: number;
}

/** What prevents another thread, if that is why the group's first request waits. */
function standing(why: WaitReason | undefined): RefuseReason | undefined {
  if (why?.reason !== 'max_threads' && why?.reason !== 'no_listener_max_threads') return undefined;
  return { reason: 'max_threads', threads: why.threads, limit: why.limit };
}

export function shownRefusal(
  why: WaitReason | undefined,
  recent: Refusal | undefined,
  time_ns: number,
  flash_ns: number,
): ShownRefusal | undefined {
  const reason = recent?.reason ?? standing(why);
  if (!reason) return undefined;
  const age = recent ? time_ns - recent.at_ns : Infinity;
  return { reason, glow: age === 0 ? 1 : Math.max(0, 1 - age / Math.max(flash_ns, 1)) };
}
